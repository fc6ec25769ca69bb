export const SHORTEST_PASSWORD = 8;
export const LONGEST_PASSWORD = 128;

/**
 * How many characters a password has, however its letters were typed: composed letters, each sign beyond the basic plane
 * (an emoji) as one. Source: product.md section 4 (8–128 characters, any of them).
 */
export function passwordLength(password: string): number {
  return Array.from(password.normalize('NFC')).length;
}
