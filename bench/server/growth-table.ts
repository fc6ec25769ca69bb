import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type GrowthBenchResult, sumOf, type TableSize, totalOf } from './growth.bench.ts';

/** Where the tables of growth are. */
export const growthDocument = join(import.meta.dirname, '../../docs/operations.md');
const begin = '<!-- written by npm run bench -- growth -->\n';
const end = '<!-- end -->';

/** What ends rows of a table; a table that is not here grows for as long as the product runs. */
const ends: Readonly<Record<string, string>> = {
  'portal.account_event': '`EVENT_DAYS`',
  'billing.audit_entry': '`npm run archive`',
  'billing.audit_seal': '`npm run archive`',
  'billing.outbox_event': 'minutes',
};

/** Bytes for an account and month that stay for as long as the product runs, unless they are archived. */
export const stayingOf = (sizes: readonly TableSize[]): number =>
  sumOf(sizes.filter(({ table }) => table !== 'portal.account_event'));

const whole = (bytes: number) => bytes.toFixed(0).replace(/\B(?=(\d{3})+$)/g, ',');

function row(name: string, sizes: readonly TableSize[], ended: string): string {
  const of = (part: 'heap' | 'indexes' | 'toast') => whole(sizes.reduce((sum, size) => sum + size[part], 0));
  return `| ${name} | ${whole(sumOf(sizes))} | ${of('heap')} | ${of('indexes')} | ${of('toast')} | ${ended} |`;
}

/** Lines of the Markdown tables of a result: by table, the largest first, those below 50 bytes together. */
export function growthTable({
  accounts,
  months,
  perAccount,
  perThousandCalls,
}: GrowthBenchResult): readonly string[] {
  const section = (sizes: readonly TableSize[], least: number, endOf: (table: string) => string) => {
    const large = sizes.filter((size) => totalOf(size) >= least);
    const small = sizes.filter((size) => totalOf(size) < least);
    return [
      ...large.map((size) => row(`\`${size.table}\``, [size], endOf(size.table))),
      ...(small.length > 0 ? [row(`${small.length} more`, small, '')] : []),
      row('**together**', sizes, ''),
    ];
  };
  return [
    `Bytes for an account and month: one reading and one payment by the calls of the cabinet, the closing. ${accounts} accounts, ${months} months.`,
    '',
    '| table | bytes | rows | indexes | toast | ends |',
    '|---|---|---|---|---|---|',
    ...section(perAccount, 50, (table) => ends[table] ?? ''),
    row(
      '**stays**, unless it is archived',
      perAccount.filter(({ table }) => table !== 'portal.account_event'),
      '',
    ),
    '',
    'Bytes for 1,000 calls of the interface, with the calls of function modules that they make.',
    '',
    '| table | bytes | rows | indexes | toast | ends |',
    '|---|---|---|---|---|---|',
    ...section(perThousandCalls, 1000, (table) =>
      /_day$|_hour$|^portal\.(call_total|call_latency|user_count)_minute$/.test(table)
        ? '`ROLLUP_DAYS`'
        : '`CALL_LOG_DAYS`',
    ),
  ];
}

/** The part of a document between the marks. */
function placeIn(text: string): readonly [from: number, to: number] {
  const from = text.indexOf(begin) + begin.length;
  const to = text.indexOf(end, from);
  if (from < begin.length || to < 0) throw new Error('the document has no place for the tables of growth');
  return [from, to];
}

/** The lines that are there now. */
export function readGrowthTable(text: string): readonly string[] {
  return text
    .slice(...placeIn(text))
    .trimEnd()
    .split('\n');
}

/** Puts the lines between the marks of the document. */
export async function writeGrowthTable(document: string, lines: readonly string[]): Promise<void> {
  const text = await readFile(document, 'utf8');
  const [from, to] = placeIn(text);
  await writeFile(document, `${text.slice(0, from)}${lines.join('\n')}\n${text.slice(to)}`);
}
