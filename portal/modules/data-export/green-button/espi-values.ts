import { type Kopiykas, moneyFromWire } from '#domain/money.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { kyivMidnight } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { element, textElement, type XmlElement } from './xml.ts';

const HOUR = 3600;

/** Where a change of the clock falls, as ESPI packs it into 32 bits. */
interface ClockChange {
  readonly month: number;
  /** 7: the last such day of the week in the month. */
  readonly operator: number;
  /** Monday is 1. */
  readonly dayOfWeek: number;
  readonly hour: number;
}

/** The clock of Kyiv goes on at 03:00 of the last Sunday of March, and back at 04:00 of that of October. */
const summerBegins: ClockChange = { month: 3, operator: 7, dayOfWeek: 7, hour: 3 };
const summerEnds: ClockChange = { month: 10, operator: 7, dayOfWeek: 7, hour: 4 };

/** Bits 28–31 month, 25–27 operator, 20–24 day of the month, 17–19 day of the week, 12–16 hour, 0–11 seconds. */
export function packRule({ month, operator, dayOfWeek, hour }: ClockChange): string {
  const bits = month * 2 ** 28 + operator * 2 ** 25 + dayOfWeek * 2 ** 17 + hour * 2 ** 12;
  return bits.toString(16).toUpperCase().padStart(8, '0');
}

/** Eastern European time with its summer. Source: espi.xsd, TimeConfiguration. */
export function localTimeParameters(): XmlElement {
  return element('espi:LocalTimeParameters', [
    textElement('espi:dstEndRule', packRule(summerEnds)),
    textElement('espi:dstOffset', HOUR),
    textElement('espi:dstStartRule', packRule(summerBegins)),
    textElement('espi:tzOffset', 2 * HOUR),
  ]);
}

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
