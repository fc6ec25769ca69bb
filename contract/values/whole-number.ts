import * as z from 'zod/mini';

/** Largest value of a column of type integer. */
export const maxInteger = 2_147_483_647;

/** A whole number of an integer column. */
export function wholeNumberField(least: number, most = maxInteger) {
  return z.int().check(z.gte(least), z.lte(most));
}

/** Of what two people may change: grows with each change, and who changes it names the one that was seen. */
export const revisionField = wholeNumberField(0);
