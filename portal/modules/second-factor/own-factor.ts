import type { CallFailure } from '#portal/http/call-result.ts';
import { fail } from '#portal/http/call-result.ts';
import type { PortalServices, RequestContext } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { attemptsExhausted, markSucceeded, releaseAttempt, takeAttempt } from '../passwords/public.ts';
import { type FactorFacts, getFactorFacts, type SecondFactorMethod } from './factor-store.ts';
import { judgeCode } from './judge-code.ts';

type Services = Pick<PortalServices, 'db' | 'secretFor'>;

/** For whom a code is issued that a signed-in user asks for. */
export function ownSubject(identityId: string): string {
  return `own:${identityId}`;
}

/** How a second step is asked of an identity: its own factor, else by dualAuth a code to the phone; undefined: not at all. */
export function askedMethod({ method, dualAuth, phone }: FactorFacts): SecondFactorMethod | undefined {
  if (method !== 'none') return method;
  return dualAuth && phone !== '' ? 'sms' : undefined;
}

/** Whether the phone is, or may become, the second step of a way in: it doesn't move without a code then. */
export async function isPhoneGuarded(db: PortalDatabase, identityId: string): Promise<boolean> {
  const facts = await getFactorFacts(db, identityId);
  return facts.method === 'sms' || (facts.dualAuth && askedMethod(facts) !== undefined);
}

/**
 * Judges the code of whoever is signed in: their factor's own, or a recovery code; it is spent in the caller's
 * transaction. Attempts are counted with those of the ways in. Undefined: it is right.
 */
export async function proveOwnFactor(
  services: Services,
  code: string,
  { session, address, clock }: Pick<RequestContext, 'session' | 'address' | 'clock'>,
): Promise<CallFailure | undefined> {
  const { db } = services;
  const { identityId, type } = session;
  const now = clock.now();
  const facts = await getFactorFacts(db, identityId);
  const method = askedMethod(facts);
  if (method === undefined) return fail('identity.secondFactorOff');
  const taken = await takeAttempt(db, { kind: 'factor', login: identityId, address }, now);
  if (taken.kind === 'exhausted') return attemptsExhausted(taken.minutes);
  const { phone, secretSealed } = facts;
  const asked = { identityId, type, method, phone, secretSealed, subject: ownSubject(identityId) };
  const verdict = await judgeCode(services, asked, code, now);
  if (verdict === 'wrong') return fail('identity.wrongCode');
  if (verdict === 'expired') {
    await releaseAttempt(db, taken.attempt);
    return fail('identity.codeExpired');
  }
  await markSucceeded(db, taken.attempt);
  return undefined;
}
