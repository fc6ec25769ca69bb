import { expect, type Page, test } from '@playwright/test';
import { pages } from '#contract/specification.ts';
import { addMonths, periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { chooseInBrowser } from '#e2e/support/page/choose-object.ts';
import {
  type PageCase,
  personPages,
  placeholders,
  type SampleFacts,
} from '#e2e/support/page/person-pages.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { waitUntilIdle } from '#e2e/support/page/visit.ts';
import { walkByKeyboard } from '#e2e/support/page/walk-by-keyboard.ts';
import { shareTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { systemClock } from '#platform/clock.ts';
import { callProduct } from './support/call-product.ts';
import { sampleSignIns } from './support/sample-users.ts';

const ticketPages = ['/cabinet/person/tickets'];
const listed = pages
  .map(({ path }) => path)
  .filter((path) => path === '/cabinet/person' || path.startsWith('/cabinet/person/'))
  .filter((path) => !ticketPages.includes(path));

test.describe.configure({ mode: 'parallel' });

let env: TestEnvironment;
let facts: SampleFacts;

test.beforeAll(async ({ browser }) => {
  env = shareTestEnvironment(browser);
  const { user } = await env.sessionOf(sampleSignIns.personOfThree);
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

/** Opens a page with that object chosen. */
async function open(page: Page, path: string, { account, address }: PageCase): Promise<void> {
  await chooseInBrowser(page, account);
  await page.goto(env.product.url + path.replace(/\$\w+$/, '') + (address?.(facts) ?? ''));
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

for (const path of listed) {
  test.describe(`${path}`, () => {
    const row = personPages[path];
    if (!row) return;

    // What the page says to whom, and when its calls fail: pages/person-cabinet.test.tsx; narrow: every-page.test.ts.
    test('on a desk: whole, quiet, by keyboard, and on paper where it is a document', async () => {
      const { page, problems, context } = await signedInPage(env, row.who, 'desk');
      await open(page, path, row);
      await checkWords(page, row.expected);
      await checkPage(page);
      expect(await walkByKeyboard(page)).toEqual({ missed: [], unseen: [] });
      if (row.isPaper) await checkPaper(page);
      expect(problems).toEqual([]);
      await context.close();
    });
  });
}

test('a page whose code is slow to come shows its shape instead of the page before', async () => {
  const { page, context } = await signedInPage(env, sampleSignIns.personOfOne, 'phone', {
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
