import { writeFile } from 'node:fs/promises';
import type { Result } from 'lighthouse';
import { navigationGather } from 'lighthouse/core/gather/navigation-runner.js';
import { Runner } from 'lighthouse/core/runner.js';
import { median } from './support/median.ts';
import { openBenchProduct } from './support/open-product.ts';
import { measureIndex, slowdownFor } from './support/phone-processor.ts';
import { countProcessorTime } from './support/processor-time.ts';
import { type BenchBrowser, openBenchBrowser } from './support/signed-in-browser.ts';

const categories = ['performance', 'accessibility', 'best-practices'] as const;
type Category = (typeof categories)[number];

/** Ordered: after the sign-in the landing page is not shown. */
const pages = [
  { name: 'landing', path: '/', signedIn: false },
  { name: 'sign-in', path: '/sign-in/person', signedIn: false },
  { name: 'home', path: '/cabinet/person', signedIn: true },
  { name: 'indication', path: '/cabinet/person/indication', signedIn: true },
] as const;

export interface LighthouseOptions {
  /** Rounds per page; an odd number. */
  readonly rounds?: number;
  /** Names of pages; absent: all. */
  readonly only?: readonly string[];
  /** URL of a running product; absent: one is started. */
  readonly url?: string;
  /** Folder for the last report of each page, as JSON. */
  readonly reportFolder?: string;
  readonly log?: (line: string) => void;
}

export interface LighthousePage {
  readonly page: string;
  /** 0–100, median of the rounds. */
  readonly scores: Readonly<Record<Category, number>>;
  /** Milliseconds. */
  readonly blockingMs: number;
  readonly layoutShift: number;
  readonly largestPaintMs: number;
}

/**
 * Lighthouse results of four pages: mobile preset with simulated slow network, the emulated phone's processor, tasks by
 * their processor time, production build, empty browser cache. Medians of alternating rounds.
 */
export async function benchLighthouse(options: LighthouseOptions = {}): Promise<LighthousePage[]> {
  const { rounds = 5, only, reportFolder, log = () => undefined } = options;
  const product = options.url === undefined ? await openBenchProduct() : undefined;
  const url = options.url ?? product?.url ?? '';
  const browser = await openBenchBrowser();
  try {
    const results = new Map<string, Result[]>();
    const chosen = pages.filter(({ name }) => only?.includes(name) ?? true);
    for (const signedIn of [false, true]) {
      const some = chosen.filter((page) => page.signedIn === signedIn);
      if (signedIn && some.length > 0) await browser.signIn(url);
      for (let round = 1; round <= rounds; round += 1) {
        for (const page of some) {
          const result = await runLighthouse(browser, url, page);
          results.set(page.name, [...(results.get(page.name) ?? []), result]);
          const { cpuSlowdownMultiplier = 1 } = result.configSettings.throttling;
          log(
            `${describe(summarize(page.name, [result]))}, slowed down ${cpuSlowdownMultiplier.toFixed(1)} times`,
          );
        }
      }
    }
    if (reportFolder !== undefined) {
      for (const [name, all] of results)
        await writeFile(`${reportFolder}/${name}.json`, JSON.stringify(all.at(-1)));
    }
    return [...results].map(([name, all]) => summarize(name, all));
  } finally {
    await browser.close();
    await product?.close();
  }
}

/** One run with an empty cache; the sign-in stays in the local storage. */
async function runLighthouse(
  browser: BenchBrowser,
  url: string,
  page: (typeof pages)[number],
): Promise<Result> {
  await clearCaches(browser, url);
  const cpuSlowdownMultiplier = slowdownFor(await measureIndex(browser.context));
  const flags = {
    port: browser.port,
    logLevel: 'error' as const,
    onlyCategories: [...categories],
    formFactor: 'mobile' as const,
    disableStorageReset: true,
    throttling: { cpuSlowdownMultiplier },
  };
  const { artifacts, runnerOptions } = await navigationGather(undefined, url + page.path, { flags });
  countProcessorTime(artifacts.Trace.traceEvents);
  const report = await Runner.audit(artifacts, runnerOptions);
  const result = report?.lhr;
  if (result === undefined || result.runtimeError !== undefined) {
    throw new Error(`${page.name}: ${result?.runtimeError?.message ?? 'no report'}`);
  }
  const shown = new URL(result.finalDisplayedUrl).pathname;
  if (shown !== page.path) throw new Error(`${page.name}: the browser was led to ${shown}`);
  return result;
}

/** Clears the browser cache and the service worker's caches, as Lighthouse would, but keeps the local storage. */
async function clearCaches({ context }: BenchBrowser, origin: string): Promise<void> {
  const blank = await context.newPage();
  const session = await context.newCDPSession(blank);
  await session.send('Network.clearBrowserCache');
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'service_workers,cache_storage' });
  await blank.close();
}

function summarize(page: string, results: readonly Result[]): LighthousePage {
  const score = (name: Category) =>
    Math.round(median(results.map(({ categories: all }) => (all[name]?.score ?? 0) * 100)));
  const figure = (audit: string) =>
    median(results.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
  return {
    page,
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
    },
    blockingMs: figure('total-blocking-time'),
    layoutShift: figure('cumulative-layout-shift'),
    largestPaintMs: figure('largest-contentful-paint'),
  };
}

/** Result in one line. */
export function describe({ page, scores, blockingMs, layoutShift, largestPaintMs }: LighthousePage): string {
  return `${page}: performance ${scores.performance}, accessibility ${scores.accessibility}, best practices ${scores['best-practices']}, blocking ${blockingMs.toFixed(0)} ms, shift ${layoutShift.toFixed(4)}, largest paint ${largestPaintMs.toFixed(0)} ms`;
}

/** Limits: performance 98, accessibility and best practices 100, blocking 50 ms, shift 0.01. */
export function holds({ scores, blockingMs, layoutShift }: LighthousePage): boolean {
  return (
    scores.performance >= 98 &&
    scores.accessibility === 100 &&
    scores['best-practices'] === 100 &&
    blockingMs <= 50 &&
    layoutShift < 0.01
  );
}
