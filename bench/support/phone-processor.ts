import type { BrowserContext } from '@playwright/test';
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js';
import { median } from './median.ts';

/**
 * Benchmark index of the emulated phone: half of the mid-tier phone of Chrome's developer tools (1,000, a Pixel 5). The
 * default slowdown of Lighthouse, 4, gives it on a desktop of index 2,000.
 */
const phoneIndex = 500;

const samples = 3;

/** Returns Lighthouse's benchmark index of this machine now: how fast a page of this browser computes. Takes 3 s. */
export async function measureIndex(context: BrowserContext): Promise<number> {
  const page = await context.newPage();
  const indexes: number[] = [];
  for (let sample = 1; sample <= samples; sample += 1) {
    indexes.push(await page.evaluate<number>(`(${pageFunctions.computeBenchmarkIndex})()`));
  }
  await page.close();
  return median(indexes);
}

/**
 * Returns how many times a processor of `index` is faster than the emulated phone, at least 1. A fixed slowdown would
 * emulate another phone in each minute of a machine that is shared with others.
 */
export function slowdownFor(index: number): number {
  return Math.max(1, index / phoneIndex);
}
