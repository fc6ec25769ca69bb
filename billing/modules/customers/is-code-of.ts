import { latinCode } from '#domain/identifiers/latin-look-alikes.ts';

/** Whether a code is the account's, however either is spelt (`latinCode`); an account without a code has none. */
export function isCodeOf(account: { readonly objectCode: string }, code: string): boolean {
  const own = latinCode(account.objectCode);
  return own !== '' && own === latinCode(code);
}
