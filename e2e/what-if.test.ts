import { expect, type Page, test } from '@playwright/test';
import { commonMessages } from '#contract/messages/common-messages.ts';
import { readingMessages } from '#contract/messages/reading-messages.ts';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { chooseObject } from '#e2e/support/page/choose-object.ts';
import { type SignedInVisitor, signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { waitUntilIdle } from '#e2e/support/page/visit.ts';
import { startTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { callProduct } from './support/call-product.ts';
import { sampleSignIns } from './support/sample-users.ts';

/** A picture of one point. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const HEIC = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');

let env: TestEnvironment;

test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
});
test.afterAll(() => env.close());

interface Meters {
  window: { isOpen: boolean; period: string };
  meters: { meterId: string; registers: { zone: string; previousValue: number }[] }[];
}

/** What the product itself says of the meters of an account. */
async function metersOf({ token }: SignedInVisitor, account: string): Promise<Meters> {
  return (await callProduct(env.product.url, '/api/meters/list', { token, account })) as unknown as Meters;
}

/** The readings of an object, chosen on the page itself. */
async function openReading(page: Page, account: string): Promise<void> {
  if (!page.url().endsWith('/indication')) {
    await page.goto(`${env.product.url}/cabinet/person?account=${account}`);
    await waitUntilIdle(page);
    await page.getByRole('link', { name: 'Показання', exact: true }).click();
    await page.waitForURL(/\/indication/);
  }
  const choice = page.getByRole('banner').getByRole('combobox');
  if ((await choice.inputValue()) !== account) {
    const loaded = page.waitForResponse(
      (response) =>
        response.url().endsWith('/api/meters/list') &&
        (response.request().postData() ?? '').includes(account),
    );
    await choice.selectOption(account);
    await loaded;
  }
  await waitUntilIdle(page);
}

test.describe('a month that is closed', () => {
  test('leads to a request that has the facts filled in, and says what happens by itself', async () => {
    const account = '2390002005';
    const { page, problems, context } = await signedInPage(env, sampleSignIns.personOfDifficult, 'phone');
    await openReading(page, account);
    await page.getByText('Помилка в показанні за закритий місяць?').click();
    await page.getByText(/Рахунок за закритий місяць не змінюється/).waitFor();
    const options = page.getByLabel('Яке показання').locator('option');
    await page.getByLabel('Яке показання').selectOption({ index: (await options.count()) - 1 });
    await checkPage(page);
    await page.getByRole('link', { name: 'Написати звернення' }).first().click();
    await page.getByText('Хто вирішує: постачальник').waitFor();
    const request = page.getByLabel('Розкажіть докладніше');
    expect(await request.inputValue()).toContain(`Особовий рахунок: ${account}`);
    await request.fill(`${await request.inputValue()} 12345`);
    await waitUntilIdle(page);
    await checkPage(page);
    await page.getByRole('button', { name: 'Надіслати' }).click();
    await page.getByText(/Звернення № \d+ зареєстровано\. Відповідь надамо до/).waitFor();
    await page.getByText(/Правильно: 12345/).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});

const failure = (code: string, message: string, details?: object) => ({
  status: 'fail',
  reference: '0199f000-0000-7000-8000-000000000001',
  code,
  message,
  details,
});

test.describe('every other way a reading may end is shown', () => {
  test('the same, lower, too large with its photo, HEIC, a check, a wrong clock, a fault', async () => {
    const account = '2390002021';
    const visitor = await signedInPage(env, sampleSignIns.personOfDifficult, 'desk');
    const { page, context } = visitor;
    const [meter] = (await metersOf(visitor, account)).meters;
    const previous = meter?.registers[0]?.previousValue ?? 0;
    await openReading(page, account);
    const field = page.locator('main form input[inputmode="numeric"]').first();
    const submit = page.getByRole('button', { name: 'Передати показання' });

    await field.fill(String(previous));
    await submit.click();
    await page.getByText(readingMessages['readings.sameAsPrevious']).waitFor();
    await page.getByRole('button', { name: 'Виправити' }).click();

    await field.fill(String(previous - 7));
    await submit.click();
    await page
      .getByText(/^Показання менші за попередні не враховуються.*pokazy@svitlo-v-dim\.example/)
      .first()
      .waitFor();
    await page.getByText('Якщо лічильник справді показує менше').waitFor();
    const input = page.locator('input[type="file"]');
    await input.setInputFiles({ name: 'meter.png', mimeType: 'image/png', buffer: PNG });
    await page.getByText('Фото додано. Показання перевірить оператор.').waitFor();
    await checkPage(page);
    await page.getByRole('button', { name: 'Прибрати фото' }).click();

    await field.fill(String(previous + 9));
    await page.route('**/api/readings/submit', (route) =>
      route.fulfill({
        status: 422,
        json: failure('common.deviceClock', commonMessages['common.deviceClock']),
      }),
    );
    await submit.click();
    await page.getByText(commonMessages['common.deviceClock']).first().waitFor();
    await page.unroute('**/api/readings/submit');
    await page.route('**/api/readings/submit', (route) =>
      route.fulfill({
        status: 500,
        json: failure('readings.readingFailed', readingMessages['readings.readingFailed']),
      }),
    );
    await submit.click();
    await page.getByText(readingMessages['readings.readingFailed']).first().waitFor();
    await checkPage(page);
    await page.unroute('**/api/readings/submit');

    await field.fill(String(previous + 30_000));
    await page.getByRole('button', { name: /^(Передати показання|Спробувати ще раз)/ }).click();
    await page.getByText(readingMessages['readings.valueTooLarge']).first().waitFor();
    const photos: string[] = [];
    page.on('request', (request) => request.url().endsWith('/add-photo') && photos.push(request.url()));
    await input.setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: HEIC });
    await page.getByText(readingMessages['readings.photoHeic']).waitFor();
    expect(photos).toEqual([]);
    await checkPage(page);
    await input.setInputFiles({ name: 'meter.heic', mimeType: 'image/png', buffer: PNG });
    await page.getByText('Фото додано. Показання перевірить оператор.').waitFor();
    expect(photos).toHaveLength(1);
    await submit.click();
    await page.getByText('Показання на перевірці').first().waitFor();
    await waitUntilIdle(page);
    await checkPage(page);
    await context.close();
  });
});

test('the largest sums of a comparison fit in one line on the smallest phone, and the header shows the object', async () => {
  const account = '2390002033';
  await chooseObject(env.product.url, sampleSignIns.personOfDifficult, account);
  const { page, context } = await signedInPage(env, sampleSignIns.personOfDifficult, 'phone', {
    path: '/cabinet/person/indication',
    viewport: { width: 320, height: 700 },
  });
  const fields = page.locator('main form input[inputmode="numeric"]');
  await fields.first().fill('99000');
  await fields.nth(1).fill('90000');
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

test('at letters of 200 % the digits grow, nothing overlaps, no page is wider than its window, and a reload loses no digit', async () => {
  const path = '/cabinet/person/indication';
  await chooseObject(env.product.url, sampleSignIns.personOfDifficult, '2390002033');
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
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  // A camera may end the page behind it: what was typed is there again.
  await page.reload();
  await field.waitFor();
  expect(await field.inputValue()).toBe('99');
  await context.close();
});
