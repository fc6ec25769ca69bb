import { expect, type Locator, type Page, test } from '@playwright/test';
import pg from 'pg';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { checkBothLooks } from '#e2e/support/page/narrow-look.ts';
import { type SignedInVisitor, signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { waitUntilIdle } from '#e2e/support/page/visit.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { callProduct } from './support/call-product.ts';
import { sampleSignIns } from './support/sample-users.ts';

let env: OwnTestEnvironment;
let database: pg.Pool;

test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
  database = new pg.Pool({ connectionString: env.product.databaseUrl, max: 1 });
  // A supplier whose window is open on every day, so that the journey is the same on all of them.
  await database.query(
    `update billing.supplier
        set rules = rules || '{"readings": {"window": {"person": {"lastDays": 31}}}}'`,
  );
});
test.afterAll(async () => {
  await database.end();
  await env.close();
});

interface Meters {
  meters: { registers: { zone: string; previousValue: number }[] }[];
}

async function previousValues({ token }: SignedInVisitor, account: string): Promise<number[]> {
  const answer = await callProduct(env.product.url, '/api/meters/list', { token, account });
  return ((answer as unknown as Meters).meters[0]?.registers ?? []).map(({ previousValue }) => previousValue);
}

async function readingsOf(account: string): Promise<number> {
  const { rows } = await database.query(
    'select count(*)::int as count from billing.reading_submission where account_number = $1',
    [account],
  );
  return rows[0].count;
}

const panel = (page: Page) =>
  page.locator('main section').filter({ has: page.locator('h2', { hasText: 'Що зробити зараз' }) });
const fields = (page: Page) => panel(page).locator('input[inputmode="numeric"]');
const give = (page: Page) => panel(page).getByRole('button', { name: 'Передати', exact: true });

/** What stands as the receipt's number once the reading was taken. */
const receipt = (page: Page) => panel(page).locator('[data-paper]');

/** The browser notes the status with which the server asks whether so much is right. */
const isNoQuestion = (problem: string) => !/status of 422/.test(problem);

/** Asked whether it is right, the customer says yes. */
async function agreeIfAsked(page: Page): Promise<void> {
  const agree = panel(page).getByRole('button', { name: 'Погоджуюсь' });
  await agree.or(receipt(page)).first().waitFor();
  if (await agree.isVisible()) await agree.click();
}

// An object that is heated by electricity: pages/home-reading.test.ts.
test('from home to an accepted reading: lower values are refused with a text; after right values and a tap the receipt replaces the fields', async () => {
  const account = '2390001111';
  const path = `/cabinet/person?account=${account}`;
  const visitor = await signedInPage(env, sampleSignIns.personOfThree, 'phone', { path });
  const { page, problems, context } = visitor;
  const previous = await previousValues(visitor, account);
  await fields(page).first().waitFor();
  await waitUntilIdle(page);
  expect(await fields(page).count()).toBe(previous.length);
  await checkBothLooks(page);

  for (const [index, value] of previous.entries())
    await fields(page)
      .nth(index)
      .fill(String(value - 7));
  await give(page).click();
  await panel(page)
    .getByText(/^Показання менші за попередні не враховуються/)
    .first()
    .waitFor();
  await checkBothLooks(page);
  const before = await readingsOf(account);

  for (const [index, value] of previous.entries())
    await fields(page)
      .nth(index)
      .fill(String(value + 40 + index));
  await panel(page)
    .getByText(/^[\d\s]+кВт·год на .* грн\. Рахунок буде/)
    .waitFor();
  await waitUntilIdle(page);
  await checkBothLooks(page);
  await give(page).click();
  await agreeIfAsked(page);
  await receipt(page)
    .getByText(/^Показання (прийнято|на перевірці)$/)
    .waitFor();
  await waitUntilIdle(page);
  expect(new URL(page.url()).pathname).toBe('/cabinet/person');
  expect(await readingsOf(account)).toBe(before + 1);
  expect(await panel(page).getByRole('heading', { level: 2 }).textContent()).not.toContain(
    'Передайте показання',
  );
  await checkBothLooks(page);
  await page.emulateMedia({ media: 'print' });
  expect(await receipt(page).getByRole('table', { name: 'Показання за зонами' }).isVisible()).toBe(true);
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(false);
  expect(problems.filter(isNoQuestion)).toEqual([]);
  await context.close();
});

