import { type RawBuilder, sql } from 'kysely';
import { answer, type ModuleInput, type ModuleOutput, refuse } from '#billing/api/define-module.ts';
import { REPORT_DEBTORS } from '#billing/api/reports.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleReadModule } from '#billing/module-handler.ts';
import { type Kopiykas, moneyFromWire, moneyToWire } from '#domain/money.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';
import { int4, json, nullable, text, timestamptz, typedSql } from '#platform/database/typed-sql.ts';
import { bringDebtsUpToDate, daysOfAges } from './debt-months.ts';

type Asked = ModuleInput<typeof REPORT_DEBTORS>;
type Row = ModuleOutput<typeof REPORT_DEBTORS>['rows'][number];

type Sums = Readonly<Record<'amount' | 'days30' | 'days60' | 'days90' | 'days365' | 'older', number>>;
type DebtorRow = Sums & Pick<Row, 'account' | 'oldest' | 'days'>;

/** SQL of a place of the premises `p` as staff sees it without the address of a person. */
const placeText = sql`coalesce(nullif(p.settlement, ''), p.region, '')`;

/** SQL of the columns of sums by age, over months of debt. */
const sumsByAge = (today: LocalDate) => {
  const of = (
    from: number,
    to: number | null,
    name: string,
  ) => sql`coalesce(sum(amount_kopiykas) filter (where
    due_on < ${addDays(today, 1 - from)}::date ${to === null ? sql`` : sql`and due_on >= ${addDays(today, -to)}::date`}), 0)::bigint
    as ${sql.id(name)}`;
  return sql`${of(1, 30, 'days30')}, ${of(31, 60, 'days60')}, ${of(61, 90, 'days90')}, ${of(91, 365, 'days365')},
    ${of(366, null, 'older')}`;
};

/**
 * SQL of the accounts with an overdue debt, each by the row that stands for today; what is not asked for, or sorted by, is not
 * joined and not added up.
 */
function debtors({ age, leastSum, customerType, place, sort }: Asked, today: LocalDate): RawBuilder<unknown> {
  const wantsAccount =
    customerType !== null || place !== null || sort.column === 'type' || sort.column === 'place';
  const byAge = ['days30', 'days60', 'days90', 'days365', 'older'].includes(sort.column);
  const wantsAge = age === null ? null : daysOfAges[age];
  return sql`
    select debt.account_number as account, debt.overdue_kopiykas as amount, ${today}::date - debt.oldest_due_on as days,
      debt.oldest_period as oldest
      ${byAge ? sql`, days30, days60, days90, days365, older` : sql``}
      ${wantsAccount ? sql`, c.customer_type as type, ${placeText} as place` : sql``}
    from billing.debt_month debt
    ${
      byAge
        ? sql`join (
            select account_number, ${sumsByAge(today)} from billing.debt_month where due_on < ${today} group by account_number) ages
          on ages.account_number = debt.account_number`
        : sql``
    }
    ${
      wantsAccount
        ? sql`join billing.account a on a.account_number = debt.account_number
          join billing.customer c on c.customer_id = a.customer_id
          left join billing.premises p on p.account_number = a.account_number`
        : sql``
    }
    where debt.due_on < ${today}::date and debt.stands_until >= ${today}::date
      ${wantsAge === null ? sql`` : sql`and debt.oldest_due_on between ${addDays(today, -wantsAge[1])}::date and ${addDays(today, -wantsAge[0])}::date`}
      ${leastSum === null ? sql`` : sql`and debt.overdue_kopiykas >= ${moneyFromWire(leastSum).toString()}::bigint`}
      ${customerType === null ? sql`` : sql`and c.customer_type = ${customerType}`}
      ${place === null ? sql`` : sql`and strpos(lower(concat_ws(', ', p.region, p.settlement)), lower(${place})) > 0`}`;
}

