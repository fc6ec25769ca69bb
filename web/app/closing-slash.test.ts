import { expect, test, vi } from 'vitest';
import { dropClosingSlash } from './closing-slash.ts';

test.each([
  ['/cabinet/person/', '?account=1', '/cabinet/person?account=1'],
  ['/sign-in/person//', '', '/sign-in/person'],
  ['/', '', undefined],
  ['/auth', '', undefined],
])('%s%s', (pathname, search, shown) => {
  const replaceState = vi.fn();
  dropClosingSlash({ pathname, search, hash: '' }, { state: { key: 1 }, replaceState });
  expect(replaceState.mock.calls).toEqual(shown === undefined ? [] : [[{ key: 1 }, '', shown]]);
});
