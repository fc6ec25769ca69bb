import { latinCode } from '#domain/identifiers/latin-look-alikes.ts';

/**
 * A code as it was meant: without spaces and dashes, in capitals, letters that look like Latin ones or like digits
 * replaced by them (no code has an O, I or L).
 */
export function typedCode(text: string): string {
  return latinCode(text)
    .replace(/[-\u2010-\u2014]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
}
