import { expect, type Page, test } from '@playwright/test';
import { personPages } from '#e2e/support/page/person-pages.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { waitUntilIdle } from '#e2e/support/page/visit.ts';
import { shareTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { sampleSignIns, signInBy } from './support/sample-users.ts';

let env: TestEnvironment;
test.beforeAll(({ browser }) => {
  env = shareTestEnvironment(browser);
});
test.afterAll(() => env.close());

/** Pages that need no address of one document. */
const paths = Object.keys(personPages).filter((path) => !path.includes('$'));

/** Where the heading and what follows it stand, and how they look. */
function layoutOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const heading = document.querySelector('main h1');
    const panel = heading?.nextElementSibling ?? heading?.parentElement?.nextElementSibling;
    return [heading, panel].map((element) => {
      if (!element) return 'none';
      const { x, y } = element.getBoundingClientRect();
      const { fontSize, margin } = getComputedStyle(element);
      return `${element.tagName} at ${Math.round(x)}, ${Math.round(y + scrollY)}: ${fontSize}, margin ${margin}`;
    });
  });
}

test('shows each page after signing in as after a reload, whatever style sheets came before', async () => {
  const reloaded = await signedInPage(env, sampleSignIns.personOfOne, 'desk');
  const afterReload: Record<string, readonly string[]> = {};
  const titles: Record<string, string> = {};
  for (const path of paths) {
    await reloaded.page.goto(env.product.url + path);
    // The title comes with the heading; before it the network may be still for a moment.
    await reloaded.page.locator('main h1').waitFor();
    await waitUntilIdle(reloaded.page);
    afterReload[path] = await layoutOf(reloaded.page);
    titles[path] = await reloaded.page.title();
  }
  const { page } = await env.visit('desk');
  await signInBy(page, env.product.url, sampleSignIns.personOfOne);
  const afterSignIn: Record<string, readonly string[]> = {};
  for (const path of paths) {
    // As a link does it: what was loaded before stays.
    await page.evaluate((to) => history.pushState({}, '', to), path);
    await page.waitForFunction((title) => document.title === title, titles[path]);
    await waitUntilIdle(page);
    afterSignIn[path] = await layoutOf(page);
  }
  expect(afterSignIn).toEqual(afterReload);
  // Headings of the cabinet, of the home and of sections differ: the measure sees them.
  expect(new Set(Object.values(afterReload).flat()).size).toBeGreaterThan(5);
});
