import type * as z from 'zod/mini';
import type { measuredRegisterSchema } from '#billing/api/charges/charges.ts';
import { toKwh } from '#domain/energy.ts';
import { addDays, daysBetween } from '#domain/time/local-date.ts';
import type { MeasuredConsumption } from './measure-account.ts';

/** What a register has counted as function modules answer it. */
export function measuredRegisterData(
  { register, span, energy, basis }: MeasuredConsumption,
  serials: Readonly<Record<string, string>>,
): z.infer<typeof measuredRegisterSchema> {
  const last = span.readings.at(-1);
  return {
    meterSerial: serials[register.meterId] ?? '',
    zone: register.zone,
    digitCapacity: register.digitCapacity,
    openingValue: span.openingValue,
    value: last?.value ?? null,
    readAsOf: last?.on ?? null,
    kwh: toKwh(energy),
    basis,
    from: span.from,
    to: addDays(span.to, -1),
  };
}

/** From the first day of any register to the last day of any: a meter that replaces another counts on where it ended. */
export function countedDays(consumptions: readonly MeasuredConsumption[]): number {
  const starts = consumptions.map(({ span }) => span.from).sort();
  const ends = consumptions.map(({ span }) => span.to).sort();
  const [from, to] = [starts[0], ends.at(-1)];
  return from === undefined || to === undefined ? 0 : daysBetween(from, to);
}
