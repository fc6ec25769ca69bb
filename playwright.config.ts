import { readFileSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { findBrowser } from './e2e/support/product/launch-browser.ts';
import { durationsFile } from './e2e/support/product/record-durations.ts';

// Node runs the product's files itself; Playwright would compile all of them once more.
process.env.PW_DISABLE_TS_ESM = '1';
// What a worker or a spawned server compiles is kept for the next one.
process.env.NODE_COMPILE_CACHE ??= 'node_modules/.cache/node';

/** Seconds of each file in the last run; nothing before the first one. */
function readDurations(): Readonly<Record<string, number>> {
  try {
    return JSON.parse(readFileSync(durationsFile, 'utf8'));
  } catch {
    return {};
  }
}

const all = '*.test.ts';
/** What is no journey, and the journeys of `npm test`. */
const others = ['pages/**', 'main-jobs/**'];
/** The longest files begin first, so that no worker is left with one of them at the end. */
const long = Object.entries(readDurations())
  .sort(([, one], [, other]) => other - one)
  .slice(0, 8)
  .map(([file]) => file);

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'node_modules/.cache/journeys',
  globalSetup: './e2e/support/product/sample-template.ts',
  projects: [
    // Each project has workers of its own: two, not one for each file.
    { name: 'main jobs', testMatch: 'main-jobs/*.test.ts' },
    ...(long.length > 0 ? [{ name: 'browser', testMatch: long, testIgnore: others }] : []),
    { name: 'browser', testMatch: all, testIgnore: [...others, ...long] },
  ],
  // Three keep two processors busy: a journey often waits.
  workers: 3,
  timeout: 300_000,
  // As long as the page itself waits for something.
  expect: { timeout: 90_000 },
  // `npm run test:all` tries once again what a loaded machine made late, and names it, to be mended like a failure.
  retries: 0,
  use: {
    launchOptions: await findBrowser(),
    // What fails is tried again, with a trace that is kept; to record every first try takes a fifth of the time.
    trace: 'on-first-retry',
  },
  // The report goes to the file that PLAYWRIGHT_JSON_OUTPUT_FILE names.
  reporter: [
    ['list'],
    ['./e2e/support/product/record-durations.ts'],
    ...(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['json'] as const] : []),
  ],
});
