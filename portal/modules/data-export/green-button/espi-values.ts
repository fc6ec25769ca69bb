import { type Kopiykas, moneyFromWire } from '#domain/money.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { kyivMidnight } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { element, textElement, type XmlElement } from './xml.ts';

/** Codes of espi.xsd that a meter of consumed energy has. */
export const codes = {
  electricity: 0,
  deltaData: 4,
  secondaryMetered: 1,
  hryvnia: 980,
  normal: 12,
  delivered: 1,
  energy: 12,
  ones: 0,
  billingPeriod: 8,
  wattHours: 72,
} as const;

/** A reading stands behind it; brought by the mean day to the edge of the month; no reading at all. */
export const qualityOf = { actual: 19, brought: 9, estimated: 8 } as const;

/** 0: the meter does not tell the hours apart. */
export const timeOfUseOf = { single: 0, day: 1, peak: 1, night: 2, halfPeak: 3 } as const satisfies Record<
  Zone,
  number
>;

/** Seconds since 1970 of the midnight in Kyiv with which a day begins. */
export const secondsOf = (day: LocalDate) => kyivMidnight(day) / 1000;

/** From the first day to the one before `to`, the change of the clock counted. */
export function interval(name: string, from: LocalDate, to: LocalDate): XmlElement {
  return element(name, [
    textElement('espi:duration', secondsOf(to) - secondsOf(from)),
    textElement('espi:start', secondsOf(from)),
  ]);
}

/** A sum from the wire in hundred-thousandths of a hryvnia. */
export const espiMoney = (wire: string): bigint => (moneyFromWire(wire) satisfies Kopiykas) * 1000n;
