import type { CallFailure } from '#portal/http/call-result.ts';
import { fail } from '#portal/http/call-result.ts';
import type { PortalServices, RequestContext } from '#portal/http/route.ts';
import type { Attempt, AttemptLimits } from '#portal/modules/codes/public.ts';
import { checkSecondFactorCode } from './check-code.ts';
import type { FactorFacts } from './factor-store.ts';

type Services = Pick<PortalServices, 'db' | 'keys'>;

/** For whom a code is issued that a signed-in user asks for. */
export function ownSubject(identityId: string): string {
  return `own:${identityId}`;
}

/** Guesses at the second factor of the signed-in user are counted with those of the sign-ins. */
export function factorAttempt({
  session,
  address,
}: Pick<RequestContext, 'session' | 'address'>): AttemptLimits {
  return { login: { kind: 'factor', login: session.identityId, address } };
}

/**
 * Checks the code of the signed-in user, by an attempt that was taken (`factorAttempt`): their factor's own, or a
 * recovery code; it is spent in the caller's transaction. Undefined: it is right.
 */
export async function checkOwnFactor(
  services: Services,
  { facts, attempt }: { readonly facts: FactorFacts; readonly attempt: Attempt },
  code: string,
  { session, clock }: Pick<RequestContext, 'session' | 'clock'>,
): Promise<CallFailure | undefined> {
  const { identityId, type } = session;
  const { askedMethod: method, phone, secretSealed } = facts;
  if (method === null) throw new Error('a code of no second factor');
  const asked = { identityId, type, method, phone, secretSealed, subject: ownSubject(identityId) };
  const verdict = await checkSecondFactorCode(services, asked, code, clock.now(), { attempt });
  if (verdict === 'right') return undefined;
  return fail(verdict === 'wrong' ? 'identity.wrongCode' : 'identity.codeExpired');
}
