import type { CDPSession, Page } from '@playwright/test';
import { openBenchProduct } from './support/open-product.ts';
import { measureIndex, slowdownFor } from './support/phone-processor.ts';
import { openBenchBrowser } from './support/signed-in-browser.ts';

/** Pages of a household; each is reachable by a link on every page or on the previous one. */
const visitedPages = [
  '/cabinet/person/indication',
  '/cabinet/person/bills',
  '/cabinet/person/sub-book',
  '/cabinet/person/docs/reconciliations',
  '/cabinet/person/docs/violations',
  '/cabinet/person/docs/green-tarif',
  '/cabinet/person/directory/guide',
  '/cabinet/person/directory/laws',
  '/cabinet/person/directory/tariff-history',
  '/cabinet/person/directory/indicators-history',
  '/cabinet/person/directory/payment-history',
  '/cabinet/person/settings/account',
  '/cabinet/person/settings/personal-information',
  '/cabinet/person/settings/aparts',
  '/cabinet/person/settings/notifications',
  '/cabinet/person',
] as const;

export interface NavigationOptions {
  /** Rounds over all pages, after a first one for warm-up. */
  readonly rounds?: number;
  readonly url?: string;
  readonly log?: (line: string) => void;
}

export interface NavigationResult {
  readonly navigations: number;
  /** Milliseconds from the click to the painted heading with the page's data. */
  readonly p50: number;
  readonly p95: number;
  /** Slowest navigation of each page. */
  readonly slowest: Readonly<Record<string, number>>;
}

/**
 * Navigation between pages of the cabinet with warm caches of code and data and the emulated phone's processor: from
 * the click to a new heading, no skeleton in the first part of the page, and the frame painted.
 */
export async function benchNavigation(options: NavigationOptions = {}): Promise<NavigationResult> {
  const { rounds = 5, log = () => undefined } = options;
  const product = options.url === undefined ? await openBenchProduct() : undefined;
  const url = options.url ?? product?.url ?? '';
  const browser = await openBenchBrowser();
  try {
    await browser.signIn(url);
    const page = await browser.context.newPage();
    await page.goto(`${url}/cabinet/person`);
    await page.locator('main h1').waitFor();
    const session = await browser.context.newCDPSession(page);
    for (const path of visitedPages) await visit(page, session, path, 1);
    const all: number[] = [];
    const slowest: Record<string, number> = {};
    for (let round = 1; round <= rounds; round += 1) {
      const slowdown = slowdownFor(await measureIndex(browser.context));
      log(`round ${round}: slowed down ${slowdown.toFixed(1)} times`);
      await page.bringToFront();
      for (const path of visitedPages) {
        const milliseconds = await visit(page, session, path, slowdown);
        all.push(milliseconds);
        slowest[path] = Math.max(slowest[path] ?? 0, milliseconds);
      }
    }
    for (const [path, most] of Object.entries(slowest)) log(`${path}: at most ${most.toFixed(0)} ms`);
    const times = all.toSorted((one, other) => one - other);
    const at = (share: number) =>
      times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
    return {
      navigations: times.length,
      p50: at(0.5),
      p95: at(0.95),
      slowest,
    };
  } finally {
    await browser.close();
    await product?.close();
  }
}

/** Clicks a link to the page (added when the open page has none) and waits for its content. */
async function visit(page: Page, session: CDPSession, path: string, rate: number): Promise<number> {
  await page.mouse.move(0, 0);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  const milliseconds = await page.evaluate(measureNavigation, path);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  // Background refetches and prefetches finish before the next click.
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(300);
  return milliseconds;
}

/** Runs in the page: clicks, then polls frame by frame. */
function measureNavigation(path: string): Promise<number> {
  const before = document.querySelector('main');
  const link = document.querySelector<HTMLElement>(`a[href="${path}"], a[href^="${path}?"]`);
  return new Promise((done, failed) => {
    const started = performance.now();
    const isLoaded = () => {
      const main = document.querySelector('main');
      if (location.pathname !== path || main === before || main?.querySelector('h1') == null) return false;
      return main.querySelector('[aria-busy="true"], [data-waiting]') === null;
    };
    const poll = () => {
      if (performance.now() - started > 20_000) return failed(new Error(`${path} did not come`));
      if (!isLoaded()) return requestAnimationFrame(poll);
      // The frame with the content is painted before the next task.
      requestAnimationFrame(() => setTimeout(() => done(performance.now() - started)));
    };
    if (link) link.click();
    else {
      history.pushState(null, '', path);
      window.dispatchEvent(new PopStateEvent('popstate'));
    }
    requestAnimationFrame(poll);
  });
}
