import type * as z from 'zod/mini';
import type { adminUserSchema, userSchema } from '#contract/identity/sign-in.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalServices, RequestContext, Session } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { describeObjects, type ObjectItem } from '../../accounts/public.ts';
import { sessionEnd } from './session-list.ts';
import { insertSession } from './session-store.ts';
import type { SignInProof, SignInWay, UserCard } from './user-store.ts';

/** The three kinds of users. */
export type UserType = Session['type'];

/** The user as the browser keeps it; of an administrator also the login, the name and the roles. */
type SignedInUser<T extends UserType> = z.infer<
  T extends 'admin' ? typeof adminUserSchema : typeof userSchema
>;

/** Fields of the answer of every sign-in. */
export interface SignedIn<T extends UserType> {
  readonly user: SignedInUser<T>;
  readonly accounts: ObjectItem[];
}

/** What a sign-in knows of the call. */
export type SignInOrigin = Pick<RequestContext<undefined>, 'clock' | 'device' | 'address' | 'billing'>;

/** Opens the session that was prepared; undefined: the proof is no longer valid, or its owner is blocked. */
export type OpenSession<T extends UserType> = (
  db: PortalDatabase,
  step: {
    readonly way: SignInWay;
    readonly dualAuth: boolean;
    readonly proof?: SignInProof;
    readonly eventId?: string | undefined;
  },
) => Promise<SignedIn<T> | undefined>;

/**
 * Gathers what a recognised user is answered, so that the opening of the session itself is one statement,
 * in the transaction of whatever lets in: 24 hours, renewed by its use (product.md section 4).
 */
export async function prepareSession<T extends UserType>(
  { tokens }: Pick<PortalServices, 'tokens'>,
  { identityId, type, card }: { readonly identityId: string; readonly type: T; readonly card: UserCard },
  { clock, device, address, billing }: SignInOrigin,
): Promise<OpenSession<T>> {
  const { phone, email, account, objects, company, administrator } = card;
  if (type === 'admin' && administrator === null) throw new Error(`no administrator ${identityId}`);
  const accounts = type === 'admin' ? [] : await describeObjects(billing, objects);
  return async (place, { way, dualAuth, proof, eventId }) => {
    const sessionId = newId();
    const startedAt = clock.now();
    const expiresAt = sessionEnd(startedAt);
    const session = { sessionId, identityId, startedAt, expiresAt, device, address, way, dualAuth, eventId };
    if (!(await insertSession(place, session, proof))) return undefined;
    const user = {
      token: tokens.sign({ sessionId, type, expiresAt }),
      type,
      expires: instantToIso(expiresAt),
      userId: identityId,
      phone,
      email,
      account,
      // The base specification's other word for the account, product.md section 2.
      partner: account,
      dualAuth,
      ...(company !== null && { company }),
      ...(type === 'admin' && administrator),
    };
    return { user: user as unknown as SignedInUser<T>, accounts: [...accounts] };
  };
}
