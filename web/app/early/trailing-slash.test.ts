import { expect, test, vi } from 'vitest';
import { dropTrailingSlash } from './trailing-slash.ts';

test.each([
  ['/cabinet/person/', '?account=1', '/cabinet/person?account=1'],
  ['/sign-in/person//', '', '/sign-in/person'],
  ['/', '', undefined],
  ['/auth', '', undefined],
])('dropTrailingSlash for %s%s', (pathname, search, shown) => {
  const replaceState = vi.fn();
  dropTrailingSlash({ pathname, search, hash: '' }, { state: { key: 1 }, replaceState });
  expect(replaceState.mock.calls).toEqual(shown === undefined ? [] : [[{ key: 1 }, '', shown]]);
});
