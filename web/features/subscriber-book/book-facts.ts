import { formatText } from '#contract/messages/format-text.ts';
import { compareMoney, formatMoney, moneyFromWire, negateMoney, zeroMoney } from '#domain/money.ts';
import { coefficientFromText, formatPrice, priceFromText, zonePrice } from '#domain/price.ts';
import { billingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { addDays } from '#domain/time/local-date.ts';
import { showDate, showNumber } from '#web/lib/format.ts';
import type { BookRow } from './book-types.ts';
import { text } from './text.ts';

/** A register of a month for display. */
export interface RegisterLine {
  readonly key: string;
  /** The zone or meter; '' when there is only one. */
  readonly label: string;
  readonly previous: string;
  readonly current: string;
  readonly kwh: string;
  readonly prices: readonly PriceLine[];
}

interface PriceLine {
  readonly text: string;
  /** The days it was in use, when not the whole month. */
  readonly days: string;
}

/** The registers of a month; the price of a zone is at its first register. */
export function registerLines(row: BookRow): RegisterLine[] {
  const hasTwoMeters = new Set(row.registers.map(({ meterSerial }) => meterSerial)).size > 1;
  const priced = new Set<string>();
  return row.registers.map((register) => {
    const { meterSerial, zone, coefficient, digitCapacity } = register;
    const digits = (value: number) => String(value).padStart(digitCapacity, '0');
    const label = [
      hasTwoMeters && formatText(text.serial, { serial: meterSerial }),
      text.zones[zone],
      coefficient !== 1 && formatText(text.multiplied, { coefficient: String(coefficient) }),
    ];
    const prices = priced.has(zone) ? [] : priceLines(row, zone);
    priced.add(zone);
    return {
      key: `${meterSerial} ${zone}`,
      label: label.filter(Boolean).join(' '),
      previous: digits(register.previousValue),
      current: digits(register.currentValue),
      kwh: showNumber(register.kwh),
      prices,
    };
  });
}

/** The price per kWh of a zone, coefficient included; each part with its kWh when there are several. */
function priceLines({ tariffs, period }: BookRow, zone: string): PriceLine[] {
  const parts = tariffs.filter((part) => part.zone === zone);
  const month = billingPeriod(period);
  const lastDay = addDays(firstDayAfter(month), -1);
  return parts.map(({ kwh, price, coefficient, from, to }) => {
    const shown = formatPrice(zonePrice(priceFromText(price), coefficientFromText(coefficient)));
    if (parts.length === 1) return { text: shown, days: '' };
    const isWhole = from === firstDay(month) && to === lastDay;
    return {
      text: formatText(text.part, { kwh: showNumber(kwh), price: shown }),
      days: isWhole ? '' : formatText(text.days, { from: showDay(from), to: showDay(to) }),
    };
  });
}

/** A balance without its sign, and its kind in words. */
export function balanceOf(wire: string): { readonly sum: string; readonly label: string } {
  const balance = moneyFromWire(wire);
  const order = compareMoney(balance, zeroMoney);
  if (order === 0) return { sum: formatMoney(balance), label: text.even };
  return order > 0
    ? { sum: formatMoney(balance), label: text.debt }
    : { sum: formatMoney(negateMoney(balance)), label: text.credit };
}

/** Whether a sum is not zero. */
export function isSum(wire: string): boolean {
  return moneyFromWire(wire) !== zeroMoney;
}

/** "31.10" */
export function showDay(date: string): string {
  return showDate(date).slice(0, 5);
}
