import axe from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { vi } from 'vitest';
import { watchConsole } from './check-page.ts';
import { launchBrowser } from './launch-browser.ts';
import { type OpenProduct, type OpenProductOptions, openProduct } from './open-product.ts';
import { outboxCode } from './outbox-code.ts';

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

/** Somebody with a browser of their own. */
export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the console complained of. */
  readonly problems: string[];
}

/** The running product and a browser, for the journeys of one file. */
export interface TestEnvironment {
  readonly product: OpenProduct;
  readonly browser: Browser;
  /** A browser of its own on a phone (light) or a desk (dark); `options` change what it is otherwise. */
  visit(device: Device, options?: BrowserContextOptions): Promise<Visitor>;
  /** The code in the newest message to a contact; waits until there is one other than `seen`. */
  codeTo(contact: string, seen?: string): Promise<string>;
  close(): Promise<void>;
}

/** Passwords are hashed by a process of low priority: on a busy machine that takes its time. */
const patience = 90_000;

/**
 * Starts the product on its own copy of the sample, or on a database that `fill` fills, and a browser. `environment`: settings of the
 * product.
 */
export async function startTestEnvironment(
  environment: Readonly<Record<string, string>> = {},
  fill?: OpenProductOptions['fill'],
): Promise<TestEnvironment> {
  const [product, browser] = await Promise.all([openProduct({ environment, fill }), launchBrowser()]);
  return {
    product,
    browser,
    async visit(device, options) {
      const context = await browser.newContext({
        ...devices[device],
        locale: 'uk-UA',
        timezoneId: 'Europe/Kyiv',
        reducedMotion: 'reduce',
        // Each browser would keep the whole cabinet once more: only the journeys without a network do.
        serviceWorkers: 'block',
        ...options,
      });
      context.setDefaultTimeout(patience);
      await context.addInitScript(axe.source);
      const page = await context.newPage();
      return { page, context, ...watchConsole(page) };
    },
    codeTo: (contact, seen) =>
      vi.waitFor(
        async () => {
          const code = await outboxCode(product.url, contact);
          if (code === seen) throw new Error(`no new code for ${contact} yet`);
          return code;
        },
        { timeout: patience, interval: 300 },
      ),
    async close() {
      await browser.close();
      await product.close();
    },
  };
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
