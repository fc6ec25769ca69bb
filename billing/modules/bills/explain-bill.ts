import { BILL_EXPLAIN } from '#billing/api/bills.ts';
import { answer, type ModuleOutput, refuse } from '#billing/api/define-module.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { findSupplier } from '#billing/modules/supplier/public.ts';
import {
  type AccountTariffs,
  cachedTariffs,
  tariffHistoryColumn,
  versionsOf,
} from '#billing/modules/tariffs/public.ts';
import {
  type BillFacts,
  closingOf,
  costOf,
  daysCovered,
  kwhOf,
  leftFromBefore,
} from '#domain/charges/bill-facts.ts';
import { type DifferencePart, explainDifference } from '#domain/charges/explain-difference.ts';
import { type Kopiykas, moneyToWire, subtractMoney } from '#domain/money.ts';
import { type Price, priceToText } from '#domain/price.ts';
import type { Zone, ZoneScheme } from '#domain/tariffs/tariff.ts';
import { addMonths, type BillingPeriod, billingPeriod } from '#domain/time/billing-period.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import {
  date,
  float8,
  int8,
  json,
  nullable,
  type RowOf,
  text,
  typedSql,
} from '#platform/database/typed-sql.ts';

interface ComparedBill {
  readonly period: BillingPeriod;
  readonly opening: Kopiykas;
  readonly charged: Kopiykas;
  /** Corrections of an operator are among it. */
  readonly recalculated: Kopiykas;
  readonly benefit: Kopiykas;
  readonly paid: Kopiykas;
}

interface ComparedBills extends AccountTariffs {
  readonly billingCondition: string;
  /** Those that were made, oldest first. */
  readonly bills: readonly ComparedBill[];
}

/** The columns of an outer join are null together. */
const isBill = <Row extends { period: string | null }>(row: Row): row is Row & ComparedBill =>
  row.period !== null;

/**
 * The bill of the period, the newest before it, and that of `lastYear`, with what is to be known of the account.
 * undefined: no such account.
 */
async function findComparedBills(
  db: BillingDatabase,
  accountNumber: string,
  period: BillingPeriod,
  lastYear: BillingPeriod,
): Promise<ComparedBills | undefined> {
  const { rows } = await typedSql({
    tariffCode: text(),
    tariffHistory: nullable(json<AccountTariffs['tariffHistory']>()),
    billingCondition: text(),
    period: nullable(text<BillingPeriod>()),
    opening: nullable(int8<Kopiykas>()),
    charged: nullable(int8<Kopiykas>()),
    recalculated: nullable(int8<Kopiykas>()),
    benefit: nullable(int8<Kopiykas>()),
    paid: nullable(int8<Kopiykas>()),
  })`
    select a.tariff_code as "tariffCode", ${tariffHistoryColumn('a')} as "tariffHistory", a.billing_condition as "billingCondition", b.period,
      b.opening_kopiykas as opening, b.charged_kopiykas as charged,
      b.recalculated_kopiykas + b.corrected_kopiykas as recalculated, b.benefit_kopiykas as benefit,
      b.paid_kopiykas as paid
    from billing.account a
    left join billing.bill b on b.account_number = a.account_number
      and b.period in (${period}, ${lastYear},
        (select max(before.period) from billing.bill before
          where before.account_number = ${accountNumber} and before.period < ${period}))
    where a.account_number = ${accountNumber}
    order by b.period`.execute(db);
  const [first] = rows;
  if (first === undefined) return undefined;
  const { tariffCode, tariffHistory, billingCondition } = first;
  return { tariffCode, tariffHistory, billingCondition, bills: rows.filter(isBill) };
}

const comparedConsumptionColumns = {
  period: text<BillingPeriod>(),
  scheme: text<ZoneScheme>(),
  zone: text<Zone>(),
  kwh: float8(),
  from: date<LocalDate>(),
  /** The first day that is not counted any more. */
  to: date<LocalDate>(),
};
type ComparedConsumption = RowOf<typeof comparedConsumptionColumns>;

/** What each register counted in these periods. */
async function listComparedConsumptions(
  db: BillingDatabase,
  accountNumber: string,
  periods: readonly BillingPeriod[],
): Promise<readonly ComparedConsumption[]> {
  const { rows } = await typedSql(comparedConsumptionColumns)`
    select c.period, m.zone_scheme as scheme, c.zone, (c.energy_wh / 1000)::float8 as kwh, c.from_date as from,
      c.to_date as to
    from billing.consumption c join billing.meter m using (account_number, meter_id)
    where c.account_number = ${accountNumber} and c.period = any(${[...periods]}::text[])
    order by c.period, m.installed_on, c.meter_id, c.zone`.execute(db);
  return rows;
}

