import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { ACCOUNT_COUNT } from '#billing/api/accounts.ts';
import { REPORT_COUNTS_ADD_UP } from '#billing/api/reports.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { DB } from '#billing/database.gen.ts';
import { seeded } from '#billing/modules/ledger/testing/random-ledger.ts';
import { provideTestBilling } from '#billing/testing/hooks/provide-test-billing.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { addMonths, billingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { addDays, localDate } from '#domain/time/local-date.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { int4, text, typedSql } from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';
import { readingsFrom, supersedeReadingsAfter } from '../reading-store.ts';
import { addUpAccountReadings } from './account-readings.ts';

const random = seeded(20_261_131);
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
const sources = ['customer', 'operator', 'remote', 'import'] as const;
const statuses = ['accepted', 'accepted', 'accepted', 'underReview', 'rejected', 'superseded'] as const;
const firstMonth = billingPeriod('2026-07');
const registers: { account_number: string; meter_id: string; zone: string }[] = [];
const accounts: string[] = [];
const customers: { id: string; type: string }[] = [];

const billing = provideTestBilling();

beforeAll(async () => {
  for (let n = 0; n < 14; n += 1) {
    const type = pick(['person', 'entity'] as const);
    const zoneScheme = pick(['single', 'single', 'two'] as const);
    const made = await makeAccount(billing.db, {
      customerType: type,
      meters: Array.from({ length: 1 + random(3) }, () => ({ zoneScheme })),
    });
    accounts.push(made.accountNumber);
    customers.push({ id: made.customerId, type });
    for (const { meterId, zones } of made.meters)
      for (const zone of zones)
        registers.push({ account_number: made.accountNumber, meter_id: meterId, zone });
  }
});

/** A reading of some register: mostly as of the 1st, around its window, sometimes of another day or long after it. */
function someReading(register = pick(registers)) {
  const period = addMonths(firstMonth, random(4));
  const first = firstDayAfter(period);
  return {
    ...register,
    reading_id: newId(),
    period,
    value: random(1000),
    effective_date: random(4) === 0 ? addDays(first, -3) : first,
    // Minutes around midnights of Kyiv among them.
    submitted_at: `${addDays(first, random(8) - 3 + (random(9) === 0 ? 25 : 0))}T${pick(['09', '20', '21', '22'])}:${10 + random(50)}:00Z`,
    source: pick(sources),
    status: pick(statuses),
  };
}

const rowsOf = (readings: readonly ReturnType<typeof someReading>[]) =>
  `(select * from jsonb_populate_recordset(null::billing.reading, '${JSON.stringify(readings)}')) row`;
const add = (readings: readonly ReturnType<typeof someReading>[]) => sql.raw(readingsFrom(rowsOf(readings)));

/** SQL of some readings that are there, of a hundred so many. */
const some = (share: number) => sql`mod(value * 37 + ${random(1000)}, 100) < ${share}`;

type Step = (db: BillingDatabase) => Promise<unknown>;

