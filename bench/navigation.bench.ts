import type { CDPSession, Page } from 'playwright-core';
import { openBenchProduct } from './support/open-product.ts';
import { openBenchBrowser } from './support/signed-in-browser.ts';

/** Pages that a household goes between, each by a link that stands on every page or on the one before it. */
const tour = [
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

const slowdown = 4;

export interface NavigationOptions {
  /** Times around all pages, beside the first that warms everything up. */
  readonly rounds?: number;
  readonly url?: string;
  readonly say?: (line: string) => void;
}

export interface NavigationResult {
  readonly navigations: number;
  /** Milliseconds from the press to the heading with the page's data, painted. */
  readonly p50: number;
  readonly p95: number;
  /** Of each page, the slowest. */
  readonly slowest: Readonly<Record<string, number>>;
}

/**
 * Going from page to page inside the cabinet, all of it in the caches of code and data, with a processor four times as
 * slow: from the press to a new heading, nothing loading in the page's first part, and the frame painted.
 */
export async function benchNavigation(options: NavigationOptions = {}): Promise<NavigationResult> {
  const { rounds = 5, say = () => undefined } = options;
  const product = options.url === undefined ? await openBenchProduct() : undefined;
  const url = options.url ?? product?.url ?? '';
  const browser = await openBenchBrowser();
  try {
    await browser.signIn(url);
    const page = await browser.context.newPage();
    await page.goto(`${url}/cabinet/person`);
    await page.locator('main h1').waitFor();
    const session = await browser.context.newCDPSession(page);
    for (const path of tour) await visit(page, session, path, 1);
    const all: number[] = [];
    const slowest: Record<string, number> = {};
    for (let round = 1; round <= rounds; round += 1) {
      for (const path of tour) {
        const milliseconds = await visit(page, session, path, slowdown);
        all.push(milliseconds);
        slowest[path] = Math.max(slowest[path] ?? 0, milliseconds);
      }
    }
    for (const [path, most] of Object.entries(slowest)) say(`${path}: at most ${most.toFixed(0)} ms`);
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

/** Presses a link to the page – where the open page has none, one is put there – and waits for its content. */
async function visit(page: Page, session: CDPSession, path: string, rate: number): Promise<number> {
  await page.mouse.move(0, 0);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  const milliseconds = await page.evaluate(openInside, path);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  // What is fetched anew behind the content, and what is fetched ahead, ends before the next press.
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(300);
  return milliseconds;
}

/** Runs in the page: press, then wait frame by frame. */
function openInside(path: string): Promise<number> {
  const before = document.querySelector('main');
  const link = document.querySelector<HTMLElement>(`a[href="${path}"], a[href^="${path}?"]`);
  return new Promise((done, failed) => {
    const started = performance.now();
    const isThere = () => {
      const main = document.querySelector('main');
      if (location.pathname !== path || main === before || main?.querySelector('h1') == null) return false;
      return main.querySelector('[aria-busy="true"], [data-waiting]') === null;
    };
    const look = () => {
      if (performance.now() - started > 20_000) return failed(new Error(`${path} did not come`));
      if (!isThere()) return requestAnimationFrame(look);
      // The frame with the content is painted before the next task.
      requestAnimationFrame(() => setTimeout(() => done(performance.now() - started)));
    };
    if (link) link.click();
    else {
      history.pushState(null, '', path);
      window.dispatchEvent(new PopStateEvent('popstate'));
    }
    requestAnimationFrame(look);
  });
}
