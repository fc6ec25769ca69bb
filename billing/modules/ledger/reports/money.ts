import { type RawBuilder, sql } from 'kysely';
import { answer, type ModuleInput, type ModuleOutput, refuse } from '#billing/api/define-module.ts';
import { REPORT_MONEY } from '#billing/api/reports.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleReadModule } from '#billing/module-handler.ts';
import { type Kopiykas, moneyToWire } from '#domain/money.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';
import { readPart } from '#platform/database/read-part.ts';
import { int4, typedSql } from '#platform/database/typed-sql.ts';
import { bringDebtsUpToDate, daysOfAges } from './debt-months.ts';

type Asked = ModuleInput<typeof REPORT_MONEY>;
type Answered = ModuleOutput<typeof REPORT_MONEY>;
type Sums<Row> = {
  readonly [Column in keyof Row]: Row[Column] extends string | null ? number | null : Row[Column];
};

const owed = sql`('receivable', 'actReceivable', 'reactiveReceivable')`;
/** SQL by which an entry changes what customers owe; 0 when it does not. */
const onDebt = sql`(case when debit_account in ${owed} then amount_kopiykas else 0 end
  - case when credit_account in ${owed} then amount_kopiykas else 0 end)`;
const isPayment = sql`(debit_account in ('inTransit', 'bank', 'operatorBank')
  or credit_account in ('inTransit', 'bank', 'operatorBank'))`;
const isCharge = sql`kind in ('charge', 'recalculation', 'act', 'reactive')`;
const onTheWay = sql`(case when debit_account = 'inTransit' then amount_kopiykas else 0 end
  - case when credit_account = 'inTransit' then amount_kopiykas else 0 end)`;

