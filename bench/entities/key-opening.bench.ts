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
    const all: { rest: FrameRecord; opening: FrameRecord; openMs: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      all.push(await openKeyOnce(page));
      log(`round ${round + 1}: ${all.at(-1)?.openMs.toFixed(0)} ms`);
    }
    const rest = all.flatMap((one) => one.rest.intervals);
    const opening = all.flatMap((one) => one.opening.intervals);
    return {
      openMs: median(all.map(({ openMs }) => openMs)),
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
  await record(page);
  await page.waitForTimeout(1500);
  const rest = await recorded(page);
  await record(page);
  const started = performance.now();
  await page.keyboard.press('Enter');
  await dialog.getByRole('progressbar').waitFor();
  await dialog.getByRole('progressbar').waitFor({ state: 'detached' });
  const openMs = performance.now() - started;
  const opening = await recorded(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  return { rest, opening, openMs };
}

interface Recording {
  readonly frames: number[];
  readonly longTasks: number[];
  readonly observer: PerformanceObserver;
  isOn: boolean;
}

const record = (page: Page) =>
  page.evaluate(() => {
    const longTasks: number[] = [];
    const observer = new PerformanceObserver((list) => {
      longTasks.push(...list.getEntries().map(({ duration }) => duration));
    });
    observer.observe({ type: 'longtask' });
    const recording: Recording = { frames: [], longTasks, observer, isOn: true };
    const frame = (at: number) => {
      recording.frames.push(at);
      if (recording.isOn) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    Object.assign(window, { recording });
  });

const recorded = (page: Page): Promise<FrameRecord> =>
  page.evaluate(() => {
    const { recording } = window as unknown as { recording: Recording };
    recording.isOn = false;
    recording.observer.disconnect();
    const { frames, longTasks } = recording;
    return { longTasks, intervals: frames.slice(1).map((at, index) => at - (frames[index] ?? at)) };
  });

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
