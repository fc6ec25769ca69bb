import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tableOfKinds, writeTable } from './table-of-kinds.ts';

const file = (path: string, tests: number, seconds: number) => ({ path, tests, seconds });

const table = tableOfKinds([
  {
    files: [file('domain/a.test.ts', 3, 1), file('web/a.test.tsx', 4, 2), file('web/b.test.tsx', 5, 1)],
    processorSeconds: 8,
  },
  { files: [file('e2e/a.test.ts', 1, 10)], processorSeconds: 20 },
]);

test('the kinds of a check share its processor time by the seconds of their files', () => {
  expect(table).toEqual([
    '| kind | files | tests | processor seconds |',
    '|---|---|---|---|',
    '| unit | 1 | 3 | 2 |',
    '| components | 2 | 9 | 6 |',
    '| journeys | 1 | 1 | 20 |',
  ]);
});

test('a document gets the table when files or tests changed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svitlo-table-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const document = join(folder, 'a.md');
  const read = () => readFile(document, 'utf8');
  await writeFile(document, 'before\n<!-- written by npm run test:all -->\n<!-- end -->\nafter\n');
  await writeTable(document, table);
  const written = await read();
  expect(written).toBe(
    `before\n<!-- written by npm run test:all -->\n${table.join('\n')}\n<!-- end -->\nafter\n`,
  );
  await writeTable(document, [...table.slice(0, -1), '| journeys | 1 | 1 | 21 |']);
  expect(await read()).toBe(written);
  await writeTable(document, [...table.slice(0, -1), '| journeys | 1 | 2 | 21 |']);
  expect(await read()).toContain('| journeys | 1 | 2 | 21 |');
  await writeFile(document, 'no place');
  await expect(writeTable(document, table)).rejects.toThrow('no place for the table');
});