/** A part of the debtors, their number, and the sums of all of them by age, by one statement. */
async function readDebtors(db: BillingDatabase, asked: Asked, today: LocalDate) {
  const { sort, offset, limit } = asked;
  const isAll =
    asked.age === null && asked.leastSum === null && asked.customerType === null && asked.place === null;
  const order = sql`${sql.id(sort.column)} ${sort.descending ? sql`desc` : sql`asc`}, account`;
  // All are in the order of an index, and counted by day; of some the list is made.
  const found = isAll
    ? sql`found as not materialized (${debtors(asked, today)})`
    : sql`found as materialized (${debtors(asked, today)})`;
  const ofDays = isAll
    ? sql`select due_on, amount_kopiykas from billing.debt_count where due_on < ${today}`
    : // Few days, many debts of each.
      sql`select due_on, sum(amount_kopiykas) as amount_kopiykas from billing.debt_month
        where due_on < ${today} and account_number in (select account from found) group by due_on`;
  const count = isAll
    ? sql`select coalesce(sum(accounts), 0)::integer from billing.debt_count where due_on < ${today} and earlier_due_on = '-infinity'`
    : sql`select count(*)::integer from found`;
  const { rows } = await typedSql({ rows: json<DebtorRow[]>(), totals: json<Sums>(), count: int4() })`
    with ${found},
    part as (
      select account, amount, days, oldest, row_number() over (order by ${order}) as rank
      from (select * from found order by ${order} limit ${limit}::integer offset ${offset}::integer) chosen)
    select (${count}) as count,
      (select to_jsonb(total) from (
        select coalesce(sum(amount_kopiykas), 0)::bigint as amount, ${sumsByAge(today)} from (${ofDays}) by_day) total) as totals,
      coalesce((select jsonb_agg(to_jsonb(one) - 'rank' order by one.rank) from (
        select part.*, ages.* from part cross join lateral (
          select ${sumsByAge(today)} from billing.debt_month where account_number = part.account and due_on < ${today}) ages) one),
        '[]') as rows`.execute(db);
  const [part] = rows;
  if (part === undefined) throw new Error('no answer');
  return part;
}

/** Whose the accounts are, and when each paid last. */
async function findDetails(db: BillingDatabase, accounts: readonly string[]) {
  const { rows } = await typedSql({
    account: text(),
    type: text<Row['type']>(),
    place: text(),
    lastPaidAt: nullable(timestamptz<Instant>()),
  })`
    select a.account_number as account, c.customer_type as type, ${placeText} as place, (
      select max(e.posted_at) from billing.ledger_entry e
      where e.account_number = a.account_number and e.kind = 'payment' and e.credit_account = 'receivable'
        and not exists (select from billing.ledger_entry r
          where r.account_number = e.account_number and r.reverses_entry_id = e.entry_id)) as "lastPaidAt"
    from billing.account a
    join billing.customer c on c.customer_id = a.customer_id
    left join billing.premises p on p.account_number = a.account_number
    where a.account_number = any(${[...accounts]}::text[])`.execute(db);
  return new Map(rows.map(({ account, ...details }) => [account, details]));
}

function wire({ amount, days30, days60, days90, days365, older }: Sums) {
  const toWire = (sum: number) => moneyToWire(BigInt(sum) as Kopiykas);
  return {
    amount: toWire(amount),
    days30: toWire(days30),
    days60: toWire(days60),
    days90: toWire(days90),
    days365: toWire(days365),
    older: toWire(older),
  };
}

/** REPORT_DEBTORS: from billing.debt_month, which is brought up to date first. */
export const handleReportDebtors = handleReadModule(REPORT_DEBTORS, ({ db, clock }) => async (asked) => {
  if (!(await bringDebtsUpToDate(db))) return refuse('reports.notReady');
  const today = kyivDateOf(clock.now());
  const part = await readDebtors(db, asked, today);
  const details = await findDetails(
    db,
    part.rows.map(({ account }) => account),
  );
  const rows = part.rows.flatMap((row): Row[] => {
    const of = details.get(row.account);
    if (of === undefined) return [];
    const { account, oldest, days } = row;
    const lastPaidAt = of.lastPaidAt === null ? null : instantToIso(of.lastPaidAt);
    return [{ account, type: of.type, place: of.place, ...wire(row), oldest, days, lastPaidAt }];
  });
  return answer({ rows, totals: wire(part.totals), count: part.count });
});
