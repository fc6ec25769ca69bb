import type { ChargeLineData } from '#billing/api/charges/charges.ts';
import type { ChargeLine } from '#domain/charges/charge-line.ts';
import { toKwh } from '#domain/energy.ts';
import { moneyToWire } from '#domain/money.ts';
import { coefficientToText, priceToText } from '#domain/price.ts';

type ShownLine = Omit<ChargeLine, 'lineNumber' | 'blockIndex' | 'tariffValidFrom' | 'kind'> & {
  readonly kind: ChargeLineData['kind'];
};

/** A line as function modules answer it. */
export function chargeLineData(line: ShownLine): ChargeLineData {
  return {
    kind: line.kind,
    zone: line.zone,
    kwh: toKwh(line.energy),
    price: priceToText(line.price),
    coefficient: coefficientToText(line.coefficient),
    sum: moneyToWire(line.amount),
    from: line.from,
    to: line.to,
    isEstimated: line.isEstimated,
  };
}
