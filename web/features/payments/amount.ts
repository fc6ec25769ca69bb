import { compareMoney, kopiykas, moneyFromWire, moneyToWire, parseMoney } from '#domain/money.ts';

/** Limits of one payment: 1,00 to 100 000,00. Source: messages.md, payments.wrongAmount. */
const LEAST = kopiykas(100);
const MOST = kopiykas(10_000_000);

/**
 * A typed sum as calls carry it ("432,5" → "432.50"); undefined when it is none or outside the limits.
 * @param most What may be paid at most, as calls carry it; without it only the limits count.
 */
export function payableSum(typed: string, most?: string): string | undefined {
  const sum = parseMoney(typed);
  if (sum === undefined || compareMoney(sum, LEAST) < 0 || compareMoney(sum, MOST) > 0) return undefined;
  if (most !== undefined && compareMoney(sum, moneyFromWire(most)) > 0) return undefined;
  return moneyToWire(sum);
}

/** What stands in the field at first: "432,50" of "432.50"; nothing when nothing is due. */
export function initialSum(due: string): string {
  return /[1-9]/.test(due) ? due.replace('.', ',') : '';
}
