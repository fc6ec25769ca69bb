import { latinCode } from './latin-look-alikes.ts';

/** 32 characters without look-alikes: digits and capital Latin letters except I, L, O and U. Source: product.md 4. */
export const confirmationAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Characters in a code. */
export const confirmationLength = 4;

/**
 * Normalizes a typed confirmation code: drops spaces, capitalizes, replaces Cyrillic look-alikes by Latin letters, O
 * by zero, I and L by one.
 */
export function tidyConfirmationCode(text: string): string {
  return latinCode(text).replace(/O/g, '0').replace(/[IL]/g, '1');
}