/** The different prices of the energy lines of these periods, the lower first. */
async function listComparedPrices(
  db: BillingDatabase,
  accountNumber: string,
  periods: readonly BillingPeriod[],
): Promise<readonly { readonly period: BillingPeriod; readonly price: Price }[]> {
  const { rows } = await typedSql({ period: text<BillingPeriod>(), price: int8<Price>() })`
    select distinct period, price_micro as price from billing.charge_line
    where account_number = ${accountNumber} and period = any(${[...periods]}::text[]) and kind = 'energy'
    order by period, price_micro`.execute(db);
  return rows;
}

type Explanation = ModuleOutput<typeof BILL_EXPLAIN>;

/** A bill of the comparison as function modules answer it. */
function explanationSide(bill: BillFacts): Explanation['bill'] {
  return {
    period: bill.period,
    closing: moneyToWire(closingOf(bill)),
    cost: moneyToWire(costOf(bill)),
    kwh: kwhOf(bill.consumptions),
    days: bill.days,
  };
}

/** A part with what it is of in either bill. */
function explanationPart(
  part: DifferencePart,
  base: BillFacts,
  bill: BillFacts,
): Explanation['parts'][number] {
  const sum = moneyToWire(part.sum);
  switch (part.kind) {
    case 'days':
      return { kind: part.kind, sum, facts: { from: base.days, to: bill.days, kwh: part.kwh } };
    case 'kwh': {
      const { kind, zone, kwh } = part;
      return { kind, zone, sum, facts: { from: kwhOfZone(base, zone), to: kwhOfZone(bill, zone), kwh } };
    }
    case 'tariff':
      return {
        kind: part.kind,
        sum,
        facts: { from: base.prices.map(priceToText), to: bill.prices.map(priceToText) },
      };
    case 'recalculation':
    case 'benefit': {
      const name = part.kind === 'benefit' ? 'benefit' : 'recalculated';
      return {
        kind: part.kind,
        sum,
        facts: { from: moneyToWire(base[name]), to: moneyToWire(bill[name]) },
      };
    }
    case 'debt':
      return {
        kind: part.kind,
        sum,
        facts: { from: moneyToWire(leftFromBefore(base)), to: moneyToWire(leftFromBefore(bill)) },
      };
  }
}

function kwhOfZone({ consumptions }: BillFacts, zone: Zone): number {
  return kwhOf(consumptions.filter((one) => one.zone === zone));
}

/** Both bills with what was measured and priced. */
async function loadBillFacts(
  db: BillingDatabase,
  accountNumber: string,
  base: ComparedBill,
  bill: ComparedBill,
): Promise<[base: BillFacts, bill: BillFacts]> {
  const periods = [base.period, bill.period];
  const [consumptions, prices] = await Promise.all([
    listComparedConsumptions(db, accountNumber, periods),
    listComparedPrices(db, accountNumber, periods),
  ]);
  const factsOf = (sums: ComparedBill): BillFacts => {
    const isOwn = (row: { readonly period: string }) => row.period === sums.period;
    const own = consumptions.filter(isOwn);
    return {
      ...sums,
      days: daysCovered(own),
      consumptions: own.map(({ scheme, zone, kwh }) => ({ scheme, zone, kwh })),
      prices: prices.filter(isOwn).map(({ price }) => price),
    };
  };
  return [factsOf(base), factsOf(bill)];
}

/**
 * BILL_EXPLAIN: a bill against the newest before it, or against that of the same month a year ago, by the tariffs that the
 * account had.
 */
export const handleBillExplain = handleModule(
  BILL_EXPLAIN,
  ({ db }) =>
    async ({ accountNumber, period: asked, against }) => {
      const period = billingPeriod(asked);
      const yearAgo = addMonths(period, -12);
      const found = await findComparedBills(db, accountNumber, period, yearAgo);
      if (found === undefined) return refuse('common.notFound');
      const { bills } = found;
      const bill = bills.find((one) => one.period === period);
      if (bill === undefined && found.billingCondition === 'callCentre') {
        const supplier = await findSupplier(db);
        const phones = [...(supplier?.phones ?? []), ...(supplier?.mobile_phones ?? [])];
        return refuse('billing.invoiceByCallCentre', { phones: phones.join(', ') });
      }
      if (bill === undefined) return refuse('billing.noCharges');
      const previous = bills.findLast((one) => one.period < period);
      const lastYear = bills.find((one) => one.period === yearAgo);
      const available = { previous: previous?.period ?? null, lastYear: lastYear?.period ?? null };
      const base = { previous, lastYear }[against];
      if (base === undefined) return refuse('billing.noComparison', undefined, { available });

      const [tariffs, [baseFacts, billFacts]] = await Promise.all([
        cachedTariffs(db),
        loadBillFacts(db, accountNumber, base, bill),
      ]);
      const versions = versionsOf(tariffs, found);
      const parts = explainDifference(baseFacts, billFacts, versions);
      return answer({
        base: explanationSide(baseFacts),
        bill: explanationSide(billFacts),
        parts: parts.map((part) => explanationPart(part, baseFacts, billFacts)),
        difference: moneyToWire(subtractMoney(closingOf(billFacts), closingOf(baseFacts))),
        available,
      });
    },
);
