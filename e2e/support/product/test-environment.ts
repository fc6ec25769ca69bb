import type { Browser, BrowserContextOptions } from '@playwright/test';
import { outboxCode, retryUntilDone } from '../outbox-code.ts';
import { createVisits, type Device, type Visitor } from '../page/visit.ts';
import type { SignIn } from '../sample-users.ts';
import { type SignedIn, signInByCall } from '../sign-in-by-call.ts';
import { type OpenProduct, openProduct } from './open-product.ts';
import { prepared } from './prepared.ts';

/** The running product and the browser of the worker, for the journeys of one file. */
export interface TestEnvironment {
  readonly product: Pick<OpenProduct, 'url'>;
  readonly browser: Browser;
  /** Somebody on a phone (light) or at a desk (dark), of whom the browser knows nothing; `options` change what it is otherwise. */
  visit(device: Device, options?: BrowserContextOptions): Promise<Visitor>;
  /** A session of somebody of the sample; of the shared product everybody has one, which nobody ends. */
  sessionOf(signIn: SignIn): Promise<SignedIn>;
  /** The code in the newest message to a contact; waits until there is one other than `seen`. */
  codeTo(contact: string, seen?: string): Promise<string>;
  close(): Promise<void>;
}

/** A product that this file may change. */
export interface OwnTestEnvironment extends TestEnvironment {
  readonly product: OpenProduct;
}

/** Passwords are hashed by a process of low priority: on a busy machine that takes its time. */
const maxWaitMs = 90_000;

/** Starts the product on its own copy of the sample. `environment`: settings of the product. */
export async function startTestEnvironment(
  browser: Browser,
  environment: Readonly<Record<string, string>> = {},
): Promise<OwnTestEnvironment> {
  const product = await openProduct(environment);
  const env = createEnvironment(browser, product.url);
  return {
    ...env,
    product,
    async close() {
      await env.close();
      await product.close();
    },
  };
}

/** The product that all workers share, for a file whose tests change nothing: they run side by side. */
export function shareTestEnvironment(browser: Browser): TestEnvironment {
  const url = prepared('sharedProductUrl');
  return {
    ...createEnvironment(browser, url),
    sessionOf(signIn) {
      const key = JSON.stringify(signIn);
      const session = sharedSessions.get(key) ?? signInByCall(url, signIn);
      sharedSessions.set(key, session);
      return session;
    },
  };
}

/** To check a password costs a tenth of a second. */
const sharedSessions = new Map<string, Promise<SignedIn>>();

/** The browsers of a product that runs at an address. */
export function createEnvironment(browser: Browser, url: string): TestEnvironment {
  const visits = createVisits(browser, url);
  return {
    product: { url },
    browser,
    visit: visits.open,
    sessionOf: (signIn) => signInByCall(url, signIn),
    codeTo: (contact, seen) =>
      retryUntilDone(
        async () => {
          const code = await outboxCode(url, contact);
          if (code === seen) throw new Error(`no new code for ${contact} yet`);
          return code;
        },
        { timeout: maxWaitMs, interval: 100 },
      ),
    close: visits.close,
  };
}
