import { sql } from 'kysely';
import type { InputOf } from '#contract/define-call.ts';
import type { disableSecondFactor } from '#contract/identity/second-factor.ts';
import type { CallResult } from '#portal/http/call-result.ts';
import { fail, succeed } from '#portal/http/call-result.ts';
import type { PortalServices, RequestContext } from '#portal/http/route.ts';
import { attemptSuccess, attemptsExhausted, takeAttemptWith } from '#portal/modules/codes/public.ts';
import { checkOwnPassword } from '../password/own-password.ts';
import { lockOwnSession } from '../session/session-store.ts';
import { factorFactsOf, removeFactors } from './factor-store.ts';
import { checkOwnFactor, factorAttempt } from './own-factor.ts';

const factorIsOn = sql<boolean>`exists (
  select from portal.second_factor factor
   where factor.identity_id = identity.identity_id and factor.enabled_at is not null)`;

/** Switches the second factor off, after the password and a code of it or a recovery code. */
export async function disableFactor(
  services: Pick<PortalServices, 'db' | 'keys' | 'config'>,
  { password, code }: InputOf<typeof disableSecondFactor>,
  context: RequestContext,
): Promise<CallResult<object>> {
  const { session, clock } = context;
  const { identityId } = session;
  const own = await checkOwnPassword(services, { identityId, password, when: factorIsOn }, context);
  if (own === undefined) return fail('identity.secondFactorOff');
  if (own.kind === 'refused') return own.failure;
  return services.db.transaction().execute(async (db) => {
    if (!(await lockOwnSession(db, session, attemptSuccess(own.attempt)))) return fail('common.sessionEnded');
    const { facts, taken } = await takeAttemptWith(db, factorAttempt(context), clock.now(), {
      facts: factorFactsOf(identityId),
      when: sql`facts.method <> 'none'`,
    });
    if (taken === undefined) return fail('identity.secondFactorOff');
    if (taken.kind === 'exhausted') return attemptsExhausted(taken.minutes);
    const { attempt } = taken;
    const refused = await checkOwnFactor({ ...services, db }, { facts, attempt }, code, context);
    if (refused) return refused;
    await removeFactors(db, identityId);
    return succeed({});
  });
}
