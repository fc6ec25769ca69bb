import { expect, test } from 'vitest';
import { findRouteSources, readRouteSources } from './route-sources.ts';

test('pages of their own and pages of the cabinet are found with their addresses', () => {
  const router = `
const landing = createRoute({
  getParentRoute: () => landingLayout,
  ...at('/'),
  component: page(() => import('./pages/landing.tsx')),
});
  inCabinet('/cabinet/person', () => import('./pages/person/home.tsx')),
  inCabinet(
    '/cabinet/person/bills/$period',
    () => import('./pages/person/bill.tsx'),
    ['against'],
  ),`;
  expect(findRouteSources(router)).toEqual([
    { path: '/', source: 'app/pages/landing.tsx' },
    { path: '/cabinet/person', source: 'app/pages/person/home.tsx' },
    { path: '/cabinet/person/bills/$period', source: 'app/pages/person/bill.tsx' },
  ]);
});

test('a page that is loaded in another way is told, not left out', () => {
  expect(() => findRouteSources("lazy(() => import('./pages/person/hidden.tsx'))")).toThrow(
    'app/pages/person/hidden.tsx',
  );
});

test('every address of the cabinet has its source', async () => {
  const paths = (await readRouteSources()).map(({ path }) => path);
  expect(paths).toContain('/cabinet/person/indication');
  expect(paths.length).toBeGreaterThan(30);
});