/** SQL of what the ledger moved, by a column of billing.ledger_count. */
const movedBy = (key: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
  select ${key} as name,
    coalesce(sum(${onDebt}) filter (where ${isCharge} and not ${isPayment}), 0) as billed,
    coalesce(sum(${onDebt}) filter (where not ${isCharge} and not ${isPayment}), 0) as changed,
    coalesce(-sum(${onDebt}) filter (where ${isPayment}), 0) as paid,
    coalesce(sum(${onTheWay}), 0) as moved_on_the_way
  from billing.ledger_count where ${condition} group by 1`;

/** SQL of the rows by day or month: what moved in it, and how things stood at its end. */
function rowsOverTime(key: RawBuilder<unknown>, from: string, to: string): RawBuilder<unknown> {
  return sql`
    select * from (
      select name, billed, changed, paid, sum(moved_on_the_way) over in_order as "onTheWay",
        sum(billed + changed - paid) over in_order as balance, null::bigint as overdue, null::integer as accounts
      from (${movedBy(key, sql`${key} <= ${to}`)}) moved window in_order as (order by name)) stood
    where name >= ${from}`;
}

/** SQL of the rows by provider; payments of a statement that names no provider are those of the bank. */
const rowsByProvider = (from: LocalDate, to: LocalDate) => sql`
  select name, null::bigint as billed, null::bigint as changed, sum(paid) as paid, sum(on_the_way) as "onTheWay",
    null::bigint as balance, null::bigint as overdue, null::integer as accounts
  from (
    select name, paid, 0 as on_the_way from (
      ${movedBy(sql`coalesce(nullif(provider, ''), 'bank')`, sql`${isPayment} and booked_on between ${from} and ${to}`)}) paid
    union all
    select name, 0, moved_on_the_way from (
      ${movedBy(sql`coalesce(nullif(provider, ''), 'bank')`, sql`${isPayment} and booked_on <= ${to}`)}) waiting) moved
  group by name having sum(paid) <> 0 or sum(on_the_way) <> 0`;

/** SQL of the rows by age, of days and not of accounts: an account is counted by its oldest debt of the age. */
function rowsByAge(today: LocalDate): RawBuilder<unknown> {
  const ages = Object.entries(daysOfAges).map(
    ([name, [least, most]], place) =>
      sql`(${name}::text, ${sql.lit(place)}, ${addDays(today, -most)}::date, ${addDays(today, -least)}::date)`,
  );
  return sql`
    select name, place, null::bigint as billed, null::bigint as changed, null::bigint as paid, null::bigint as "onTheWay",
      null::bigint as balance, sum(amount_kopiykas) as overdue,
      (sum(accounts) filter (where earlier_due_on < first_due_on))::integer as accounts
    from (values ${sql.join(ages)}) as age (name, place, first_due_on, last_due_on)
    join billing.debt_count on due_on between first_due_on and last_due_on
    group by name, place`;
}

function rowsOf({ by, from, to }: Asked, today: LocalDate): RawBuilder<unknown> {
  if (by === 'period') return rowsOverTime(sql`period::text`, from.slice(0, 7), to.slice(0, 7));
  if (by === 'day') return rowsOverTime(sql`booked_on::text`, from, to);
  if (by === 'provider') return rowsByProvider(from as LocalDate, to as LocalDate);
  return rowsByAge(today);
}

/** Sums of all rows; what stood at the end is that of the last day or month. */
function totalsOf(by: Asked['by']): RawBuilder<unknown> {
  const atEnd = (column: string) =>
    by === 'provider'
      ? sql`sum(${sql.id(column)}) as ${sql.id(column)}`
      : sql`(array_agg(${sql.id(column)} order by name desc))[1] as ${sql.id(column)}`;
  const sum = (column: string) => sql`sum(${sql.id(column)}) as ${sql.id(column)}`;
  return sql`${sum('billed')}, ${sum('changed')}, ${sum('paid')}, ${atEnd('onTheWay')}, ${atEnd('balance')}, ${sum('overdue')}`;
}

function wire<Row extends object>(row: Sums<Row>): Row {
  const money = new Set(['billed', 'changed', 'paid', 'onTheWay', 'balance', 'overdue']);
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      money.has(key) && typeof value === 'number' ? moneyToWire(BigInt(value) as Kopiykas) : value,
    ]),
  ) as Row;
}

/** REPORT_MONEY: from the counts of billing.ledger_count; overdue debts from billing.debt_month. */
export const handleReportMoney = handleReadModule(REPORT_MONEY, ({ db, clock }) => async (asked) => {
  if (asked.by === 'age' && !(await bringDebtsUpToDate(db))) return refuse('reports.notReady');
  const { rows, totals, count } = await readPart<Sums<Answered['rows'][number]>, Sums<Answered['totals']>>(
    db,
    rowsOf(asked, kyivDateOf(clock.now())),
    totalsOf(asked.by),
    asked.by === 'age' ? { key: 'place', hidden: ['place'] } : { key: 'name' },
    // Ages stand by what they are, not by their names.
    asked.by === 'age' && asked.sort.column === 'name'
      ? { ...asked, sort: { ...asked.sort, column: 'place' } }
      : asked,
  );
  return answer({
    rows: rows.map((row) => wire<Answered['rows'][number]>(row)),
    totals: wire<Answered['totals']>(totals),
    count,
  });
});

/** Adds the rows of the same count up to one; returns by how many there are fewer. */
export async function addUpLedgerCounts(db: BillingDatabase): Promise<number> {
  const key = sql`booked_on, period, kind, debit_account, credit_account, provider`;
  const { rows } = await typedSql({ removed: int4() })`
    with gone as (
      delete from billing.ledger_count where count_id in (
        select count_id from (
          select count_id, count(*) over (partition by ${key}) as same from billing.ledger_count) counted
        where same > 1)
      returning ${key}, entries, amount_kopiykas),
    kept as (
      insert into billing.ledger_count (${key}, entries, amount_kopiykas)
      select ${key}, sum(entries), sum(amount_kopiykas) from gone group by ${key} returning 1)
    select ((select count(*) from gone) - (select count(*) from kept))::integer as removed`.execute(db);
  return rows[0]?.removed ?? 0;
}
