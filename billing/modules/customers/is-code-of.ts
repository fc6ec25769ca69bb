import { latinCode } from '#domain/identifiers/latin-look-alikes.ts';

/** Whether the code is that of the account in any spelling (`latinCode`); an account may have no code. */
export function isCodeOf(account: { readonly objectCode: string }, code: string): boolean {
  const own = latinCode(account.objectCode);
  return own !== '' && own === latinCode(code);
}
