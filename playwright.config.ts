import { defineConfig } from '@playwright/test';
import { findBrowser } from './e2e/support/product/launch-browser.ts';

// Node runs the product's files itself; Playwright would compile all of them once more.
process.env.PW_DISABLE_TS_ESM = '1';
// What a worker or a spawned server compiles is kept for the next one.
process.env.NODE_COMPILE_CACHE ??= 'node_modules/.cache/node';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'node_modules/.cache/journeys',
  globalSetup: './e2e/support/product/sample-template.ts',
  testMatch: '*.test.ts',
  testIgnore: 'pages/**',
  // No projects: each has workers of its own, and a worker with its browser and the product costs 5 s of processor time to start.
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
  reporter: [['list'], ...(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['json'] as const] : [])],
});
