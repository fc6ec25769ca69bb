import { type Browser, chromium, type Page } from '@playwright/test';
import { keptState } from '#e2e/support/page/signed-in-page.ts';
import { waitUntilIdle } from '#e2e/support/page/visit.ts';
import { findBrowser } from '#e2e/support/product/launch-browser.ts';
import { sampleSignIns } from '#e2e/support/sample-users.ts';
import { signInByCall } from '#e2e/support/sign-in-by-call.ts';
import { openBenchProduct } from '../support/open-product.ts';

/** Limits of the look (one task a screen); absent: none. */
interface PageLimits {
  readonly words?: number;
  readonly controls?: number;
  readonly pixels?: number;
}

interface CountedPage extends PageLimits {
  readonly name: string;
  readonly path: string;
}

const viewport = { width: 360, height: 740 };

/** The last closed month of the sample. */
const period = '2026-10';

const countedPages: readonly CountedPage[] = [
  { name: 'home', path: '/cabinet/person', words: 120 },
  { name: 'readings', path: '/cabinet/person/indication' },
  { name: 'bill', path: `/cabinet/person/bills/${period}`, words: 200, pixels: 2000 },
  { name: 'notifications', path: '/cabinet/person/settings/notifications', controls: 7 },
  { name: 'writing', path: '/cabinet/person/tickets?part=new' },
];

/** Two zones and little to pay; a debt of months. */
const people = [
  { signIn: sampleSignIns.personOfThree, account: '2390001111' },
  { signIn: sampleSignIns.personOfOne, account: '2390001130' },
] as const;

/** What is seen of `main` before anything is opened. */
export interface PageCount {
  readonly page: string;
  readonly account: string;
  readonly words: number;
  /** Stops of the Tab key. */
  readonly controls: number;
  /** Height of the whole document. */
  readonly pixels: number;
  readonly holds: boolean;
}

export interface CountPagesOptions {
  /** URL of a running product; absent: one is started. */
  readonly url?: string;
  readonly log?: (line: string) => void;
}

/** Words, controls and pixels of a household's pages on a phone of 360 × 740, folds closed. */
export async function countPages(options: CountPagesOptions = {}): Promise<PageCount[]> {
  const { log = () => undefined } = options;
  const product = options.url === undefined ? await openBenchProduct() : undefined;
  const url = options.url ?? product?.url ?? '';
  const browser = await chromium.launch(await findBrowser());
  try {
    const counts: PageCount[] = [];
    for (const person of people) {
      const page = await openSignedIn(browser, url, person);
      for (const counted of countedPages) {
        const count = { account: person.account, ...(await countPage(page, url, counted)) };
        log(describePage(count));
        counts.push(count);
      }
      await page.context().close();
    }
    return counts;
  } finally {
    await browser.close();
    await product?.close();
  }
}

async function openSignedIn(browser: Browser, url: string, person: (typeof people)[number]): Promise<Page> {
  const session = await signInByCall(url, person.signIn);
  const context = await browser.newContext({
    viewport,
    hasTouch: true,
    isMobile: true,
    locale: 'uk-UA',
    timezoneId: 'Europe/Kyiv',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    storageState: { cookies: [], origins: [{ origin: url, localStorage: keptState(url, session) }] },
  });
  const page = await context.newPage();
  await page.goto(`${url}/cabinet/person?account=${person.account}`);
  await waitUntilIdle(page);
  return page;
}

async function countPage(page: Page, url: string, { name, path, ...limits }: CountedPage) {
  await page.goto(url + path);
  await page.locator('main h1').waitFor({ state: 'attached' });
  await waitUntilIdle(page);
  // Parts that load when the page is idle.
  await page.waitForLoadState('networkidle');
  const counts = await page.evaluate(countInPage);
  const isWithin = (what: keyof PageLimits) => counts[what] <= (limits[what] ?? Number.POSITIVE_INFINITY);
  return { page: name, ...counts, holds: isWithin('words') && isWithin('controls') && isWithin('pixels') };
}

/** Runs in the page. */
function countInPage(): { words: number; controls: number; pixels: number } {
  const main = document.querySelector('main');
  if (!main) throw new Error('the page has no main part');
  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
  };
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  let words = 0;
  while (texts.nextNode()) {
    const { parentElement, textContent } = texts.currentNode;
    if (parentElement === null || !isSeen(parentElement)) continue;
    words += (textContent ?? '').split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  }
  const controls = [
    ...main.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary'),
  ];
  return {
    words,
    controls: controls.filter((control) => control.tabIndex >= 0 && isSeen(control)).length,
    pixels: document.documentElement.scrollHeight,
  };
}

/** A count in one line. */
export function describePage({ page, account, words, controls, pixels }: PageCount): string {
  return `${page} of ${account}: ${words} words, ${controls} controls, ${pixels} px`;
}
