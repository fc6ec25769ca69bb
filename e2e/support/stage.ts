import type { Browser, BrowserContext, Page } from 'playwright-core';
import { vi } from 'vitest';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';
import { watchConsole } from './check-page.ts';
import { launchBrowser } from './launch-browser.ts';
import { outboxCode } from './outbox-code.ts';
import { type RunningProduct, startProduct } from './running-product.ts';

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
export interface Stage {
  readonly product: RunningProduct;
  readonly browser: Browser;
  readonly dataFolder: string;
  visit(device: Device): Promise<Visitor>;
  /** The code in the newest message to a contact; waits until there is one other than `seen`. */
  codeTo(contact: string, seen?: string): Promise<string>;
  close(): Promise<void>;
}

/** Passwords are hashed by a process of low priority: on a busy machine that takes its time. */
const patience = 90_000;

/** Starts the product with a database of its own, and a browser. */
export async function openStage(): Promise<Stage> {
  const data = await temporaryDataFolder();
  const [product, browser] = await Promise.all([startProduct({ dataFolder: data.path }), launchBrowser()]);
  return {
    product,
    browser,
    dataFolder: data.path,
    async visit(device) {
      const context = await browser.newContext({
        ...devices[device],
        locale: 'uk-UA',
        timezoneId: 'Europe/Kyiv',
        reducedMotion: 'reduce',
      });
      context.setDefaultTimeout(patience);
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
      await product.stop();
      await data.remove();
    },
  };
}

/** Waits until nothing on the page is still being loaded. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
}
