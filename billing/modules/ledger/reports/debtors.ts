import { type RawBuilder, sql } from 'kysely';
import { answer, type ModuleInput, type ModuleOutput, refuse } from '#billing/api/define-module.ts';
import { REPORT_DEBTORS } from '#billing/api/reports.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { type Kopiykas, moneyFromWire, moneyToWire } from '#domain/money.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { readPart } from '#platform/database/read-part.ts';
import { nullable, text, timestamptz, typedSql } from '#platform/database/typed-sql.ts';
import { ageOfDebt, bringDebtsUpToDate } from './debt-months.ts';

type Asked = ModuleInput<typeof REPORT_DEBTORS>;
type Row = ModuleOutput<typeof REPORT_DEBTORS>['rows'][number];

const sums = ['amount', 'days30', 'days60', 'days90', 'days365', 'older'] as const;
type Sums = Readonly<Record<(typeof sums)[number], number>>;
type DebtorRow = Sums & Pick<Row, 'account' | 'oldest' | 'days'>;

/** SQL of a place of the premises `p` as staff sees it without the address of a person. */
const placeText = sql`concat_ws(', ', nullif(p.region, ''), nullif(p.settlement, ''))`;

/** SQL of the debtors; customers and premises are joined where the filter or the order wants them. */
function debtors({ age, leastSum, customerType, place, sort }: Asked, today: LocalDate): RawBuilder<unknown> {
  const wantsAccount =
    customerType !== null || place !== null || sort.column === 'type' || sort.column === 'place';
  const of = (days: string, name: string) =>
    sql`coalesce(sum(amount_kopiykas) filter (where age = ${days}), 0)::bigint as ${sql.id(name)}`;
  const debts = sql`
    select account_number as account, sum(amount_kopiykas)::bigint as amount, ${of('1-30', 'days30')}, ${of('31-60', 'days60')},
      ${of('61-90', 'days90')}, ${of('91-365', 'days365')}, ${of('366-', 'older')}, min(period) as oldest,
      ${today}::date - min(due_on) as days, (array_agg(age order by due_on))[1] as age
    from (select *, ${ageOfDebt(today)} as age from billing.debt_month where due_on < ${today}) overdue
    group by account_number`;
  return sql`
    select debt.*${wantsAccount ? sql`, c.customer_type as type, ${placeText} as place` : sql``}
    from (${debts}) debt
    ${
      wantsAccount
        ? sql`join billing.account a on a.account_number = debt.account
          join billing.customer c on c.customer_id = a.customer_id
          left join billing.premises p on p.account_number = a.account_number`
        : sql``
    }
    where (${age}::text is null or debt.age = ${age})
      and (${leastSum === null ? null : moneyFromWire(leastSum).toString()}::bigint is null
        or debt.amount >= ${leastSum === null ? null : moneyFromWire(leastSum).toString()}::bigint)
      ${
        wantsAccount
          ? sql`and (${customerType}::text is null or c.customer_type = ${customerType})
            and (${place}::text is null or strpos(lower(${placeText}), lower(${place})) > 0)`
          : sql``
      }`;
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
export const handleReportDebtors = handleModule(REPORT_DEBTORS, ({ db, clock }) => async (asked) => {
  if (!(await bringDebtsUpToDate(db))) return refuse('reports.notReady');
  const today = kyivDateOf(clock.now());
  const totals = sql.join(sums.map((name) => sql`coalesce(sum(${sql.id(name)}), 0) as ${sql.id(name)}`));
  const part = await readPart<DebtorRow, Sums>(
    db,
    debtors(asked, today),
    totals,
    { key: 'account', hidden: ['age'] },
    asked,
  );
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
