import { type CallFailure, fail } from '#portal/http/call-result.ts';
import { isInNetworks } from '#portal/http/network-of.ts';
import type { PortalServices } from '#portal/http/route.ts';
import type { Attempt } from '#portal/modules/codes/public.ts';
import { verifyAttempt } from '../password/verify-attempt.ts';
import type { PublicContext } from '../public-context.ts';
import type { SignInProof } from '../session/sign-in-proof.ts';
import type { KnownIdentity } from './identity-store.ts';

/** What somebody signs in with. */
export interface Credentials {
  readonly kind: 'person' | 'entity' | 'admin';
  readonly login: string;
  readonly password: string;
  readonly find: () => Promise<KnownIdentity | undefined>;
  /** What else must prove who it is, asked for every login alike. */
  readonly alsoProve?: () => Promise<boolean>;
}

export type Recognition =
  | {
      readonly kind: 'recognised';
      readonly identityId: string;
      readonly proof: SignInProof;
      /** Counts as failed until its caller marks it: before anything that may fail. */
      readonly attempt: Attempt;
    }
  | { readonly kind: 'refused'; readonly failure: CallFailure };

/**
 * Recognises a user by login and password. An unknown login, one that is blocked and a wrong password are refused alike
 * (base specification section 8), after the same work and the same attempts.
 */
export async function recognise(
  services: Pick<PortalServices, 'db' | 'config'>,
  { kind, login, password, find, alsoProve }: Credentials,
  { address, clock }: Pick<PublicContext, 'address' | 'clock'>,
): Promise<Recognition> {
  let known: KnownIdentity | undefined;
  const judged = await verifyAttempt(services, {
    login: {
      kind,
      login,
      address,
      isTrusted: kind === 'admin' && isInNetworks(address, services.config.adminNetworks),
    },
    password,
    at: clock.now(),
    async findHash() {
      const found = await find();
      known = found?.isBlocked === true ? undefined : found;
      return known?.passwordHash;
    },
    ...(alsoProve && { alsoProve }),
  });
  if (judged.kind === 'refused') return { kind: 'refused', failure: judged.failure };
  if (judged.kind === 'wrong' || known === undefined) {
    return { kind: 'refused', failure: fail('identity.badCredentials') };
  }
  const proof = { way: 'password', passwordHash: judged.passwordHash } as const;
  return { kind: 'recognised', identityId: known.identityId, proof, attempt: judged.attempt };
}
