import { tidyConfirmationCode } from '#domain/identifiers/confirmation-code.ts';

/** A code of a second step as it was meant: tidied like one from an SMS, without the dashes of a recovery code. */
export function typedCode(text: string): string {
  return tidyConfirmationCode(text).replace(/[-\u2010-\u2014]/g, '');
}
