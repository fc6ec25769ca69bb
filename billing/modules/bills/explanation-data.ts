import type { BILL_EXPLAIN } from '#billing/api/bill-explanation.ts';
import type { ModuleOutput } from '#billing/api/define-module.ts';
import { type BillFacts, closingOf, costOf, kwhOf, leftFromBefore } from '#domain/charges/bill-facts.ts';
import type { DifferencePart } from '#domain/charges/explain-difference.ts';
import { moneyToWire } from '#domain/money.ts';
import { priceToText } from '#domain/price.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';

type Explanation = ModuleOutput<typeof BILL_EXPLAIN>;

/** A bill of the comparison as function modules answer it. */
export function explanationSide(bill: BillFacts): Explanation['bill'] {
  return {
    period: bill.period,
    closing: moneyToWire(closingOf(bill)),
    cost: moneyToWire(costOf(bill)),
    kwh: kwhOf(bill.consumptions),
    days: bill.days,
  };
}

/** A part with what it is of in either bill. */
export function explanationPart(
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
