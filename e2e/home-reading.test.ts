import { expect, type Locator, type Page, test } from '@playwright/test';
import pg from 'pg';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { chooseObject } from '#e2e/support/page/choose-object.ts';
import { checkBothLooks } from '#e2e/support/page/narrow-look.ts';
import { type SignedInVisitor, signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { turnInto, waitUntilIdle } from '#e2e/support/page/visit.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { callProduct } from './support/call-product.ts';
import { sampleSignIns } from './support/sample-users.ts';

/** A picture of one point. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

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
  const agree = panel(page).getByRole('button', { name: 'Усе правильно, передати' });
  await agree.or(receipt(page)).first().waitFor();
  if (await agree.isVisible()) await agree.click();
  await receipt(page).waitFor();
}

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
  expect(await isFocused(panel(page).locator('input[type="file"]'))).toBe(true);
  await checkBothLooks(page);
  await turnInto(page, 'desk');
  const edit = panel(page).getByRole('button', { name: 'Виправити' });
  await tabTo(() => isFocused(edit));
  await page.keyboard.press('Enter');
  expect(await isFocused(fields(page).first())).toBe(true);
  await page.keyboard.type(String(previous + 125));

  const more = panel(page).getByRole('link', { name: 'Порівняти рахунки' });
  await tabTo(() => isFocused(more));
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/indication/);
  await page.getByRole('table', { name: 'Який буде рахунок за місяць' }).waitFor();
  const field = page.locator('main form input[inputmode="numeric"]');
  await field.waitFor();
  expect(await field.inputValue()).toBe(String(previous + 125));
  await waitUntilIdle(page);
  await page.goBack();
  await fields(page).first().waitFor();
  await tabTo(() => isFocused(give(page)));
  await page.keyboard.press('Enter');
  const agree = panel(page).getByRole('button', { name: 'Усе правильно, передати' });
  await agree.or(receipt(page)).first().waitFor();
  if (await agree.isVisible()) {
    await tabTo(() => isFocused(agree));
    await page.keyboard.press('Enter');
  }
  await receipt(page).waitFor();
  expect(await isFocused(receipt(page).getByRole('heading'))).toBe(true);
  await expect(receipt(page).getByRole('heading')).toBeInViewport();
  await waitUntilIdle(page);
  await checkBothLooks(page);
  await page.emulateMedia({ media: 'print' });
  expect(await receipt(page).getByRole('table', { name: 'Показання за зонами' }).isVisible()).toBe(true);
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(false);
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
  await agreeIfAsked(page);
  expect(await readingsOf(account)).toBe(before + 1);
  await waitUntilIdle(page);
  await checkPage(page);
  await context.close();
});

test('while the code of the page is on its way the loading screen says what it is opened for', async () => {
  const { page, context, problems } = await signedInPage(env, sampleSignIns.personOfOne, 'phone', {
    path: '/cabinet/person',
  });
  // The only object is chosen, and kept.
  await page.locator('main h1').waitFor();
  await waitUntilIdle(page);
  for (const [path, device, expected] of [
    ['/cabinet/person', 'phone', /^До сплати\s*[\d\s]+,\d\d\sгрн$/],
    [
      '/cabinet/person/indication',
      'desk',
      /^Приймаємо показання за .+ рахується станом на \d\d\.\d\d\.\d{4}/,
    ],
  ] as const) {
    await turnInto(page, device);
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
    // It is in the middle, and nothing is wider than the screen.
    const middle = await page.evaluate(() => {
      const image = document.querySelector('[role="status"] img') as Element;
      const { left, right } = image.getBoundingClientRect();
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
    await waitUntilIdle(page);
    await page.unrouteAll();
  }
  expect(problems).toEqual([]);
  await context.close();
});

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

test('a part of the home whose code or news do not come leaves the others as they are', async () => {
  const { page, context } = await signedInPage(env, sampleSignIns.personOfThree, 'desk', {
    path: '/cabinet/person/settings/account',
  });
  await page.route('**/assets/news-panel*', (route) => route.abort());
  await page.route('**/assets/consumption-panel*', (route) => route.abort());
  // The reload that a lost chunk gets once a minute has been.
  await page.evaluate(() => sessionStorage.setItem('svitlo.reloadedAt', String(Date.now())));
  await page.goto(`${env.product.url}/cabinet/person?account=2390001111`);
  await page.getByText('Не вдалося показати новини').waitFor();
  await page.getByText('Не вдалося показати споживання').waitFor();
  await page.getByText('Останні показання').waitFor();
  await page.getByText('До сплати').first().waitFor();
  await checkPage(page);
  await page.unrouteAll();
  await page.getByRole('status').filter({ hasText: 'новини' }).getByRole('button').click();
  await page.getByRole('heading', { name: 'Новини' }).waitFor();
  await page.getByRole('heading', { name: 'Споживання за 13 місяців' }).waitFor();
  await page
    .getByRole('button', { name: /^Сплатити/ })
    .first()
    .click();
  await page.getByLabel('Сума, грн').waitFor();
  await context.close();
});

