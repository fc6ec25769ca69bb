import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { allModules } from '#billing/api/all-modules.ts';

interface Declared {
  readonly name: string;
  readonly summary: string;
}

const root = new URL('../', import.meta.url);

function isModule(value: unknown): value is Declared {
  return typeof value === 'object' && value !== null && 'failures' in value && 'summary' in value;
}

/** All function modules that `billing/api/` declares, in the order of their names. */
async function listDeclared(): Promise<Declared[]> {
  const files = (await readdir(new URL('billing/api/', root), { recursive: true })).filter((file) =>
    file.endsWith('.ts'),
  );
  const exported = await Promise.all(
    files.map((file): Promise<object> => import(new URL(`billing/api/${file}`, root).href)),
  );
  const modules = exported.flatMap((one) => Object.values(one)).filter(isModule);
  return modules.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

const rowOf = ({ name, summary }: Declared) => `| \`${name}\` | ${summary} |`;

/** The rows of the list of modules (`## List`) in the document. */
function rowsOf(document: string): string[] {
  const list = document.split('\n## List\n')[1]?.split('\n## ')[0] ?? '';
  return list.split('\n').filter((line) => line.startsWith('| `'));
}

test('docs/function-modules.md lists every module with its summary, and no other', async () => {
  const declared = await listDeclared();
  expect(declared.map(({ name }) => name)).toContain('READING_FIND_PHOTOS');
  const document = await readFile(new URL('docs/function-modules.md', root), 'utf8');
  expect(rowsOf(document)).toEqual(declared.map(rowOf));
});

test('the list of all modules has each of them', async () => {
  expect(allModules.map(({ name }) => name)).toEqual((await listDeclared()).map(({ name }) => name));
});

test('a document without the list has no rows', () => {
  expect(rowsOf('# Function modules\n\n| `BALANCE_GET` | x |\n')).toEqual([]);
  expect(rowsOf('\n## List\n\n| `BALANCE_GET` | x |\n\n## Errors\n\n| `OTHER` | y |\n')).toHaveLength(1);
});
