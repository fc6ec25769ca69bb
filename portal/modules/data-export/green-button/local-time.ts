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
