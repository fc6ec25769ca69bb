import type { Instant } from '#domain/time/instant.ts';
import { type CallFailure, fail } from '#portal/http/call-result.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { markSucceeded, releaseAttempt, takeAttempt } from './attempts.ts';
import { checkPassword } from './password.ts';

const busySeconds = 5;

/**
 * Whether a signed-in user has given the own password again; undefined: yes. Attempts are counted under 'own', five
 * failures in 15 minutes (product.md section 4). Never a 401: that would end the session in the browser.
 */
export async function verifyOwnPassword(
  { db }: Pick<PortalServices, 'db' | 'config'>,
  identityId: string,
  password: string,
  context: { readonly address: string; readonly clock: { now(): Instant } },
): Promise<CallFailure | undefined> {
  const login = { kind: 'own', login: identityId, address: context.address };
  const taken = await takeAttempt(db, login, context.clock.now());
  if (taken.kind === 'exhausted') {
    const { minutes } = taken;
    return { ...fail('identity.attemptsExhausted', { minutes }), retryAfterSeconds: minutes * 60 };
  }
  const kept = await db
    .selectFrom('portal.identity')
    .select('password_hash')
    .where('identity_id', '=', identityId)
    .executeTakeFirst();
  const answer = await checkPassword(kept?.password_hash, password);
  if (answer === 'busy') {
    await releaseAttempt(db, taken.attempt);
    return { ...fail('common.serviceDown'), retryAfterSeconds: busySeconds };
  }
  if (answer === 'wrong') return fail('identity.wrongPassword');
  await markSucceeded(db, taken.attempt);
  return undefined;
}