test('at letters of 200 % the digits grow, nothing overlaps and a reload loses no digit; the largest sums fit in one line of the smallest phone', async () => {
  const account = '2390002033';
  await chooseObject(env.product.url, sampleSignIns.personOfDifficult, account);
  const path = '/cabinet/person/indication';
  const { page, context } = await signedInPage(env, sampleSignIns.personOfDifficult, 'phone', { path });
  const field = page.locator('main form input[inputmode="numeric"]').first();
  await field.waitFor();
  const sizeOfDigits = () => field.evaluate((input) => Number.parseFloat(getComputedStyle(input).fontSize));
  const before = await sizeOfDigits();
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await field.fill('99');
  await waitUntilIdle(page);
  expect(await sizeOfDigits()).toBeGreaterThan(before * 1.25);
  const overlaps = await page
    .locator('main form')
    .first()
    .evaluate((form) => {
      const texts = [
        ...form.querySelectorAll('label, p, span, input, button, a, summary, td, th, h3'),
      ].filter(
        (one) =>
          one.checkVisibility() && getComputedStyle(one).position !== 'absolute' && one.textContent?.trim(),
      );
      const boxOf = (one: Element) => one.getBoundingClientRect();
      const meets = (a: DOMRect, b: DOMRect) =>
        a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
      return texts.flatMap((a, index) =>
        texts
          .slice(index + 1)
          // The button that follows the digits lies over what is scrolled under it.
          .filter(
            (b) =>
              !a.contains(b) &&
              !b.contains(a) &&
              !a.closest('[data-follows]') &&
              !b.closest('[data-follows]'),
          )
          .filter((b) => meets(boxOf(a), boxOf(b)))
          .map((b) => `${a.textContent} | ${b.textContent}`),
      );
    });
  expect(overlaps).toEqual([]);
  // Comes last.
  await page.getByText('Чи зручна ця сторінка?').waitFor({ state: 'attached' });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  // A camera may end the page behind it: what was typed is there again.
  await page.reload();
  await field.waitFor();
  expect(await field.inputValue()).toBe('99');

  await page.setViewportSize({ width: 320, height: 700 });
  const values = page.locator('main form input[inputmode="numeric"]');
  await values.first().fill('99000');
  await values.nth(1).fill('90000');
  // So large that it costs nothing until the photo is there.
  await page.getByRole('button', { name: 'Передати показання' }).click();
  expect(
    await page
      .locator('main form')
      .getByText(/\d{3}\s\d{3},\d\d/)
      .count(),
  ).toBe(0);
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'meter.png', mimeType: 'image/png', buffer: PNG });
  await page.getByText('Фото додано. Показання перевірить оператор.').waitFor();
  await page.getByText('Порівняти рахунки').click();
  const table = page.getByRole('table', { name: 'Який буде рахунок за місяць' });
  const sum = table.locator('[data-part="toPay"] td').first();
  await expect.poll(() => sum.textContent()).toMatch(/^\d{3}\s\d{3},\d\d$/);
  const lines = await sum.evaluate((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
  const number = page.getByRole('banner').getByText(account, { exact: true });
  expect(await number.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
  await checkPage(page);
  await context.close();
});
