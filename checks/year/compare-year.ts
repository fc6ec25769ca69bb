import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { chargeNaively } from '#billing/modules/charges/testing/naive-month.ts';
import { monthOf, periodAt } from '#billing/modules/charges/testing/random-histories.ts';
import { signedOnReceivable } from '#billing/modules/ledger/public.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { addMonths, type BillingPeriod, billingPeriod, firstDay } from '#domain/time/billing-period.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import type { Household } from './households.ts';

interface StoredReading {
  readonly account: string;
  readonly zone: Zone;
  readonly on: LocalDate;
  readonly period: BillingPeriod;
  readonly value: number;
  readonly receipt: string | null;
  readonly status: string;
}

/**
 * Compares the books of a year with what households were answered, and with a computation that uses none of the product's code. Lists
 * what differs: acknowledged readings and payments that are missing, sums of months, debts, bills that are missing or made twice.
 */
export async function compareYear(
  db: BillingDatabase,
  households: readonly Household[],
  { first, months }: { readonly first: BillingPeriod; readonly months: number },
): Promise<readonly string[]> {
  const readings = await sql<StoredReading>`
    select r.account_number as account, r.zone, r.effective_date::text as "on", r.period, r.value::int as value, r.status,
      s.receipt_number::text as receipt
    from billing.reading r left join billing.reading_submission s using (account_number, submission_id)`.execute(
    db,
  );
  const charged = await sql<{ account: string; period: string; kwh: number; sum: number }>`
    select account_number as account, to_char(from_date, 'YYYY-MM') as period, (sum(energy_wh) / 1000)::int as kwh,
      sum(amount_kopiykas)::int as sum
    from billing.charge_line group by 1, 2`.execute(db);
  const owed = await sql<{ account: string; sum: number }>`
    select account_number as account, sum(${signedOnReceivable('e')})::int as sum
    from billing.ledger_entry e group by 1`.execute(db);
  const payments = await sql<{ id: string; sums: string }>`
    select payment_id as id, string_agg(amount_kopiykas::text, ' ') as sums
    from billing.ledger_entry where kind = 'payment' group by 1`.execute(db);
  const bills = await sql<{ account: string; count: number; periods: number }>`
    select account_number as account, count(*)::int as count, count(distinct period)::int as periods
    from billing.bill group by 1`.execute(db);

  const found: string[] = [];
  const chargedOf = new Map(
    charged.rows.map((row) => [`${row.account} ${row.period}`, `${row.kwh} ${row.sum}`]),
  );
  const owedBy = new Map(owed.rows.map(({ account, sum }) => [account, sum]));
  const sumsOf = new Map(payments.rows.map(({ id, sums }) => [id, sums]));
  const billsOf = new Map(bills.rows.map((row) => [row.account, row]));
  const ofAccount = Map.groupBy(readings.rows, ({ account }) => account);
  const start = monthOf(firstDay(first));
  for (const { history, accountNumber, accepted, paid } of households) {
    const stored = ofAccount.get(accountNumber) ?? [];
    for (const [receipt, values] of accepted)
      for (const [zone, value] of Object.entries(values)) {
        const rows = stored.filter(
          (one) => one.receipt === receipt && one.zone === zone && one.value === value,
        );
        if (rows.length !== 1)
          found.push(`${accountNumber}: reading ${receipt} is stored ${rows.length} times`);
      }
    for (const [id, kopiykas] of paid)
      if (sumsOf.get(id) !== String(kopiykas))
        found.push(`${accountNumber}: payment ${id}: ${sumsOf.get(id)}`);
    const [meter] = history.meters;
    const counted = stored
      .filter(({ status }) => status === 'accepted')
      .map(({ zone, on, period, value }) => {
        return {
          zone,
          on,
          value,
          month: monthOf(firstDay(billingPeriod(period))),
          knownIn: 0,
          mistaken: undefined,
        };
      });
    const lived = { ...history, meters: meter === undefined ? [] : [{ ...meter, readings: counted }] };
    const naive = chargeNaively(lived, start + months);
    let owes = -[...paid.values()].reduce((sum, kopiykas) => sum + kopiykas, 0);
    for (let month = start; month < start + months; month += 1) {
      const { kwh = 0, kopiykas = 0 } = naive[month] ?? {};
      owes += kopiykas;
      const is = chargedOf.get(`${accountNumber} ${periodAt(month)}`) ?? '0 0';
      if (is !== `${kwh} ${kopiykas}`)
        found.push(`${accountNumber} ${periodAt(month)}: ${is}, not ${kwh} ${kopiykas} (kWh, kopiykas)`);
    }
    if ((owedBy.get(accountNumber) ?? 0) !== owes)
      found.push(`${accountNumber}: owes ${owedBy.get(accountNumber)}, not ${owes}`);
    const { count = 0, periods = 0 } = billsOf.get(accountNumber) ?? {};
    if (count !== months || periods !== months)
      found.push(`${accountNumber}: ${count} bills of ${periods} months, not ${months}`);
  }
  const last = addMonths(first, months - 1);
  const open = await sql<{ period: string }>`
    select period from billing.period where state <> 'closed' and period <= ${last}`.execute(db);
  return [...found, ...open.rows.map(({ period }) => `${period} is not closed`)];
}
