import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { ACCOUNT_COUNT } from '#billing/api/accounts.ts';
import { provideTestBilling } from '#billing/testing/hooks/provide-test-billing.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { instantFromIso, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { addDays, localDate } from '#domain/time/local-date.ts';
import { newId } from '#platform/uuid.ts';

interface Raw {
  readonly account: string;
  readonly type: 'person' | 'entity';
  readonly opened: string;
  readonly ended: string | null;
  /** Standing readings as of the 1st, and others. */
  readonly readings: { period: string; effective: string; at: string; source: string; status: string }[];
}

let state = 128;
/** Pseudo-random whole numbers (mulberry32), so that a failure can be repeated. */
function random(below: number): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
}

const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
const sources = ['customer', 'operator', 'remote', 'import'] as const;
const raw: Raw[] = [];

const billing = provideTestBilling();

beforeAll(async () => {
  for (let n = 0; n < 60; n += 1) {
    const type = pick(['person', 'person', 'entity'] as const);
    const { accountNumber, meterId } = await makeAccount(billing.db, { customerType: type });
    const opened = addDays(localDate('2026-09-20'), random(70) - 10);
    const ended = random(4) === 0 ? addDays(opened, random(40)) : null;
    await sql`update billing.account set contract_date = ${opened}, contract_ended_on = ${ended}
               where account_number = ${accountNumber}`.execute(billing.db);
    const readings: Raw['readings'] = [];
    for (const [period, first, start] of [
      ['2026-09', '2026-10-01', '2026-09-28T20:00:00Z'],
      ['2026-10', '2026-11-01', '2026-10-24T20:00:00Z'],
    ] as const) {
      const rows = [first, addDays(localDate(first), -3)].filter(() => random(3) > 0);
      for (const effective of rows) {
        const at = instantToIso((Date.parse(start) + random(9 * 24 * 60) * 60_000) as never);
        const status = pick(['accepted', 'accepted', 'underReview', 'rejected'] as const);
        readings.push({ period, effective, at, source: pick(sources), status });
      }
    }
    for (const { period, effective, at, source, status } of readings) {
      await sql`
        insert into billing.reading (account_number, meter_id, zone, reading_id, period, value, effective_date, submitted_at, source, status)
        values (${accountNumber}, ${meterId}::uuid, 'single', ${newId()}::uuid, ${period}, 1, ${effective}::date, ${at}::timestamptz,
                ${source}, ${status})`.execute(billing.db);
    }
    raw.push({ account: accountNumber, type, opened, ended, readings });
  }
});

async function count(from: string, to: string) {
  const result = await billing.call(ACCOUNT_COUNT, { from, to });
  if (!result.ok) throw new Error(result.code);
  return result.data.days;
}

/** The same from the raw rows, account by account. */
function expected(day: string, type: 'person' | 'entity') {
  const of = raw.filter((account) => account.type === type);
  const came = of.flatMap(({ readings }) =>
    readings.filter(
      ({ period, effective, status, at }) =>
        status !== 'rejected' &&
        effective === (period === '2026-09' ? '2026-10-01' : '2026-11-01') &&
        kyivDateOf(instantFromIso(at)) === day,
    ),
  );
  return {
    day,
    type,
    accounts: of.filter(({ opened, ended }) => opened <= day && (ended === null || ended >= day)).length,
    opened: of.filter(({ opened }) => opened === day).length,
    ended: of.filter(({ ended }) => ended !== null && addDays(localDate(ended), 1) === day).length,
    ...Object.fromEntries(
      sources.map((source) => [source, came.filter((one) => one.source === source).length]),
    ),
  };
}

test.each([
  ['2026-10-20', '2026-11-05'],
  ['2026-09-25', '2026-10-25'],
  ['2026-11-20', '2026-11-20'],
])('ACCOUNT_COUNT of %s to %s is what the accounts and readings say, one by one', async (from, to) => {
  const days = await count(from, to);
  expect(days.length).toBeGreaterThan(0);
  expect(days).toEqual(days.map(({ day, type }) => expected(day, type)));
  expect(days[0]?.day).toBe(from);
  expect(days.at(-1)?.day).toBe(to);
});

test('an account with registers by zones is one; days the wrong way round and too many are refused', async () => {
  const meters = [{ zoneScheme: 'two' }] as const;
  const { accountNumber, meterId } = await makeAccount(billing.db, { meters });
  for (const zone of ['day', 'night']) {
    await sql`
      insert into billing.reading (account_number, meter_id, zone, reading_id, period, value, effective_date, submitted_at, source, status)
      values (${accountNumber}, ${meterId}::uuid, ${zone}, ${newId()}::uuid, '2026-11', 1, '2026-12-01', '2026-11-29T10:00:00Z',
              'customer', 'accepted')`.execute(billing.db);
  }
  expect((await count('2026-11-29', '2026-11-29')).map(({ customer }) => customer)).toEqual([0, 1]);
  for (const [from, to] of [
    ['2026-11-02', '2026-11-01'],
    ['2024-01-01', '2025-06-01'],
  ] as const)
    expect(await billing.call(ACCOUNT_COUNT, { from, to })).toMatchObject({ code: 'common.badRequest' });
});
