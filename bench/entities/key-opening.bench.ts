import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { sampleSignIns, signInBy } from '#e2e/support/sample-users.ts';
import { median } from '../support/median.ts';
import { openBenchProduct } from '../support/open-product.ts';
import { openBenchBrowser } from '../support/signed-in-browser.ts';

const keyFile = join(import.meta.dirname, '../../sample/signatures/signer-key.p12');
const rounds = 5;

/** What the page did while something went on: intervals between frames and long tasks, milliseconds. */
interface FrameRecord {
  readonly intervals: readonly number[];
  /** Tasks of the page longer than 50 ms. */
  readonly longTasks: readonly number[];
  readonly milliseconds: number;
}

interface KeyOpeningBenchResult {
  /** Median of the rounds: milliseconds from the press until the key is open. */
  readonly openMs: number;
  /** Median interval between frames at rest and while a key opens. */
  readonly restMs: number;
  readonly openingMs: number;
  /** Share of frames that came within one and a half intervals of 60 a second, at rest and while a key opens. */
  readonly restInTime: number;
  readonly openingInTime: number;
  /** Tasks of the page of more than 50 ms while a key opens, all rounds together. */
  readonly longTasks: number;
}

/** Frames of the page while the worker opens a key file of two keys, 20,000 rounds of its key derivation, to frames at rest. */
export async function benchKeyOpening({
  url: given,
  log = () => undefined,
}: {
  readonly url?: string;
  readonly log?: (line: string) => void;
} = {}): Promise<KeyOpeningBenchResult> {
  const product = given === undefined ? await openBenchProduct() : undefined;
  const url = given ?? product?.url ?? '';
  const browser = await openBenchBrowser();
  try {
    const page = await browser.context.newPage();
    await signInBy(page, url, sampleSignIns.entityOfTwo);
    await page.getByRole('button', { name: /1000000002/ }).click();
    await page.waitForURL(/\/cabinet\/entity\/indication/);
    const all: { rest: FrameRecord; opening: FrameRecord }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      all.push(await openKeyOnce(page));
      log(`round ${round + 1}: ${all.at(-1)?.opening.milliseconds.toFixed(0)} ms`);
    }
    const rest = all.flatMap((one) => one.rest.intervals);
    const opening = all.flatMap((one) => one.opening.intervals);
    return {
      openMs: median(all.map(({ opening }) => opening.milliseconds)),
      restMs: median(rest),
      openingMs: median(opening),
      restInTime: inTime(rest),
      openingInTime: inTime(opening),
      longTasks: all.flatMap((one) => one.opening.longTasks).length,
    };
  } finally {
    await browser.close();
    await product?.close();
  }
}

async function openKeyOnce(page: Page) {
  await page.getByRole('button', { name: 'Підписати документ' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Файл ключа').setInputFiles(keyFile);
  await dialog.getByLabel('Пароль ключа').fill('testpassword');
  // The code of the worker has come, and the dialog stands still.
  await page.waitForTimeout(1000);
  const rest = await page.evaluate(recordFrames, { untilOpened: false });
  const recorded = page.evaluate(recordFrames, { untilOpened: true });
  await page.keyboard.press('Enter');
  const opening = await recorded;
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  return { rest, opening };
}

/**
 * In the page, which nothing else looks at meanwhile: to look for an element by its role is a long task of its own. Records
 * for 1.5 s, or from the first progress of the opening to its end.
 */
function recordFrames({ untilOpened }: { untilOpened: boolean }): Promise<FrameRecord> {
  const longTasks: number[] = [];
  const observer = new PerformanceObserver((list) => {
    longTasks.push(...list.getEntries().map(({ duration }) => duration));
  });
  observer.observe({ type: 'longtask' });
  const intervals: number[] = [];
  const started = performance.now();
  let before: number | undefined;
  let begun: number | undefined;
  return new Promise((resolve) => {
    const frame = (at: number) => {
      if (before !== undefined) intervals.push(at - before);
      before = at;
      const isOpening = document.querySelector('dialog progress') !== null;
      if (isOpening) begun ??= at;
      const isOver = untilOpened ? begun !== undefined && !isOpening : at - started > 1500;
      if (!isOver) return requestAnimationFrame(frame);
      observer.disconnect();
      return resolve({ intervals, longTasks, milliseconds: at - (begun ?? started) });
    };
    requestAnimationFrame(frame);
  });
}

function inTime(intervals: readonly number[]): number {
  return intervals.filter((interval) => interval <= 25).length / intervals.length;
}

/** `node bench/entities/key-opening.bench.ts [url]`: of a product that runs already. */
if (process.argv[1] === import.meta.filename) {
  const [, , url] = process.argv;
  console.log(
    JSON.stringify(await benchKeyOpening({ ...(url && { url }), log: (line) => console.log(line) })),
  );
}
