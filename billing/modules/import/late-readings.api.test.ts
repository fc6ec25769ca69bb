import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RECALCULATION_BOOK } from '#billing/api/charges.ts';
import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { closePeriod } from '#billing/modules/charges/public.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import { type ConnectedDatabase, connectDatabase } from '#platform/database/database.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import { importFolder } from './public.ts';
import { supplierFiles } from './testing/supplier-files.ts';

let database: TestDatabase;
let connected: ConnectedDatabase<unknown>;
let folder: string;
const clock = fixedClock(kyivInstant(localDate('2026-02-03'), 12, 0));
const dayMs = 24 * 3_600_000;

beforeEach(async () => {
  database = await createTestDatabase();
  connected = connectDatabase<unknown>({ url: database.url, poolSize: 4 });
  folder = await mkdtemp(join(tmpdir(), 'svitlo-late-'));
  on('2026-02-03');
});

afterEach(async () => {
  await connected.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

function on(day: string): void {
  clock.set(kyivInstant(localDate(day), 12, 0));
}

type Reading = readonly [effectiveDate: string, value: number, submittedOn?: string | undefined];

/** Ten kWh a day in October; one a day since, which is known on the 10th of January. */
const october: readonly Reading[] = [
  ['2025-10-01', 1000],
  ['2025-11-01', 1310],
];
const november = (submittedOn?: string): Reading => ['2025-12-01', 1340, submittedOn];
const january: Reading = ['2026-02-01', 1402];
const household = '2390001111';

async function load(...readings: readonly Reading[]) {
  const files = {
    ...supplierFiles,
    'payments.csv': 'reference,account_number,paid_on,amount\n',
    'readings.csv': [
      'account_number,serial_number,zone,effective_date,value,submitted_on',
      ...readings.map(([day, value, given = '']) => `${household},21040017,single,${day},${value},${given}`),
      '',
    ].join('\n'),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const { db, pool } = connected;
  const result = await importFolder({ db: db as BillingDatabase, pool, folder, clock });
  expect(result.kind).toBe('loaded');
}

async function close(period: string) {
  const { db, pool } = connected;
  const request = { db: db as BillingDatabase, pool, clock, period: billingPeriod(period) };
  expect(await closePeriod(request)).toMatchObject({ kind: 'closed' });
}

/** What the job does each hour. */
async function book() {
  const readUntil = instantToIso((clock.now() - dayMs) as Instant);
  const context = { reference: '1', actor: 'test' };
  const billing = createBilling({ db: connected.db as BillingDatabase, clock });
  const result = await billing.run(RECALCULATION_BOOK.name, { after: '', readUntil, limit: 100 }, context);
  if (!result.ok) throw new Error(result.code);
  return RECALCULATION_BOOK.output.parse(result.data).booked;
}

async function ask<Row>(text: string): Promise<Row[]> {
  return (await connected.pool.query(text)).rows as Row[];
}

async function lines() {
  const rows = await ask<{ line: string }>(`
    select concat_ws(' ', period, kind, to_char(from_date, 'YYYY-MM'), energy_wh / 1000) as line
    from billing.charge_line order by period, line_number`);
  return rows.map(({ line }) => line);
}

const requests = () => ask(`select from_period as "from", cause from billing.recalculation_request`);

test('a month of the history knows no reading of later days, and the month in which it came recalculates it', async () => {
  await load(...october, november('2026-01-10'), january);
  expect(await lines()).toEqual([
    '2025-10 energy 2025-10 310',
    '2025-11 energy 2025-11 300',
    '2025-12 energy 2025-12 310',
    '2026-01 energy 2026-01 31',
    '2026-01 recalculation 2025-12 -279',
    '2026-01 recalculation 2025-11 -270',
  ]);
  expect(await requests()).toEqual([{ from: '2025-11', cause: 'lateReading' }]);
});

test.each([
  ['the last day on which they are taken is in time', '2025-12-02', 30, []],
  ['the day after is late', '2025-12-03', 300, [{ from: '2025-11', cause: 'lateReading' }]],
])('a reading of %s', async (_, submittedOn, kwh, asked) => {
  await load(...october, november(submittedOn), january);
  expect(await lines()).toContain(`2025-11 energy 2025-11 ${kwh}`);
  expect(await requests()).toEqual(asked);
});

test('a reading of a closed month is booked within 5 days of its import, and nothing is shared over it', async () => {
  const known = [...october, november(), january];
  await load(...known);
  on('2026-03-03');
  await close('2026-02');
  expect((await lines()).at(-1)).toBe('2026-02 energy 2026-02 28');
  on('2026-03-10');
  const late: Reading = ['2026-03-01', 1502, '2026-03-09'];
  await load(...known, late);
  expect(await requests()).toEqual([{ from: '2026-02', cause: 'lateReading' }]);
  const imported = clock.now();
  clock.set((imported + dayMs / 24) as Instant);
  expect(await book()).toBe(1);
  const booked = await ask<{ period: string; sum: bigint; at: number }>(`
    select period, amount_kopiykas as sum, posted_at as at from billing.ledger_entry where kind = 'recalculation'`);
  expect(booked).toMatchObject([{ period: '2026-03', sum: BigInt(72 * 432) }]);
  expect((booked[0]?.at ?? 0) - imported).toBeLessThan(5 * dayMs);
  expect(await book()).toBe(0);
  on('2026-04-03');
  await load(...known, late, ['2026-04-01', 1512]);
  await close('2026-03');
  expect((await lines()).slice(-2)).toEqual([
    '2026-03 energy 2026-03 10',
    '2026-03 recalculation 2026-02 72',
  ]);
});
