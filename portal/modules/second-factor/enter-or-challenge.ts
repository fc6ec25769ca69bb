import type { CallFailure } from '#portal/http/call-result.ts';
import type { PortalServices } from '#portal/http/route.ts';
import {
  openSession,
  type SignedIn,
  type SignInWay,
  type UserType,
  type WayInContext,
} from '../sessions/public.ts';

/** Either the user is in, or the call is refused with a challenge for the second step. */
export type Entrance<T extends UserType> =
  | { readonly kind: 'entered'; readonly fields: SignedIn<T> }
  | { readonly kind: 'challenge'; readonly failure: CallFailure };

/** Lets a recognised user in. */
export async function enterOrChallenge<T extends UserType>(
  services: Pick<PortalServices, 'db' | 'tokens' | 'secretFor' | 'config'>,
  who: { readonly identityId: string; readonly type: T },
  way: SignInWay,
  context: WayInContext,
): Promise<Entrance<T>> {
  const fields = await openSession(services, who, { way, dualAuth: false }, context);
  return { kind: 'entered', fields };
}
