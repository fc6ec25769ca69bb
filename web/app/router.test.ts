import { createMemoryHistory } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { pages } from '#contract/specification.ts';
import { pageGuards } from './page-guards.ts';
import { createAppRouter } from './router.tsx';

it('router has exactly the pages with state `works` in the specification', () => {
  const router = createAppRouter(createMemoryHistory({ initialEntries: ['/'] }));
  const routed = Object.keys(router.routesByPath).map((path) => path.replace(/\$(\w+)/g, ':$1'));
  const listed = pages.filter((page) => page.state === 'works').map((page) => page.path);
  expect(routed.map((path) => path.replace(/(.)\/$/, '$1')).sort()).toEqual([...listed].sort());
});

it('every route has guards in pageGuards, except /cabinet', () => {
  const router = createAppRouter(createMemoryHistory({ initialEntries: ['/'] }));
  const guarded = [...Object.keys(pageGuards), '/cabinet'];
  expect(
    Object.keys(router.routesByPath)
      .map((path) => path.replace(/(.)\/$/, '$1'))
      .sort(),
  ).toEqual(guarded.sort());
});

it('pages of the specification are unique', () => {
  const paths = pages.map((page) => page.path);
  expect(new Set(paths).size).toBe(paths.length);
});
