import { SUPPLIER_GET } from '#billing/api/supplier.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { type CallFailure, fail } from '#portal/http/call-result.ts';
import type { RequestContext } from '#portal/http/route.ts';
import type { ReachedIdentity } from './contact-store.ts';
import { isEmail } from './read-contact.ts';

/**
 * Whether a password is recovered by the confirmed e-mail only: codes of sign-in go to the phone, which would be both steps
 * at once. Told to whoever has the right code, and to nobody else.
 */
export function needsEmail({ secondFactor }: ReachedIdentity, contact: string): boolean {
  return !isEmail(contact) && secondFactor === 'sms';
}

async function phonesOf({ billing }: Pick<RequestContext, 'billing'>): Promise<{ readonly phones: string }> {
  const supplier = await billing(SUPPLIER_GET, {});
  return { phones: supplier.ok ? supplier.data.phones.join(', ') : '' };
}

/** Nobody can sign in by this code, though it was right; says where the contact centre is. */
export async function failLogin(context: Pick<RequestContext, 'billing'>): Promise<CallFailure> {
  return fail('identity.smsLoginFailed', await phonesOf(context));
}

/** The staff has blocked whoever has just proved who it is; nobody else is told. */
export async function failBlocked(context: Pick<RequestContext, 'billing'>): Promise<CallFailure> {
  return fail('identity.blocked', await phonesOf(context));
}

/**
 * A failed sign-in by a code: the code stays that of the cause, its words are extended by the advice to restore the
 * password. Source: spec messages, identity.smsLoginFailed.
 */
export async function explainFailedLogin(
  cause: CallFailure,
  context: Pick<RequestContext, 'billing'>,
): Promise<CallFailure> {
  const advice = await failLogin(context);
  const words = formatMessage(cause.code, cause.params);
  const stop = /[.!?]$/.test(words) ? '' : '.';
  return { ...cause, message: `${words}${stop} ${formatMessage(advice.code, advice.params)}` };
}
