import { type Kopiykas, moneyFromWire, moneyToWire } from '#domain/money.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivInstant, kyivTimeOf } from '#domain/time/kyiv.ts';
import { parseLocalDate } from '#domain/time/local-date.ts';
import { editableBit, type NbuQrEditable } from './nbu-qr-fields.ts';

const CURRENCY = 'UAH';
const AMOUNT = /^UAH((?:0|[1-9]\d{0,8})(?:\.\d{2})?)$/;
const MOMENT = /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/;
const MASK = /^[0-9A-F]{1,4}$/;
const ALL_LOCKED = 0xffff;
const SECOND = 1000;

/** "UAH432.50", and without a fraction when there are no kopiykas: "UAH3" (facts §4.1). */
export function amountToNbu(amount: Kopiykas): string {
  return CURRENCY + moneyToWire(amount).replace(/\.00$/, '');
}

/**
 * The reverse; undefined when the fraction is not two digits, the number has a leading zero or the currency differs.
 */
export function amountFromNbu(text: string): Kopiykas | undefined {
  const sum = AMOUNT.exec(text)?.[1];
  if (sum === undefined) return undefined;
  return moneyFromWire(sum.includes('.') ? sum : `${sum}.00`);
}

/** "261231235900" in Kyiv time. */
export function momentToNbu(moment: Instant): string {
  const { date, hour, minute } = kyivTimeOf(moment);
  const second = Math.floor(moment / SECOND) % 60;
  const time = [hour, minute, second].map((part) => String(part).padStart(2, '0')).join('');
  return date.slice(2).replaceAll('-', '') + time;
}

/** The reverse; undefined for a date or time that does not exist. A repeated hour means its first occurrence. */
export function momentFromNbu(text: string): Instant | undefined {
  const match = MOMENT.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second] = match;
  const date = parseLocalDate(`20${year}-${month}-${day}`);
  if (date === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  return (kyivInstant(date, Number(hour), Number(minute)) + Number(second) * SECOND) as Instant;
}

/** Bit N locks field N: "FFFF" locks all, "FEFF" lets the payer change the sum (facts §4.2). The two highest bits are always set. */
export function lockMask(editable: readonly NbuQrEditable[]): string {
  const mask = editable.reduce((bits, field) => bits & ~(1 << editableBit[field]), ALL_LOCKED);
  return mask.toString(16).toUpperCase();
}

/** The fields that a mask leaves open; undefined when it is not a mask. */
export function editableOfMask(mask: string): NbuQrEditable[] | undefined {
  if (!MASK.test(mask)) return undefined;
  const bits = Number.parseInt(mask, 16);
  const fields = Object.keys(editableBit) as NbuQrEditable[];
  return fields.filter((field) => (bits & (1 << editableBit[field])) === 0);
}
