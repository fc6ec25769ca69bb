import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBoundaryProblems, findConceptCycles } from './find-boundary-problems.ts';
import { findRestrictedApiProblems } from './find-restricted-api-problems.ts';

describe('a gate is red when its rule is broken', () => {
  const violations: readonly [path: string, line: string, what: string][] = [
    ['portal/modules/a/b.ts', 'const port = process.env.PORT;', 'process.env'],
    ['web/features/a/b.ts', "await fetch('/api/x');", 'fetch in the browser'],
    ['web/features/a/b.ts', "localStorage.getItem('x');", 'local storage'],
    ['billing/modules/a/b.ts', 'const now = new Date();', 'the clock'],
    ['domain/a/b.ts', 'const now = Date.now();', 'the clock'],
    ['portal/a.ts', "process.stderr.write('failed');", 'a line for the operator'],
    ['platform/a.ts', 'console.warn(error);', 'a line for the operator'],
    ['billing/modules/a/b.ts', 'const id = Math.random();', 'chance'],
    [
      'portal/a.ts',
      "onConflict((conflict) => conflict.column('key').where('state', '=', 'waiting'))",
      'a value in the condition of a partial index',
    ],
    ['web/features/a/b.ts', 'const sum = parseFloat(text);', 'floating-point money'],
    ['portal/modules/a/b.ts', "const text = 'Помилка';", 'Ukrainian text'],
    ['portal/a/b.ts', 'let reading: Promise<void> | undefined;', 'work that runs once at a time'],
    ['web/lib/a.ts', 'coming ??= load(code).then(show);', 'work that runs once at a time'],
    [
      'billing/modules/a/b.ts',
      'let kept: { readAt: number; code: string };',
      'a cache with a time to live, by hand',
    ],
    ['billing/modules/a/b.ts', 'await sql<Row>`select 1 as count`', 'a row type that nothing checks'],
    ['billing/modules/a/b.ts', 'await pool.query<Row>(text);', 'a row type that nothing checks'],
    ['portal/modules/a/b.ts', 'await db.executeQuery<Row>(query);', 'a row type that nothing checks'],
    ['portal/modules/a/b.ts', 'function rows(): RawBuilder<Row> {', 'a row type that nothing checks'],
    ['web/features/a/b.tsx', '<FailedPart title={text.failed} />', 'the failure of a query'],
    ['web/features/a/b.tsx', 'const { data, isPending } = useQuery(q);', 'the state of a query'],
    ['web/features/a/b.tsx', 'new URLSearchParams(query)', 'the query of the address'],
    ['web/features/a/b.ts', 'const rules = defaultReadingRules;', 'rules that are not those in force'],
    ['billing/document/a.ts', "new Intl.PluralRules('uk');", 'plural forms'],
    [
      'portal/modules/a/b.ts',
      "const names: Readonly<Record<string, string>> = { open: 'open' };",
      'a plain object that any text is looked up in',
    ],
    [
      'web/features/a/b.ts',
      'const word = words[typed as keyof typeof words] ?? typed;',
      'a plain object that any text is looked up in',
    ],
    [
      'web/features/a/text.ts',
      '} as Readonly<Record<string, string>>,',
      'a plain object that any text is looked up in',
    ],
    [
      'portal/modules/a/b.api.test.ts',
      'await new Promise((done) => setTimeout(done, 50));',
      'a sleep in a test',
    ],
    [
      'platform/testing/a.ts',
      "import { setTimeout as wait } from 'node:timers/promises';",
      'a sleep in a test',
    ],
    ['e2e/a.test.ts', 'await page.waitForTimeout(500);', 'a sleep in a test'],
    ['web/ui/a.ts', '// @ts-ignore', 'an escape from the type checker or linter'],
    ['web/ui/a.test.ts', "it.only('x');", 'unfinished work'],
  ];

  it.each(violations)('%s: %s', (path, line, what) => {
    const problems = findRestrictedApiProblems(path, `\n${line}`);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`${path}:2: ${what}`);
  });

  it('allows a restricted API in the file that owns it', () => {
    expect(findRestrictedApiProblems('portal/config.ts', 'process.env.PORT')).toEqual([]);
    expect(findRestrictedApiProblems('web/lib/api.ts', "fetch('/api/x')")).toEqual([]);
    expect(findRestrictedApiProblems('contract/messages/a-messages.ts', "'Помилка'")).toEqual([]);
  });

  const files: Readonly<Record<string, string>> = {
    'package.json': JSON.stringify({
      type: 'module',
      devDependencies: { vite: '1.0.0' },
      imports: Object.fromEntries(
        ['domain', 'contract', 'billing', 'portal', 'web', 'platform'].map((room) => [
          `#${room}/*`,
          `./${room}/*`,
        ]),
      ),
    }),
    'domain/money.ts': 'export const one = 1;',
    'domain/charges/a.ts': "export { b } from '#domain/readings/b.ts';",
    'domain/readings/b.ts': "export { one as b } from '#domain/money.ts';",
    'domain/ledger/c.ts': "export { t as c } from '#portal/modules/x/t.ts';",
    'billing/modules/one/a.ts': "export { store } from '#billing/modules/two/store.ts';",
    'billing/modules/two/store.ts': "export { one as store } from '#domain/money.ts';",
    'portal/modules/x/t.ts': "export { store as t } from '#billing/modules/two/store.ts';",
    'web/features/p/a.ts': "export { q } from '#web/features/q/q.ts';",
    'web/features/q/q.ts': "export { t as q } from '#portal/modules/x/t.ts';",
    'web/ui/button.ts': "export { one } from '#domain/money.ts';",
    'contract/a.ts': "export { b } from './b.ts';\nexport const a = 1;",
    'contract/b.ts': "export { a } from './a.ts';\nexport const b = 1;",
    'platform/alone.ts': 'export const alone = 1;',
    'platform/bundle.ts': "import 'vite';\nimport './testing/seed.ts';",
    'platform/testing/seed.ts': 'export const seed = 1;',
    'node_modules/vite/package.json': '{ "name": "vite", "main": "index.js" }',
    'node_modules/vite/index.js': '',
  };
  let folder = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svitlo-rules-'));
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('names every import that crosses a boundary, through #room paths too', async () => {
    const { problems, moduleCount } = await findBoundaryProblems(folder);
    const isModule = (file: string) => !file.endsWith('package.json');
    expect(moduleCount).toBe(Object.keys(files).filter(isModule).length);
    const broken = problems.map((problem) => problem.split('\n')[0]);
    expect(broken).toEqual(
      expect.arrayContaining([
        'domain-is-pure: domain/ledger/c.ts → portal/modules/x/t.ts',
        'domain-concepts-are-apart: domain/charges/a.ts → domain/readings/b.ts',
        'billing-concepts-have-one-public-file: billing/modules/one/a.ts → billing/modules/two/store.ts',
        'portal-asks-by-function-modules: portal/modules/x/t.ts → billing/modules/two/store.ts',
        'features-are-apart: web/features/p/a.ts → web/features/q/q.ts',
        'web-talks-by-contract: web/features/q/q.ts → portal/modules/x/t.ts',
        'ui-has-no-domain-words: web/ui/button.ts → domain/money.ts',
        'no-cycle: contract/a.ts → contract/b.ts',
        'no-orphans: platform/alone.ts',
        'production-uses-dependencies: platform/bundle.ts → node_modules/vite/index.js',
        'production-uses-no-test-code: platform/bundle.ts → platform/testing/seed.ts',
      ]),
    );
  });
});

describe('concepts', () => {
  const from = (user: string, used: string) => ({
    from: `billing/modules/${user}`,
    to: `billing/modules/${used}`,
  });

  it('that import each other over others are named, each step of the cycle', () => {
    const found = findConceptCycles([
      from('ledger/a.ts', 'charges/public.ts'),
      from('charges/b.ts', 'accounts/public.ts'),
      from('accounts/c.ts', 'ledger/public.ts'),
      from('bills/d.ts', 'ledger/public.ts'),
    ]);
    expect(found.map((problem) => problem.split('\n', 1)[0])).toEqual([
      'concept cycle: billing/modules/ledger → billing/modules/charges',
      'concept cycle: billing/modules/charges → billing/modules/accounts',
      'concept cycle: billing/modules/accounts → billing/modules/ledger',
    ]);
  });

  it('may be used by the tests of what they use', () => {
    const imports = [from('ledger/a.ts', 'bills/public.ts'), from('bills/b.api.test.ts', 'ledger/public.ts')];
    expect(findConceptCycles(imports)).toEqual([]);
  });
});
