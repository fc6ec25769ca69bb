import type { BrowserContextOptions } from '@playwright/test';
import { signedIn } from '#web/session/session-store.ts';
import type { TestEnvironment } from '../product/test-environment.ts';
import type { SignIn } from '../sample-users.ts';
import type { SignedIn } from '../sign-in-by-call.ts';
import { type Device, type Visitor, waitUntilIdle } from './visit.ts';

/** What a browser keeps after this sign-in, written by the cabinet's own code. */
export function keptState(
  productUrl: string,
  { user, accounts }: SignedIn,
): { name: string; value: string }[] {
  const kept: { name: string; value: string }[] = [];
  const globals = globalThis as { localStorage?: unknown; sessionStorage?: unknown; window?: unknown };
  const { localStorage, sessionStorage, window } = globals;
  const before = { localStorage, sessionStorage, window };
  Object.assign(globals, {
    localStorage: {
      getItem: () => null,
      setItem: (name: string, value: string) => kept.push({ name, value }),
      removeItem: () => undefined,
    },
    sessionStorage: { getItem: () => null },
    window: { location: new URL(productUrl) },
  });
  try {
    signedIn(user, accounts);
  } finally {
    Object.assign(globals, before);
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
  env: TestEnvironment,
  signIn: SignIn,
  device: Device,
  { path, ...options }: SignedInOptions = {},
): Promise<SignedInVisitor> {
  const { url } = env.product;
  const session = await env.sessionOf(signIn);
  const origins = [{ origin: url, localStorage: keptState(url, session) }];
  const visitor = await env.visit(device, { ...options, storageState: { cookies: [], origins } });
  if (path !== undefined) {
    await visitor.page.goto(url + path);
    await waitUntilIdle(visitor.page);
  }
  return { ...visitor, token: session.user.token };
}
