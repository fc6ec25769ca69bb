import type { Instant } from '#domain/time/instant.ts';
import { type CallFailure, fail } from '#portal/http/call-result.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { judgeGuess } from './judge-guess.ts';

export type OwnPassword =
  /** The hash that the password belongs to. */
  | { readonly kind: 'right'; readonly passwordHash: string }
  | { readonly kind: 'refused'; readonly failure: CallFailure };

/**
 * Whether a signed-in user has given the own password again. Attempts are counted under 'own', five
 * failures in 15 minutes (product.md section 4). Never a 401: that would end the session in the browser.
 */
export async function verifyOwnPassword(
  services: Pick<PortalServices, 'db' | 'config'>,
  identityId: string,
  password: string,
  { address, clock }: { readonly address: string; readonly clock: { now(): Instant } },
): Promise<OwnPassword> {
  const judged = await judgeGuess(services, {
    login: { kind: 'own', login: identityId, address },
    password,
    at: clock.now(),
    async findHash() {
      const kept = await services.db
        .selectFrom('portal.identity')
        .select('password_hash')
        .where('identity_id', '=', identityId)
        .executeTakeFirst();
      return kept?.password_hash;
    },
  });
  return judged.kind === 'wrong' ? { kind: 'refused', failure: fail('identity.wrongPassword') } : judged;
}
