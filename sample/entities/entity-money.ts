import { fromKwh } from '#domain/energy.ts';
import { composeInvoiceTotals, type InvoiceTotals, invoiceLineAmount } from '#domain/invoices/invoice.ts';
import { planPayments } from '#domain/invoices/planned-payments.ts';
import { type PriceComponent, priceOfPoint } from '#domain/invoices/price-formula.ts';
import { pointQuantities } from '#domain/invoices/quantities.ts';
import { chargeReactive, isReactiveCharged, usageOfSites } from '#domain/invoices/reactive.ts';
import {
  type Kopiykas,
  negateMoney,
  smallerMoney,
  subtractMoney,
  sumMoney,
  zeroMoney,
} from '#domain/money.ts';
import { startingValues } from '#domain/rules/rule-definitions.ts';
import { supplierRules } from '#domain/rules/supplier-rules.ts';
import { addMonths, type BillingPeriod } from '#domain/time/billing-period.ts';
import { hoursOfDays } from '#domain/time/kyiv.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';
import { dayOf } from '#sample/households/household-history.ts';
import { declaredVolumes } from './declared-volumes.ts';
import type { PointHistory } from './entity-history.ts';
import type { EntityPlan } from './entity-plan.ts';

/** The sums of the invoice of a period, and the energy in it. */
export function invoiceOf(
  { contract }: EntityPlan,
  histories: readonly PointHistory[],
  components: readonly PriceComponent[],
  period: BillingPeriod,
  place: number,
): InvoiceTotals & { readonly kwh: number } {
  const behind = Map.groupBy(histories, ({ point }) => point.subConsumer?.mainEic);
  const quantities = pointQuantities(
    histories.map(({ point, months }) => ({
      eicCode: point.eicCode,
      meteredKwh: months[place]?.kwh ?? 0,
      reactiveImportKvarh: months[place]?.reactiveImportKvarh ?? 0,
      loss: point.loss,
      subConsumers: (behind.get(point.eicCode) ?? []).map((sub) => ({ eicCode: sub.point.eicCode })),
      hours: hoursOfDays(period),
    })),
  );
  const base = contract.priceKind === 'fixedGross' ? 'gross' : 'net';
  const amounts = histories.flatMap(({ point }, at) => {
    if (point.subConsumer?.isBilled === false) return [];
    const price = priceOfPoint(contract, components, period, point.voltageClass);
    if (price.kind === 'missing') throw new RangeError(`${period} has no price of ${price.component}`);
    const energy = fromKwh(quantities[at]?.billedKwh ?? 0);
    return price.components.map((part) => invoiceLineAmount(energy, part.price, contract.rounding));
  });
  const kwh = histories.reduce(
    (sum, { point }, at) =>
      point.subConsumer?.isBilled === false ? sum : sum + (quantities[at]?.billedKwh ?? 0),
    0,
  );
  return { ...composeInvoiceTotals(amounts, base), kwh };
}

interface EntityPaymentRow {
  readonly reference: string;
  readonly paidOn: LocalDate;
  readonly landedOn: LocalDate | '';
  readonly amount: Kopiykas;
}

/** A prepayment is asked for on the first day. */
const PREPAYMENT = [{ day: 1, percent: 100 }] as const;

/** The sum of the volumes declared for the month after, at the prices of a period; undefined: none are declared. */
function prepaymentOf(
  { contract, points }: EntityPlan,
  declared: ReturnType<typeof declaredVolumes>,
  components: readonly PriceComponent[],
  period: BillingPeriod,
): Kopiykas | undefined {
  const volumes = declared.filter((volume) => volume.period === addMonths(period, 1));
  if (volumes.length === 0) return undefined;
  const amounts = volumes.flatMap(({ eicCode, contractedKwh, correctedKwh = contractedKwh }) => {
    const voltageClass = points.find((point) => point.eicCode === eicCode)?.voltageClass ?? 2;
    const price = priceOfPoint(contract, components, period, voltageClass);
    if (price.kind === 'missing') throw new RangeError(`${period} has no price of ${price.component}`);
    return price.components.map((part) =>
      invoiceLineAmount(fromKwh(correctedKwh), part.price, contract.rounding),
    );
  });
  return composeInvoiceTotals(amounts, contract.priceKind === 'fixedGross' ? 'gross' : 'net').gross;
}