const steps: Readonly<Record<string, Step>> = {
  load: (db) => add(Array.from({ length: 1 + random(6) }, () => someReading())).execute(db),
  decide: (db) =>
    sql`update billing.reading set status = ${pick(['accepted', 'rejected', 'superseded'])}
         where status = 'underReview' and ${some(50)}`.execute(db),
  cancel: (db) =>
    sql`update billing.reading set status = ${pick(['rejected', 'superseded'])} where ${some(6)}`.execute(db),
  // As a correction does: both in one statement.
  correct: (db) =>
    sql`with gone as (
          update billing.reading set status = 'superseded' where status in ('accepted', 'underReview') and ${some(8)} returning *)
        insert into billing.reading (account_number, meter_id, zone, reading_id, period, value, effective_date, submitted_at, source,
          status)
        select account_number, meter_id, zone, gen_random_uuid(), period, value + 1, effective_date,
          submitted_at + interval '7 hours', 'operator', ${pick(statuses)} from gone`.execute(db),
  replaceMeter: (db) => {
    const { account_number, meter_id } = pick(registers);
    const day = addDays(firstDayAfter(addMonths(firstMonth, random(4))), -1);
    return sql
      .raw(
        supersedeReadingsAfter(
          `(select '${account_number}' as account_number, '${meter_id}'::uuid as meter_id, '${day}'::date as effective_on)`,
        ),
      )
      .execute(db);
  },
  forget: (db) => sql`delete from billing.reading where ${some(3)}`.execute(db),
  giveTwiceAtOnce: (db) => {
    const account = pick(accounts);
    const ofAccount = registers.filter(({ account_number }) => account_number === account);
    return Promise.all(ofAccount.map((register) => add([someReading(register)]).execute(db)));
  },
  undo: (db) =>
    db
      .transaction()
      .execute(async (transaction) => {
        await add([someReading()]).execute(transaction);
        throw new Error('undone');
      })
      .catch(() => undefined),
  changeHolder: (db) =>
    sql`update billing.account set customer_id = ${pick(customers).id}::uuid where account_number = ${pick(accounts)}`.execute(
      db,
    ),
  contract: (db) => {
    const began = addDays(localDate('2026-07-20'), random(60));
    const ended = random(3) === 0 ? null : addDays(began, random(60) - 1);
    return sql`update billing.account set contract_date = ${began}::date, contract_ended_on = ${ended}::date
                where account_number in (${pick(accounts)}, ${pick(accounts)})`.execute(db);
  },
  addUp: () => billing.ask(REPORT_COUNTS_ADD_UP, {}),
};

/** What stands in the raw rows, account by account. */
async function countRaw(from: string, to: string) {
  const { rows } = await typedSql({
    day: text(),
    type: text(),
    accounts: int4(),
    opened: int4(),
    ended: int4(),
    sources: text(),
  })`
    with standing as (
      select r.account_number, r.period, min(r.submitted_at) as came_at from billing.reading r
       where r.status in ('accepted', 'underReview') and r.effective_date = (r.period || '-01')::date + interval '1 month'
         and to_date(r.period, 'YYYY-MM') between date_trunc('month', ${from}::date) - interval '1 month' and ${to}::date
       group by 1, 2),
    came as (
      select (s.came_at at time zone 'Europe/Kyiv')::date as day, c.customer_type as type, (
          select r.source from billing.reading r
           where r.account_number = s.account_number and r.period = s.period and r.submitted_at = s.came_at
             and r.status in ('accepted', 'underReview') and r.effective_date = (r.period || '-01')::date + interval '1 month'
           order by position(r.source in 'customer operator remote import') limit 1) as source
        from standing s join billing.account a using (account_number) join billing.customer c using (customer_id))
    select days.day::date::text as day, types.type,
      (select count(*) from billing.account a join billing.customer c using (customer_id)
        where c.customer_type = types.type and a.contract_date <= days.day
          and (a.contract_ended_on is null or a.contract_ended_on >= days.day))::integer as accounts,
      (select count(*) from billing.account a join billing.customer c using (customer_id)
        where c.customer_type = types.type and a.contract_date = days.day)::integer as opened,
      (select count(*) from billing.account a join billing.customer c using (customer_id)
        where c.customer_type = types.type and a.contract_ended_on + 1 = days.day)::integer as ended,
      (select coalesce(string_agg(came.source, ' ' order by came.source), '') from came
        where came.day = days.day and came.type = types.type) as sources
    from generate_series(${from}::date, ${to}::date, interval '1 day') as days (day)
    cross join (values ('person'), ('entity')) as types (type)
    order by days.day, types.type`.execute(billing.db);
  return rows.map(({ sources: came, ...row }) => ({
    ...row,
    ...Object.fromEntries(
      sources.map((source) => [source, came.split(' ').filter((one) => one === source).length]),
    ),
  }));
}

/** Meters with a reading as of the end of each month: those that are counted, and those in the raw rows. */
async function countMeters() {
  const columns = { period: text(), meters: int4() };
  const [counted, raw] = await Promise.all([
    typedSql(columns)`select period, sum(meters)::integer as meters from billing.account_reading_count
      group by period having sum(meters) <> 0 order by period`.execute(billing.db),
    typedSql(
      columns,
    )`select period, count(distinct (account_number, meter_id))::integer as meters from billing.reading
      where status in ('accepted', 'underReview') and effective_date = (period || '-01')::date + interval '1 month'
      group by period order by period`.execute(billing.db),
  ]);
  return { counted: counted.rows, raw: raw.rows };
}