test('works by the keyboard alone; values typed on the home page appear on the page of readings, too', async () => {
  const account = '2390001112';
  const path = `/cabinet/person?account=${account}`;
  const visitor = await signedInPage(env, sampleSignIns.personOfThree, 'desk', { path });
  const { page, problems, context } = visitor;
  const [previous = 0] = await previousValues(visitor, account);
  await fields(page).first().waitFor();
  const tabTo = async (isThere: () => Promise<boolean>) => {
    for (let pressed = 0; pressed < 40 && !(await isThere()); pressed += 1) await page.keyboard.press('Tab');
  };
  const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);

  await tabTo(() => isFocused(fields(page).first()));
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await panel(page)
    .getByText(/^Показання менші за попередні не враховуються/)
    .waitFor();
  expect(await isFocused(fields(page).first())).toBe(true);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(String(previous + 125));

  const more = panel(page).getByRole('link', { name: 'Порівняти рахунки' });
  await tabTo(() => isFocused(more));
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/indication/);
  const field = page.locator('main form input[inputmode="numeric"]');
  await field.waitFor();
  expect(await field.inputValue()).toBe(String(previous + 125));
  await waitUntilIdle(page);
  await page.goBack();
  await fields(page).first().waitFor();
  await tabTo(() => isFocused(give(page)));
  await page.keyboard.press('Enter');
  const agree = panel(page).getByRole('button', { name: 'Погоджуюсь' });
  await agree.or(receipt(page)).first().waitFor();
  if (await agree.isVisible()) {
    await tabTo(() => isFocused(agree));
    await page.keyboard.press('Enter');
  }
  await receipt(page).waitFor();
  expect(await isFocused(receipt(page).getByRole('heading'))).toBe(true);
  expect(problems.filter(isNoQuestion)).toEqual([]);
  await context.close();
});

test('without a network it waits in the same place, and the receipt comes there', async () => {
  const account = '2390001130';
  const path = `/cabinet/person?account=${account}`;
  const visitor = await signedInPage(env, sampleSignIns.personOfOne, 'phone', { path });
  const { page, context } = visitor;
  const previous = await previousValues(visitor, account);
  await fields(page).first().waitFor();
  await waitUntilIdle(page);
  const before = await readingsOf(account);
  // Here the page itself has fetched what keeps a reading; elsewhere the service worker has it.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /assets\/queue-actions/.test(name)),
  );
  await waitUntilIdle(page);
  await context.setOffline(true);
  for (const [index, value] of previous.entries())
    await fields(page)
      .nth(index)
      .fill(String(value + 60));
  await give(page).click();
  await panel(page).getByText('Показання чекає мережі').waitFor();
  await checkPage(page);
  expect(await readingsOf(account)).toBe(before);
  await context.setOffline(false);
  const agree = panel(page).getByRole('button', { name: 'Погоджуюсь' });
  await agree.or(receipt(page)).first().waitFor();
  if (await agree.isVisible()) await agree.click();
  await receipt(page).waitFor();
  expect(await readingsOf(account)).toBe(before + 1);
  await waitUntilIdle(page);
  await checkPage(page);
  await context.close();
});

test.describe('while the code of the page is on its way', () => {
  for (const [path, device, expected] of [
    ['/cabinet/person', 'phone', /^До сплати\s*[\d\s]+,\d\d\sгрн$/],
    [
      '/cabinet/person/indication',
      'desk',
      /^Приймаємо показання за .+ рахується станом на \d\d\.\d\d\.\d{4}/,
    ],
  ] as const) {
    test(`the loading screen of ${path} says what it is opened for`, async () => {
      const { page, context, problems } = await signedInPage(env, sampleSignIns.personOfOne, device, {
        path: '/cabinet/person',
      });
      // The only object is chosen, and kept.
      await page.locator('main h1').waitFor();
      await waitUntilIdle(page);
      let letThrough: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        letThrough = resolve;
      });
      await page.route('**/assets/index-*.js', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(env.product.url + path, { waitUntil: 'commit' });
      const facts = page.locator('[role="status"] [data-first]');
      await facts.waitFor();
      expect((await facts.innerText()).replaceAll('\n', ' ')).toMatch(expected);
      // It stands in the middle, and nothing is wider than the screen.
      const middle = await page.evaluate(() => {
        const { left, right } = (
          document.querySelector('[role="status"] img') as Element
        ).getBoundingClientRect();
        return {
          off: Math.abs((left + right) / 2 - innerWidth / 2),
          wide: document.documentElement.scrollWidth - innerWidth,
        };
      });
      expect(middle.off).toBeLessThan(10);
      expect(middle.wide).toBeLessThanOrEqual(0);
      letThrough();
      await page.locator('main h1').waitFor();
      await facts.waitFor({ state: 'detached' });
      expect(problems).toEqual([]);
      await context.close();
    });
  }
});