/** Payments of an account up to today, as its payer plans them. */
export function entityPaymentsOf(
  plan: EntityPlan,
  histories: readonly PointHistory[],
  components: readonly PriceComponent[],
  periods: readonly BillingPeriod[],
  today: LocalDate,
): EntityPaymentRow[] {
  const { payer, contract, accountNumber } = plan;
  const sums = periods.map((period, place) => invoiceOf(plan, histories, components, period, place).gross);
  const payments: EntityPaymentRow[] = [];
  function pay(paidOn: LocalDate, amount: Kopiykas): void {
    if (amount <= zeroMoney || paidOn > today) return;
    const landing = addDays(paidOn, 1);
    payments.push({
      reference: `${accountNumber}-${paidOn.replaceAll('-', '')}`,
      paidOn,
      landedOn: landing <= today ? landing : '',
      amount,
    });
  }
  const plannedParts = { byFact: [], prepayment: PREPAYMENT, planned: contract.plannedParts }[
    contract.paymentForm
  ];
  const parts = payer.kind === 'asAgreed' ? plannedParts : [];
  const declared = contract.paymentForm === 'prepayment' ? declaredVolumes(plan, today) : [];
  const [first] = periods;
  const prepaid = (before: BillingPeriod) =>
    first === undefined || before < first ? undefined : prepaymentOf(plan, declared, components, before);
  const last = periods.at(-1);
  // Paid above the invoices; the next payments are smaller by it.
  let credit = zeroMoney;
  for (const [place, period] of [...periods, ...(last ? [addMonths(last, 1)] : [])].entries()) {
    // Nothing is known of the month before the history: its own sum stands for it.
    const planned = prepaid(addMonths(period, -1)) ?? sums[place - 1] ?? sums[place] ?? zeroMoney;
    const advances = parts.length === 0 ? [] : planPayments(planned, parts, period);
    for (const { dueOn, amount } of advances) {
      const covered = smallerMoney(credit, amount);
      credit = subtractMoney(credit, covered);
      pay(dueOn, subtractMoney(amount, covered));
    }
    const sum = sums[place];
    if (sum === undefined) continue;
    const monthsAgo = periods.length - place;
    if (payer.kind === 'stopped' && monthsAgo <= payer.monthsAgo) continue;
    const later = payer.kind === 'late' ? payer.months : 1;
    const left = subtractMoney(sum, sumMoney([credit, ...advances.map(({ amount }) => amount)]));
    credit = left < zeroMoney ? negateMoney(left) : zeroMoney;
    pay(dayOf(addMonths(period, later), payer.day), left);
  }
  return payments;
}

/** Reactive energy is paid to the operator on this day, two months later. */
const REACTIVE_DAY = 20;
const REACTIVE_MONTHS = 2;

/** Payments of an account to the operator of its network, month by month. */
export function reactivePaymentsOf(
  plan: EntityPlan,
  histories: readonly PointHistory[],
  components: readonly PriceComponent[],
  periods: readonly BillingPeriod[],
  today: LocalDate,
): Omit<EntityPaymentRow, 'landedOn'>[] {
  const rules = supplierRules(startingValues({})).reactive;
  return periods.flatMap((period, place) => {
    const sites = usageOfSites(
      histories.map(({ point, months }) => ({
        eicCode: point.eicCode,
        site: point.address,
        feeder: point.subConsumer?.mainEic,
        activeKwh: months[place]?.kwh ?? 0,
        contractedPowerWatts: point.powerKilowatts * 1000,
      })),
    );
    const amounts = histories.flatMap(({ point, months }) => {
      const month = months[place];
      const price = priceOfPoint(plan.contract, components, period, point.voltageClass);
      if (point.reactive === undefined || month === undefined || price.kind === 'missing') return [];
      const usage = sites.get(point.address);
      if (usage === undefined || !isReactiveCharged(usage, rules)) return [];
      const charge = chargeReactive(
        {
          activeKwh: month.kwh,
          importKvarh: month.reactiveImportKvarh,
          exportKvarh: month.reactiveExportKvarh,
          equivalent: point.reactive.equivalentMicro,
          price: price.energy.price,
          priceBase: price.base,
        },
        rules,
        plan.contract.rounding,
      );
      return [charge.p1, charge.p2];
    });
    const { gross: amount } = composeInvoiceTotals(amounts, 'net');
    const paidOn = dayOf(addMonths(period, REACTIVE_MONTHS), REACTIVE_DAY);
    if (amount <= zeroMoney || paidOn > today) return [];
    return [{ reference: `R-${plan.accountNumber}-${period.replace('-', '')}`, paidOn, amount }];
  });
}
