import type { InputOf } from '#contract/define-call.ts';
import type { disableSecondFactor } from '#contract/second-factor.ts';
import type { CallResult } from '#portal/http/call-result.ts';
import { fail, succeed } from '#portal/http/call-result.ts';
import type { PortalServices, RequestContext } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { verifyOwnPassword } from '../passwords/public.ts';
import { lockOwnSession } from '../sessions/public.ts';
import { deleteFactors, secondFactorOf } from './factor-store.ts';
import { proveOwnFactor } from './own-factor.ts';
import { deleteRecoveryCodes } from './recovery-codes.ts';

/** Takes the second factors of an identity with their recovery codes away; an administrator's dualAuth stays. */
export async function removeFactors(db: PortalDatabase, identityId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await deleteFactors(transaction, identityId);
    await deleteRecoveryCodes(transaction, identityId);
  });
}

/** Switches the second factor off, after the password and a code of it or a recovery code. */
export async function disableFactor(
  services: Pick<PortalServices, 'db' | 'secretFor' | 'config'>,
  { password, code }: InputOf<typeof disableSecondFactor>,
  context: RequestContext,
): Promise<CallResult<object>> {
  const { session } = context;
  const { identityId } = session;
  if ((await secondFactorOf(services.db, identityId)) === 'none') return fail('identity.secondFactorOff');
  const own = await verifyOwnPassword(services, identityId, password, context);
  if (own.kind === 'refused') return own.failure;
  return services.db.transaction().execute(async (db) => {
    if (!(await lockOwnSession(db, session))) return fail('common.sessionEnded');
    if ((await secondFactorOf(db, identityId)) === 'none') return fail('identity.secondFactorOff');
    const refused = await proveOwnFactor({ ...services, db }, code, context);
    if (refused) return refused;
    await deleteFactors(db, identityId);
    await deleteRecoveryCodes(db, identityId);
    return succeed({});
  });
}
