import type { PersonAccount, SignedInAdmin, SignedInUser } from '#web/session/session-types.ts';
import { callProduct } from './call-product.ts';
import { type SignIn, samplePassword } from './sample-users.ts';

export interface SignedIn {
  readonly user: SignedInUser | SignedInAdmin;
  readonly accounts: readonly PersonAccount[];
}

/** Signs in by the call alone; throws when the answer is no session, e.g. a second step. */
export async function signInByCall(productUrl: string, signIn: SignIn): Promise<SignedIn> {
  const { path, payload, login, password } = signInRequest(signIn);
  const answer = await callProduct(productUrl, path, payload, { login, password });
  if (answer.status !== 'success') throw new Error(`${login}: ${JSON.stringify(answer)}`);
  return { user: answer.user as SignedIn['user'], accounts: (answer.accounts ?? []) as PersonAccount[] };
}

type Fields = SignIn['fields'];

/** The call that the form of this sign-in sends. */
export function signInRequest({ type, fields, password = samplePassword }: SignIn) {
  const { path, payload } = calls[type](fields);
  return { path, payload, login: String(Object.values(payload)[0]), password };
}

/** What the forms send; the login comes first. */
const calls = {
  person: ({ phone }: Fields) => ({
    path: '/api/auth/person',
    payload: { phone: `+380${phone}`, userType: 'person' },
  }),
  entity: ({ account, unique_code }: Fields) => ({
    path: '/api/auth/entity',
    payload: { account, unique_code, userType: 'entity' },
  }),
  admin: ({ login }: Fields) => ({ path: '/api/auth/admin_panel', payload: { login } }),
};
