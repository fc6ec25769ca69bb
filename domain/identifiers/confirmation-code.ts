import { latinCode } from './latin-look-alikes.ts';

/** 32 signs without look-alikes: digits and capital Latin letters but I, L, O and U. Source: product.md 4. */
export const confirmationAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** How many signs a code has. */
export const confirmationLength = 4;

/**
 * A confirmation code as it was meant, however it was typed: without spaces, in capitals, Cyrillic look-alikes as Latin
 * letters, O as zero, I and L as one.
 */
export function tidyConfirmationCode(text: string): string {
  return latinCode(text).replace(/O/g, '0').replace(/[IL]/g, '1');
}
