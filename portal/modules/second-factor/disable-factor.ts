import type { InputOf } from '#contract/define-call.ts';
import type { disableSecondFactor } from '#contract/second-factor.ts';
import type { CallResult } from '#portal/http/call-result.ts';
import { fail, succeed } from '#portal/http/call-result.ts';
import type { PortalServices, RequestContext } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { attemptsExhausted, markSucceeded, takeAttempt, verifyOwnPassword } from '../passwords/public.ts';
import { deleteFactors, getFactorFacts } from './factor-store.ts';
import { judgeCode } from './judge-code.ts';
import { deleteRecoveryCodes } from './recovery-codes.ts';

/** Takes the second factors of an identity with their recovery codes away; an administrator's dualAuth stays. */
export async function removeFactors(db: PortalDatabase, identityId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await deleteFactors(transaction, identityId);
    await deleteRecoveryCodes(transaction, identityId);
  });
}

/** Switches the second factor off, after the password; a code that is given must be right too. */
export async function disableFactor(
  services: Pick<PortalServices, 'db' | 'secretFor' | 'config'>,
  { password, code }: InputOf<typeof disableSecondFactor>,
  context: RequestContext,
): Promise<CallResult<object>> {
  const { db } = services;
  const { identityId, type } = context.session;
  const { method, phone, secretSealed } = await getFactorFacts(db, identityId);
  if (method === 'none') return fail('identity.secondFactorOff');
  const refused = await verifyOwnPassword(services, identityId, password, context);
  if (refused) return refused;
  if (code !== undefined) {
    const now = context.clock.now();
    const taken = await takeAttempt(db, { kind: 'factor', login: identityId, address: context.address }, now);
    if (taken.kind === 'exhausted') return attemptsExhausted(taken.minutes);
    const asked = { identityId, type, method, phone, secretSealed, subject: '' };
    if ((await judgeCode(services, asked, code, now)) !== 'right') return fail('identity.wrongCode');
    await markSucceeded(db, taken.attempt);
  }
  await removeFactors(db, identityId);
  return succeed({});
}
