import { type Kopiykas, moneyToWire, parseMoney } from '#domain/money.ts';

/** A sum as the number of JSON that some providers want, in hryvnias: 432.5. Only to be written, never to be counted with. */
export function hryvniaNumber(sum: Kopiykas): number {
  return Number(moneyToWire(sum));
}

/**
 * The sum that a provider writes in hryvnias, as a number or a text: 432.5, 3.000000, "432.50". Exact, for a number with at
 * most 15 digits is written back as it was read. Undefined: it is no sum, is below zero, or has parts of a kopiyka.
 */
export function sumOfHryvnias(written: number | string): Kopiykas | undefined {
  const sum = parseMoney(String(written));
  return sum === undefined || sum < 0n ? undefined : sum;
}
