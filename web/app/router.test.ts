import { glob } from 'node:fs/promises';
import { createMemoryHistory, type LinkOptions, type RegisteredRouter } from '@tanstack/react-router';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { cabinetPages, fileOf, findPage, pageTable } from '#contract/pages.ts';
import { pages } from '#contract/specification.ts';
import { pageText } from './page-text.ts';
import { createAppRouter } from './router.tsx';

const tablePaths = pageTable.map(({ path }) => path);

it('the router has the pages of the table, and /cabinet', () => {
  const router = createAppRouter(createMemoryHistory({ initialEntries: ['/'] }));
  const routed = Object.keys(router.routesByPath).map((path) => path.replace(/(.)\/$/, '$1'));
  expect(routed.sort()).toEqual([...tablePaths, '/cabinet'].sort());
});

it('each file of a page is in the table; reports share one, and so do the cabinets where their pages are the same', async () => {
  const files: string[] = [];
  for await (const file of glob('**/*.tsx', { cwd: `${import.meta.dirname}/pages` })) files.push(file);
  const rows = Map.groupBy(pageTable, fileOf);
  expect(files.sort()).toEqual([...rows.keys()].map((file) => `${file}.tsx`).sort());
  const shared = [...rows].filter(([, pages]) => pages.length > 1).map(([file]) => file);
  expect(shared.sort()).toEqual([
    'admin/report',
    'directory-guide',
    'directory-laws',
    'settings-account',
    'settings-notifications',
    'tickets',
  ]);
});

it('pages are unique, and each page of the specification but unbuilt reports is in the table', () => {
  const paths = pages.map((page) => page.path);
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths).toEqual(expect.arrayContaining(tablePaths));
  const missing = pages.filter(({ state }) => state === 'not yet').map(({ path }) => path);
  expect(missing.filter((path) => !path.includes('/statreports/'))).toEqual([]);
});

describe('a section', () => {
  it.each(cabinetPages.flatMap((page) => ('section' in page ? [page] : [])))(
    'of $path begins with a page of the table',
    ({ section }) => expect(tablePaths).toContain(section),
  );

  it.each(cabinetPages.flatMap((page) => ('tab' in page ? [page] : [])))(
    'with the tab $tab has a name, as the tab has',
    ({ section, tab }) => {
      expect(pageText.sections[section]).not.toBe('');
      expect(pageText.pages[tab]).not.toBe('');
    },
  );
});

it.each([
  ['/cabinet/person/bills/2026-10', '/cabinet/person/bills/$period'],
  ['/cabinet/person/bills', '/cabinet/person/bills'],
  ['/cabinet/person/bills/..%2f', undefined],
  ['/cabinet/person/bills/', undefined],
  ['/cabinet', undefined],
])('findPage finds for %s %s', (address, path) => expect(findPage(address)?.path).toBe(path));

describe('the search of a link', () => {
  type SearchOfLink<To extends string> = Exclude<
    LinkOptions<RegisteredRouter, string, To>['search'],
    true | undefined | ((...input: never) => unknown)
  >;

  it('has the parameters of its page alone', () => {
    expectTypeOf<keyof SearchOfLink<'/cabinet/person/docs/violations'>>().toEqualTypeOf<
      'account' | 'state'
    >();
    expectTypeOf<keyof SearchOfLink<'/cabinet/person/bills'>>().toEqualTypeOf<'account'>();
    expectTypeOf<keyof SearchOfLink<'/recover'>>().toEqualTypeOf<'return' | 'type'>();
    expectTypeOf<keyof SearchOfLink<'/'>>().toEqualTypeOf<never>();
  });

  it('has values of their type', () => {
    expectTypeOf<{ state: 'unpaid' }>().toExtend<SearchOfLink<'/cabinet/person/docs/violations'>>();
    expectTypeOf<{ state: 'paid' }>().not.toExtend<SearchOfLink<'/cabinet/person/docs/violations'>>();
    expectTypeOf<{ year: number }>().toExtend<SearchOfLink<'/cabinet/person/sub-book'>>();
    expectTypeOf<{ year: string }>().not.toExtend<SearchOfLink<'/cabinet/person/sub-book'>>();
  });
});
