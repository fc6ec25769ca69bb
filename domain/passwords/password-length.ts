import { textLength } from '../text-length.ts';

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

/**
 * Number of characters of a password, independent of Unicode form: letters composed, each code point beyond the basic
 * plane (an emoji) as one. Source: product.md section 4 (8–128 characters, any of them).
 */
export function passwordLength(password: string): number {
  return textLength(password.normalize('NFC'));
}
