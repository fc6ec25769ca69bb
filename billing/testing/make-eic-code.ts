import { eicCheckCharacter } from '#domain/identifiers/eic-code.ts';

/** The code of a metering point for a number up to 99 999 999 999; a larger number has a later code. */
export function makeEicCode(number: number): string {
  const body = `62Z${String(number).padStart(11, '0')}`;
  // A check character of '-' is not used.
  const code = [...'0123456789']
    .map((last) => `${body}${last}${eicCheckCharacter(`${body}${last}`)}`)
    .find((one) => !one.endsWith('-'));
  if (code === undefined) throw new Error(`There is no code for ${number}`);
  return code;
}
