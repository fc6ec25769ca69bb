import { parsePhone } from '#domain/identifiers/contacts.ts';
import { parseEmail } from '#domain/identifiers/email.ts';
import type { RequestContext } from '#portal/http/route.ts';

/**
 * The contact that a code belongs to: the login of the pair, which must be the phone or the e-mail of the payload.
 * Undefined: there is no pair, or it is for somebody else.
 */
export function readContact(
  pair: RequestContext['basicAuth'],
  payload: { readonly phone?: string | undefined; readonly email?: string | undefined },
): string | undefined {
  if (pair === undefined) return undefined;
  const { phone, email } = payload;
  if (phone !== undefined && parsePhone(pair.login) === phone) return phone;
  if (email !== undefined && parseEmail(pair.login) === email) return email;
  return undefined;
}

/** Whether a contact is an e-mail address; else it is a phone. */
export function isEmail(contact: string): boolean {
  return contact.includes('@');
}
