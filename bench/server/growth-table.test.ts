import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { growthDocument, growthTable, readGrowthTable } from './growth-table.ts';

const size = (table: string, heap: number, indexes = 0) => ({ table, heap, indexes, toast: 0 });

test('tables are added up, small ones are one row, and what ends does not stay', () => {
  const lines = growthTable({
    accounts: 10,
    months: 3,
    perAccount: [
      size('portal.account_event', 1200, 300),
      size('billing.payment', 700, 100.4),
      size('billing.a', 20),
    ],
    perThousandCalls: [size('portal.api_call', 2000)],
  });
  expect(lines.slice(4, 9)).toEqual([
    '| `portal.account_event` | 1,500 | 1,200 | 300 | 0 | `EVENT_DAYS` |',
    '| `billing.payment` | 800 | 700 | 100 | 0 |  |',
    '| 1 more | 20 | 20 | 0 | 0 |  |',
    '| **together** | 2,320 | 1,920 | 400 | 0 |  |',
    '| **stays**, unless it is archived | 820 | 720 | 100 | 0 |  |',
  ]);
  expect(lines.at(-1)).toBe('| **together** | 2,000 | 2,000 | 0 | 0 |  |');
});

test('the tables of the runbook are whole, and at most 6,000 bytes an account and month stay', async () => {
  const lines = readGrowthTable(await readFile(growthDocument, 'utf8'));
  const rows = lines.flatMap((line) => {
    const [, name = '', bytes = ''] = /^\| (.+?) \| ([\d,]+) \|/.exec(line) ?? [];
    return bytes === '' ? [] : [{ name, bytes: Number(bytes.replaceAll(',', '')) }];
  });
  const end = rows.findIndex(({ name }) => name === '**together**');
  const sum = rows.slice(0, end).reduce((total, { bytes }) => total + bytes, 0);
  // Each row is rounded.
  expect(Math.abs(sum - (rows[end]?.bytes ?? 0))).toBeLessThanOrEqual(end);
  const staying = rows[end + 1];
  expect(staying?.name).toContain('stays');
  expect(staying?.bytes).toBeLessThanOrEqual(6000);
  expect(rows.at(-1)?.name).toBe('**together**');
});
