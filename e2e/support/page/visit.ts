import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { watchConsole } from './check-page.ts';

declare global {
  interface Window {
    /** Since when `waitUntilIdle` has seen the page idle. */
    idleSince?: number | undefined;
  }
}

const devices = {
  phone: { viewport: { width: 375, height: 812 }, colorScheme: 'light' },
  desk: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
} as const;

export type Device = keyof typeof devices;

type Look = Pick<BrowserContextOptions, 'viewport' | 'colorScheme'>;

async function setLook(page: Page, { viewport, colorScheme = null }: Look): Promise<void> {
  await page.emulateMedia({ media: 'screen', colorScheme });
  if (viewport) await page.setViewportSize(viewport);
}

/** Shows the same document as another device does: size and colours follow from the style sheets alone. */
export const turnInto = (page: Page, device: Device) => setLook(page, devices[device]);

/** Somebody with a browser of their own. */
export interface Visitor {
  readonly page: Page;
  /** `close` gives it back: the next visitor gets it emptied. */
  readonly context: BrowserContext;
  /** What the console complained of. */
  readonly problems: string[];
}

/** Passwords are hashed by a process of low priority: on a busy machine that takes its time. */
const maxWaitMs = 90_000;

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

interface Idle {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly end: () => Promise<void>;
}

/**
 * Contexts that nobody uses now, by product and options. A page of a context that has loaded the cabinet before needs a third of the
 * time of a new one: the browser has the files and their compiled code.
 */
const idle = new Map<string, Idle>();
const maxIdle = 6;

/** Who has a context in use now. */
const users = new Map<BrowserContext, object>();

/** What changes a context in a way that cannot be taken back: it is not used again. */
const lasting = {
  context: [
    'addInitScript',
    'exposeFunction',
    'exposeBinding',
    'setOffline',
    'grantPermissions',
    'newCDPSession',
    'setExtraHTTPHeaders',
  ],
  page: ['addInitScript', 'exposeFunction', 'exposeBinding', 'setExtraHTTPHeaders'],
} as const;

/** Calls `changed` when one of these methods is used. */
function noteUse<T extends object>(target: T, names: readonly (keyof T)[], changed: () => void): void {
  for (const name of names) {
    const method = target[name] as (...args: unknown[]) => unknown;
    target[name] = ((...args: unknown[]) => {
      changed();
      return method.apply(target, args);
    }) as T[typeof name];
  }
}

/** Opens browsers of visitors of one product. */
export function createVisits(browser: Browser, url: string) {
  const user = {};

  async function openNew(key: string, options: BrowserContextOptions): Promise<Idle> {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(maxWaitMs);
    const page = await context.newPage();
    const end = context.close.bind(context);
    let isChanged = options.serviceWorkers === 'allow' || options.javaScriptEnabled === false;
    const changed = () => {
      isChanged = true;
    };
    noteUse(context, lasting.context, changed);
    noteUse(page, lasting.page, changed);
    noteUse(page.clock, ['install', 'setFixedTime', 'setSystemTime'], changed);
    const visit = { context, page, end };
    context.close = async () => {
      if (!users.delete(context)) return;
      if (isChanged || page.isClosed() || idle.has(key)) return end();
      await Promise.all(context.pages().map((tab) => tab !== page && tab.close()));
      await Promise.all([
        page.unrouteAll({ behavior: 'ignoreErrors' }),
        context.unrouteAll({ behavior: 'ignoreErrors' }),
      ]);
      await leave(page, url);
      for (const [oldest, { end: endOldest }] of idle) {
        if (idle.size < maxIdle) break;
        idle.delete(oldest);
        await endOldest();
      }
      idle.set(key, visit);
    };
    return visit;
  }

  return {
    async open(device: Device, { storageState, ...changes }: BrowserContextOptions = {}): Promise<Visitor> {
      const options = {
        ...devices[device],
        locale: 'uk-UA',
        timezoneId: 'Europe/Kyiv',
        reducedMotion: 'reduce',
        // Each browser would keep the whole cabinet once more: only the journeys without a network do.
        serviceWorkers: 'block',
        ...changes,
      } as const;
      const key = JSON.stringify([url, options]);
      const known = idle.get(key);
      idle.delete(key);
      const { context, page } = known ?? (await openNew(key, options));
      users.set(context, user);
      if (known) await setLook(page, options);
      const kept = (storageState as StorageState | undefined)?.origins[0]?.localStorage ?? [];
      if (known || kept.length > 0) await leave(page, url, kept);
      return { page, context, ...watchConsole(page) };
    },
    /** Ends the visits that are still open. */
    async close(): Promise<void> {
      const own = [...users].filter(([, who]) => who === user);
      await Promise.all(own.map(([context]) => context.close()));
    },
  };
}

/** Leaves the cabinet for a page without scripts, and empties what the browser keeps for it but `kept`. */
async function leave(
  page: Page,
  url: string,
  kept: readonly { readonly name: string; readonly value: string }[] = [],
): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${url}/healthz`);
  await page.evaluate(async (entries) => {
    localStorage.clear();
    sessionStorage.clear();
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
    for (const name of await caches.keys()) await caches.delete(name);
    for (const { name, value } of entries) localStorage.setItem(name, value);
  }, kept);
}

/** Between the end of one call and the beginning of the next, which its answer brings. */
const steadyMs = 100;

/** Waits until the page is no longer marked as busy, and no part of it is. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await page.waitForFunction(
    (ms) => {
      const isBusy =
        document.readyState !== 'complete' ||
        document.documentElement.dataset.busy !== undefined ||
        document.querySelector('[aria-busy="true"]') !== null;
      const now = performance.now();
      if (isBusy || window.idleSince === undefined) window.idleSince = isBusy ? undefined : now;
      return window.idleSince !== undefined && now - window.idleSince >= ms;
    },
    steadyMs,
    { polling: 20 },
  );
}
