import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { findBrowser } from '#e2e/support/launch-browser.ts';
import { fillSignIn, sampleSignIns } from '#e2e/support/ways-in.ts';
import { freePort } from '#platform/testing/free-port.ts';

/** A browser with a profile of its own, as somebody has it on a phone; other tools reach it by its port. */
export interface BenchBrowser {
  readonly context: BrowserContext;
  readonly port: number;
  /** Signs in as a person of the sample with one object chosen. */
  signIn(productUrl: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens it. */
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
      // Also which object was chosen is kept by then: the first look is no other than those after it.
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
