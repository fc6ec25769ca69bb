import type { BrowserContextOptions } from 'playwright-core';
import { vi } from 'vitest';
import { signedIn } from '#web/session/session-store.ts';
import type { PersonAccount, SignedInAdmin, SignedInUser } from '#web/session/session-types.ts';
import { callProduct } from './call-product.ts';
import { type SignIn, samplePassword } from './sample-users.ts';
import { type Device, type TestEnvironment, type Visitor, waitUntilIdle } from './test-environment.ts';

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

/** What a browser keeps after this sign-in, written by the cabinet's own code. */
function keptState(productUrl: string, { user, accounts }: SignedIn): { name: string; value: string }[] {
  const kept: { name: string; value: string }[] = [];
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: (name: string, value: string) => kept.push({ name, value }),
    removeItem: () => undefined,
  });
  vi.stubGlobal('window', { location: new URL(productUrl) });
  try {
    signedIn(user, accounts, user.dualAuth);
  } finally {
    vi.unstubAllGlobals();
  }
  return kept;
}

export interface SignedInVisitor extends Visitor {
  readonly token: string;
}

export interface SignedInOptions extends BrowserContextOptions {
  /** The page to open and to wait for; absent: the page stays blank. */
  readonly path?: string;
}

/**
 * Somebody whose browser is signed in already, with a session of their own: the form of the sign-in is not shown. On a
 * phone (light) or a desk (dark); `options` change that, e.g. `{ path: '/cabinet/person/bills', colorScheme: 'dark' }`.
 */
export async function signedInPage(
  stage: TestEnvironment,
  signIn: SignIn,
  device: Device,
  { path, ...options }: SignedInOptions = {},
): Promise<SignedInVisitor> {
  const { url } = stage.product;
  const session = await signInByCall(url, signIn);
  const origins = [{ origin: url, localStorage: keptState(url, session) }];
  const visitor = await stage.visit(device, { ...options, storageState: { cookies: [], origins } });
  if (path !== undefined) {
    await visitor.page.goto(url + path);
    await waitUntilIdle(visitor.page);
  }
  return { ...visitor, token: session.user.token };
}