test('whatever statements write, ACCOUNT_COUNT is what plain SQL counts in the raw rows', async () => {
  const seen = new Set<string>();
  for (let round = 0; round < 60; round += 1) {
    for (let n = random(4); n >= 0; n -= 1) {
      const name = pick(Object.keys(steps));
      await steps[name]?.(billing.db);
      seen.add(name);
    }
    const from = addDays(localDate('2026-07-15'), random(110));
    const to = addDays(from, random(70));
    const { days } = await billing.ask(ACCOUNT_COUNT, { from, to });
    for (const source of sources) if (days.some((day) => day[source] > 0)) seen.add(source);
    expect(days, `round ${round}: ${from} to ${to}`).toEqual(await countRaw(from, to));
    const { counted, raw } = await countMeters();
    expect(counted, `meters of round ${round}`).toEqual(raw);
  }
  expect(seen).toEqual(new Set([...Object.keys(steps), ...sources]));
  const { days } = await billing.ask(ACCOUNT_COUNT, { from: '2026-07-15', to: '2026-12-10' });
  // Nothing of it depends on what was counted before.
  await sql`select billing.recount_accounts(), billing.recount_account_readings()`.execute(billing.db);
  expect((await billing.ask(ACCOUNT_COUNT, { from: '2026-07-15', to: '2026-12-10' })).days).toEqual(days);
  const { counted, raw } = await countMeters();
  expect(counted).toEqual(raw);
});

test('too many changes at once are left to the job, and a report says so', async () => {
  await sql`
    insert into billing.account_reading_change (period, account_numbers)
    select '2026-10', array_agg('N' || number) from generate_series(1, 12000) number group by number / 1000`.execute(
    billing.db,
  );
  const asked = { from: '2026-11-01', to: '2026-11-20' };
  expect(await billing.call(ACCOUNT_COUNT, asked)).toMatchObject({ ok: false, code: 'reports.notReady' });
  expect(await billing.ask(REPORT_COUNTS_ADD_UP, {})).toMatchObject({ isFinished: true });
  expect((await billing.ask(ACCOUNT_COUNT, asked)).days).toEqual(await countRaw(asked.from, asked.to));
});

test('a plan that was made for empty tables reads the rows of the accounts alone', async () => {
  const { db, close } = connectDatabase<DB>({ url: billing.url, poolSize: 1, planOnce: true });
  try {
    const change = (from: number, to: number) =>
      sql`insert into billing.account_reading_change (period, account_numbers)
          select '2026-10', array_agg('N' || number) from generate_series(${from}::int, ${to}::int) number`.execute(
        db,
      );
    const rowsRead = async () => {
      await sql`select pg_stat_force_next_flush()`.execute(db);
      const { rows } = await typedSql({ read: int4() })`
        select idx_tup_read::integer as read from pg_stat_all_indexes where indexrelname = 'account_reading_pkey'`.execute(
        db,
      );
      return rows[0]?.read ?? 0;
    };
    await sql`delete from billing.account_reading`.execute(db);
    await sql`vacuum analyze billing.account_reading`.execute(db);
    await change(1, 1);
    await addUpAccountReadings(db);
    await sql`insert into billing.account_reading (account_number, period, came_on, source, customer_type, meters)
              select 'N' || number, '2026-10', '2026-11-01', 'customer', 'person', 1 from generate_series(1, 2000) number`.execute(
      db,
    );
    await change(1, 100);
    const before = await rowsRead();
    await addUpAccountReadings(db);
    // Nobody gave a reading: the rows of the hundred are found and deleted, and the others are not looked at.
    expect((await rowsRead()) - before).toBeLessThanOrEqual(200);
    const { rows } = await typedSql({ left: int4() })`
      select count(*)::integer as left from billing.account_reading`.execute(db);
    expect(rows).toEqual([{ left: 1900 }]);
  } finally {
    await close();
  }
});
