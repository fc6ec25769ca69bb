import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { findBrowser } from '#e2e/support/product/launch-browser.ts';
import { fillSignIn, sampleSignIns } from '#e2e/support/sample-users.ts';
import { freePort } from '#platform/testing/free-port.ts';

/** A browser with its own profile, like on a phone; other tools connect to its port. */
export interface BenchBrowser {
  readonly context: BrowserContext;
  readonly port: number;
  /** Signs in as a sample person and chooses one object. */
  signIn(productUrl: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens the browser. */
export async function openBenchBrowser(): Promise<BenchBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'svitlo-browser-'));
  const [port, { executablePath, args }] = await Promise.all([freePort(), findBrowser()]);
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...args, `--remote-debugging-port=${port}`],
    viewport: { width: 412, height: 823 },
    locale: 'uk-UA',
    timezoneId: 'Europe/Kyiv',
  });
  return {
    context,
    port,
    async signIn(productUrl) {
      const page = await context.newPage();
      await page.goto(productUrl + sampleSignIns.personOfOne.path);
      await fillSignIn(page, sampleSignIns.personOfOne);
      await page.waitForURL(/\/cabinet\/person/);
      await page.locator('main h1').waitFor();
      // The chosen object is stored by then, so the first run equals the later ones.
      await page.waitForFunction(
        () => JSON.parse(localStorage.getItem('svitlo.cabinet') ?? '{}').person?.account,
      );
      await page.close();
    },
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
