import { answer, type ModuleOutput, refuse } from '#billing/api/define-module.ts';
import { PRICE_HISTORY } from '#billing/api/tariffs.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { bothPrices, type DatedTerms, listContractTerms } from '#billing/modules/contracts/public.ts';
import { cachedPriceComponents } from '#billing/modules/tariffs/public.ts';
import type { VoltageClass } from '#domain/invoices/contract-terms.ts';
import { type PriceComponent, type PricedComponent, priceOfPoint } from '#domain/invoices/price-formula.ts';
import { priceToText } from '#domain/price.ts';
import { addMonths, type BillingPeriod, firstDay, periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { addDays, type LocalDate, laterOf } from '#domain/time/local-date.ts';
import { bool, json, typedSql } from '#platform/database/typed-sql.ts';

type PriceRun = ModuleOutput<typeof PRICE_HISTORY>['prices'][number];

/** As long ago as prices are shown. */
const maxMonths = 60;

/** Voltage classes of the points of an account; undefined: no such account. */
async function listClasses(
  db: BillingDatabase,
  accountNumber: string,
): Promise<readonly VoltageClass[] | undefined> {
  const { rows } = await typedSql<{ isKnown: boolean; classes: readonly VoltageClass[] }>({
    isKnown: bool(),
    classes: json(),
  })`
    select exists (select from billing.account where account_number = ${accountNumber}) as "isKnown",
      (select coalesce(jsonb_agg(distinct voltage_class order by voltage_class), '[2]') from billing.contract_point
        where account_number = ${accountNumber}) as classes`.execute(db);
  return rows[0]?.isKnown ? rows[0].classes : undefined;
}

const partsText = (parts: readonly PricedComponent[]) =>
  parts.map(({ kind, price }) => ({ kind, price: priceToText(price) }));

/** The months with prices of a class, oldest first, those with the same price as one run. */
function runsOf(
  versions: readonly DatedTerms[],
  components: readonly PriceComponent[],
  months: { readonly first: BillingPeriod; readonly last: BillingPeriod },
  voltageClass: VoltageClass,
): readonly PriceRun[] {
  const runs: PriceRun[] = [];
  for (let period = months.first; period <= months.last; period = addMonths(period, 1)) {
    const lastDay = addDays(firstDay(addMonths(period, 1)), -1);
    // The version in force on the last day charges the month.
    const terms = versions.find(({ validFrom }) => validFrom <= lastDay);
    const priced = terms && priceOfPoint({ ...terms, isOnePrice: false }, components, period, voltageClass);
    if (priced?.kind !== 'priced') continue;
    const { net, gross } = bothPrices(priced);
    const parts = partsText(priced.components);
    const before = runs.at(-1);
    const isSame =
      before !== undefined &&
      before.to === addDays(firstDay(period), -1) &&
      JSON.stringify(before.parts) === JSON.stringify(parts);
    if (isSame) runs[runs.length - 1] = { ...before, to: lastDay };
    else {
      const prices = { net: priceToText(net), gross: priceToText(gross), parts };
      runs.push({ voltageClass, from: firstDay(period), to: lastDay, ...prices });
    }
  }
  return runs;
}

/** From the first month with terms and prices to the current one, or to the last that a version begins in. */
function shownMonths(
  versions: readonly DatedTerms[],
  components: readonly PriceComponent[],
  today: LocalDate,
): { readonly first: BillingPeriod; readonly last: BillingPeriod } {
  const current = periodOf(today);
  const starts = [
    ...versions.map(({ validFrom }) => validFrom),
    ...components.map(({ validFrom }) => validFrom),
  ];
  const begins = versions.at(-1)?.validFrom ?? today;
  const oldest = addMonths(current, 1 - maxMonths);
  const first = periodOf(begins) > oldest ? periodOf(begins) : oldest;
  return { first, last: periodOf(starts.reduce(laterOf, today)) };
}

/** Whether a version of the contract is priced by a component. */
function isPricedBy(version: DatedTerms, { kind, subject }: PriceComponent): boolean {
  const { priceKind, operatorCode, offerCode } = version;
  if (priceKind === 'fixedGross') return false;
  const isUniversal = priceKind === 'universal';
  switch (kind) {
    case 'transmission':
      return isUniversal || version.withTransmission;
    case 'distribution':
      return (isUniversal || version.withDistribution) && subject === operatorCode;
    case 'dayAhead':
      return priceKind === 'spot';
    case 'margin':
      return priceKind === 'spot' && subject === offerCode;
    case 'purchase':
    case 'universalTariff':
      return isUniversal && subject === offerCode;
  }
}

/** The day before the next version, when that is one of the same part; null: no end is known. */
function lastDayBefore(
  next: PriceComponent | undefined,
  { kind, subject, voltageClass }: Pick<PriceComponent, 'kind' | 'subject' | 'voltageClass'>,
): LocalDate | null {
  const isSame = next?.kind === kind && next.subject === subject && next.voltageClass === voltageClass;
  return isSame ? addDays(next.validFrom, -1) : null;
}

/** PRICE_HISTORY: the price by the rule of the invoice, and what each part of it cost when, by whose decision. */
export const handlePriceHistory = handleModule(
  PRICE_HISTORY,
  ({ db, clock }) =>
    async ({ accountNumber }) => {
      const today = kyivDateOf(clock.now());
      const [classes, versions, all] = await Promise.all([
        listClasses(db, accountNumber),
        listContractTerms(db, accountNumber),
        cachedPriceComponents(db),
      ]);
      if (classes === undefined) return refuse('common.notFound');
      const used = all.filter(
        (component) =>
          versions.some((version) => isPricedBy(version, component)) &&
          (component.voltageClass === 0 || classes.includes(component.voltageClass)),
      );
      const months = shownMonths(versions, used, today);
      const nameOf = new Map(versions.map(({ operatorCode, operator }) => [operatorCode, operator?.name]));
      return answer({
        prices: classes
          .flatMap((voltageClass) => runsOf(versions, used, months, voltageClass))
          // No end is known of what is in force now or begins last.
          .map((run) =>
            run.to === addDays(firstDay(addMonths(months.last, 1)), -1) ? { ...run, to: null } : run,
          )
          .sort((a, b) => (a.from === b.from ? a.voltageClass - b.voltageClass : a.from < b.from ? 1 : -1)),
        components: used
          .map(({ kind, subject, voltageClass, validFrom, validTo, price, source }, index) => ({
            kind,
            subject: kind === 'distribution' ? (nameOf.get(subject) ?? subject) : subject,
            voltageClass,
            from: validFrom,
            to: validTo ?? lastDayBefore(used[index + 1], { kind, subject, voltageClass }),
            price: priceToText(price),
            source,
          }))
          .sort((a, b) => (a.from === b.from ? 0 : a.from < b.from ? 1 : -1)),
      });
    },
);
