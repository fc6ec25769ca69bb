import { expect, type Page, test } from '@playwright/test';
import { pages } from '#contract/specification.ts';
import { addMonths, periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { chooseInBrowser } from '#e2e/support/page/choose-object.ts';
import { checkLargeLetters, checkNarrow, checkSizes } from '#e2e/support/page/narrow-look.ts';
import {
  type PageCase,
  personPages,
  placeholders,
  type SampleFacts,
} from '#e2e/support/page/person-pages.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { turnInto, waitUntilIdle } from '#e2e/support/page/visit.ts';
import { walkByKeyboard } from '#e2e/support/page/walk-by-keyboard.ts';
import { shareTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { systemClock } from '#platform/clock.ts';
import { callProduct } from './support/call-product.ts';
import { sampleSignIns, signInBy } from './support/sample-users.ts';

const listed = pages
  .map(({ path }) => path)
  .filter((path) => path === '/cabinet/person' || path.startsWith('/cabinet/person/'));
const { personOfThree, personOfOne, personOfDifficult } = sampleSignIns;

let env: TestEnvironment;
let facts: SampleFacts;

test.beforeAll(async ({ browser }) => {
  env = shareTestEnvironment(browser);
  const { user } = await env.sessionOf(personOfThree);
  const { payments } = (await callProduct(env.product.url, '/api/payments/list', {
    token: user.token,
    account: '2390001112',
  })) as { payments: { paymentId: string }[] };
  facts = {
    period: addMonths(periodOf(kyivDateOf(systemClock.now())), -1),
    paymentId: payments[0]?.paymentId ?? '',
  };
});
test.afterAll(() => env.close());

const addressOf = (path: string, { address }: PageCase) =>
  path.replace(/\$\w+$/, '') + (address?.(facts) ?? '');

/** Opens a page with that object chosen. */
async function open(page: Page, path: string, pageCase: PageCase): Promise<void> {
  await chooseInBrowser(page, pageCase.account);
  await page.goto(env.product.url + addressOf(path, pageCase));
  // The title comes with the heading; before it the network may be still for a moment.
  await page.locator('main h1').first().waitFor({ state: 'attached' });
  await waitUntilIdle(page);
}

const mainText = async (page: Page) => (await page.locator('main').innerText()).replaceAll('\u00a0', ' ');

async function checkWords(page: Page, expected: string | RegExp): Promise<void> {
  await page
    .locator('main')
    .getByText(expected)
    .filter({ visible: true })
    .first()
    .waitFor({ timeout: 10_000 });
  expect(await mainText(page)).not.toMatch(placeholders);
}

async function checkPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  for (const role of ['navigation', 'banner', 'contentinfo'] as const)
    expect(await page.getByRole(role).filter({ visible: true }).count(), `${role} on paper`).toBe(0);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  );
  const names = await page.locator('[data-paper] dt').evaluateAll((terms) => {
    const sizeOf = (part: Element | null) => part && Number.parseFloat(getComputedStyle(part).fontSize);
    return terms.filter((term) => Number(sizeOf(term)) > Number(sizeOf(term.nextElementSibling))).length;
  });
  expect(names, 'names larger than what they name').toBe(0);
  // What one touches in a chart are the months below it.
  expect(await page.locator('button:not([role=toolbar] *):visible').allInnerTexts()).toEqual([]);
  expect((await page.locator('main').innerText()).length).toBeGreaterThan(100);
  await page.emulateMedia({ media: 'screen' });
}

test('has a row for each page in the list, and none beside', () => {
  expect(Object.keys(personPages).sort()).toEqual([...listed].sort());
  expect(pages.filter(({ path, state }) => listed.includes(path) && state !== 'works')).toEqual([]);
});

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

// What the pages say to whom, and when their calls fail: pages/person-cabinet.test.tsx.
test.describe('every page, loaded once', () => {
  // The last test goes by what the others have measured.
  test.describe.configure({ mode: 'serial' });
  const afterReload: Record<string, readonly string[]> = {};
  const titles: Record<string, string> = {};

  for (const [name, who] of Object.entries({ personOfThree, personOfOne, personOfDifficult })) {
    test(`of ${name}: on a desk whole, quiet, by keyboard, on paper; at 320 pixels; with letters of 200 %`, async () => {
      const { page, problems, context } = await signedInPage(env, who, 'desk');
      const wrong: string[] = [];
      for (const [path, row] of Object.entries(personPages)) {
        if (row.who !== who) continue;
        await test.step(path, async () => {
          await turnInto(page, 'desk');
          await open(page, path, row);
          afterReload[path] = await layoutOf(page);
          titles[path] = await page.title();
          await checkWords(page, row.expected);
          await checkPage(page);
          expect(await walkByKeyboard(page)).toEqual({ missed: [], unseen: [] });
          if (row.isPaper) await checkPaper(page);
          await turnInto(page, 'phone');
          wrong.push(...(await checkSizes(page, path)));
          wrong.push(...(await checkLargeLetters(page, path)));
        });
      }
      expect(wrong).toEqual([]);
      expect(problems).toEqual([]);
      await context.close();
    });
  }

  test('looks after signing in as after a reload, whatever style sheets came before', async () => {
    const { page, context } = await env.visit('desk');
    await signInBy(page, env.product.url, personOfOne);
    const afterSignIn: Record<string, readonly string[]> = {};
    // Pages that need no address of one document.
    const paths = listed.filter((path) => !path.includes('$'));
    for (const path of paths) {
      // As a link does it: what was loaded before stays.
      await page.evaluate((to) => history.pushState({}, '', to), path);
      await page.waitForFunction((title) => document.title === title, titles[path]);
      await waitUntilIdle(page);
      afterSignIn[path] = await layoutOf(page);
    }
    expect(afterSignIn).toEqual(Object.fromEntries(paths.map((path) => [path, afterReload[path]])));
    // Headings of the cabinet, of the home and of sections differ: the measure sees them.
    expect(new Set(Object.values(afterReload).flat()).size).toBeGreaterThan(5);
    await context.close();
  });
});

test('pages of difficult objects fit 320 pixels too', async () => {
  const wrong: string[] = [];
  const { page, problems, context } = await signedInPage(env, personOfDifficult, 'phone');
  for (const [path, { others = [] }] of Object.entries(personPages)) {
    for (const pageCase of others) {
      if (pageCase.who !== personOfDifficult) continue;
      await open(page, path, pageCase);
      wrong.push(...(await checkNarrow(page)).map((what) => `${path} ${pageCase.account} ${what}`));
    }
  }
  expect(wrong).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

test('a page whose code is slow to come shows its shape instead of the page before', async () => {
  const { page, context } = await signedInPage(env, personOfOne, 'phone', {
    path: '/cabinet/person/bills',
  });
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/assets/calculation-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${env.product.url}/cabinet/person/bills`);
  await page.getByRole('heading', { level: 1, name: 'Рахунки' }).waitFor();
  await waitUntilIdle(page);
  const sections = page.getByRole('navigation', { name: 'Розділи кабінету' });
  await page.getByRole('link', { name: 'Розрахунок' }).click();
  await page.getByText('Завантажуємо сторінку…').waitFor();
  expect(await page.getByRole('heading', { level: 1, name: 'Рахунки' }).count()).toBe(0);
  expect(await sections.isVisible()).toBe(true);
  letGo();
  await page.getByRole('heading', { level: 1, name: 'Розрахунок' }).waitFor();
  expect(await page.getByText('Завантажуємо сторінку…').count()).toBe(0);
  await context.close();
});
