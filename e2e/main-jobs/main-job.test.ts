import { expect, type Page, test } from '@playwright/test';
import { fromKwh } from '#domain/energy.ts';
import { addMoney, formatMoney } from '#domain/money.ts';
import { coefficientFromText, lineAmount, priceFromText } from '#domain/price.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { callProduct } from '#e2e/support/call-product.ts';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { checkBothLooks, checkLargeLetters, checkNarrow } from '#e2e/support/page/narrow-look.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { turnInto, type Visitor, waitUntilIdle } from '#e2e/support/page/visit.ts';
import { startTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { samplePassword, sampleSignIns } from '#e2e/support/sample-users.ts';
import { systemClock } from '#platform/clock.ts';

/** A plausible consumption since the 1st, whatever day it is: the last values are 12425 by day and 4140 by night. */
const days = Number(kyivDateOf(systemClock.now()).slice(8));
const dayKwh = 2 * days + 1;
const nightKwh = days + 1;
const price = priceFromText('4.32');
const sumTyped = formatMoney(
  addMoney(
    lineAmount(fromKwh(dayKwh), price, coefficientFromText('1')),
    lineAmount(fromKwh(nightKwh), price, coefficientFromText('0.5')),
  ),
);
const dial = (value: number) => String(value).padStart(6, '0');

let env: TestEnvironment;

test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
});
test.afterAll(() => env.close());

/** Signs in by the keyboard alone. */
async function signIn(page: Page, phone: string): Promise<void> {
  await page.goto(`${env.product.url}/sign-in/person`);
  // What is typed earlier stays, but only a page that has come alive can send it.
  await page.locator('button[type=submit]:enabled').waitFor();
  await page.getByLabel('Номер телефону').fill(phone.replace('+380', ''));
  await page.getByLabel('Пароль', { exact: true }).fill(samplePassword);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/cabinet\/person/);
}

test('a household customer reads the landing and the sign-in before any script ran', async () => {
  const { page, context } = await env.visit('phone', { javaScriptEnabled: false });
  await page.goto(env.product.url);
  expect(await page.locator('h1').textContent()).not.toBe('');
  expect(await page.getByText('Приєднуємо вас до мережі...').count()).toBe(1);
  await page.goto(`${env.product.url}/sign-in/person`);
  expect(await page.getByLabel('Номер телефону').count()).toBe(1);
  await context.close();
});

test('the prices of the tariff stand on the landing in places kept for them, or are said to be missing', async () => {
  const { page, context } = await env.visit('phone');
  const heights = async () => {
    const all: number[][] = [];
    for (const device of ['phone', 'desk'] as const) {
      await turnInto(page, device);
      all.push(
        // The contacts get as many phones as there are: they are below all of it.
        await page.evaluate(() =>
          [...document.querySelectorAll('main section')].map((part) => part.clientHeight).slice(0, -1),
        ),
      );
    }
    return all;
  };
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/api-link', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(env.product.url);
  await page.getByText('Завантажуємо ціни').first().waitFor({ state: 'attached' });
  await page.evaluate(() => document.fonts.ready);
  const waiting = await heights();
  expect(await page.getByText(/\d,\d\d/).count()).toBe(0);
  answer();
  await page.getByText('4,32').first().waitFor();
  for (const device of ['phone', 'desk'] as const) {
    await turnInto(page, device);
    for (const shown of ['2,16', '432,00', '216,00', '345,60'])
      expect(await page.getByText(shown).first().isVisible(), shown).toBe(true);
  }
  expect(await heights()).toEqual(waiting);

  await page.unroute('**/api/api-link');
  await page.route('**/api/api-link', (route) => route.abort());
  await page.reload();
  await page.getByText('Ціни зараз не вдалося показати').waitFor();
  await context.close();
});

test('a customer of three objects sees objects, balance, chart and what to do now', async () => {
  const path = '/cabinet/person';
  const { page, problems, context } = await signedInPage(env, sampleSignIns.personOfThree, 'desk', { path });
  for (const account of ['2390001111', '2390001112', '2390001113'])
    expect(await page.getByText(account).count()).toBeGreaterThan(0);
  const { items } = await callProduct(env.product.url, '/api/pairs', {
    domain: new URL(env.product.url).hostname,
  });
  const [office] = items as { value: string }[];
  await page
    .getByRole('banner')
    .getByText(office?.value ?? 'no office', { exact: true })
    .waitFor();
  await checkBothLooks(page);
  expect(await checkNarrow(page)).toEqual([]);
  expect(await checkLargeLetters(page, path)).toEqual([]);
  await page.goto(`${env.product.url}/cabinet/person?account=2390001113`);
  await waitUntilIdle(page);
  await checkBothLooks(page);
  expect(problems).toEqual([]);
  await context.close();
});

test.describe('the main job', () => {
  // Each goes on where the one before it ended.
  test.describe.configure({ mode: 'serial' });
  let visitor: Visitor;

  test.beforeAll(async () => {
    visitor = await env.visit('phone');
    await signIn(visitor.page, '+380501110001');
  });
  test.afterAll(() => visitor.context.close());

  test('a reading of too many digits is refused; a right one shows its sum as it is typed, and gives a receipt', async () => {
    const { page } = visitor;
    await page.getByRole('main').getByRole('link', { name: '2390001111' }).click();
    await page.getByRole('main').getByText('2390001111').first().waitFor();
    await page.getByRole('link', { name: 'Показання' }).first().click();
    // The home page has a part named by day and night too.
    await page.waitForURL((url) => url.pathname === '/cabinet/person/indication');
    await page.getByRole('heading', { level: 1, name: 'Показання' }).waitFor();
    await page.getByRole('textbox', { name: /^День/ }).fill('12345678');
    await page.getByRole('button', { name: 'Передати показання' }).click();
    await page
      .getByText(/не відповідають розрядності лічильника/)
      .first()
      .waitFor();
    await checkPage(page);
    await page.getByLabel(/^День/).fill(dial(12425 + dayKwh));
    await page.getByLabel(/^Ніч/).fill(dial(4140 + nightKwh));
    await page.getByText(sumTyped).first().waitFor();
    await page.getByText('Порівняти рахунки').click();
    await page.getByText('Якщо не передасте').first().waitFor();
    await waitUntilIdle(page);
    await checkPage(page);
    await page.getByRole('button', { name: 'Передати показання' }).click();
    // On a day when the difference to last year is large the customer is asked first.
    const agree = page.getByRole('button', { name: 'Усе правильно, передати' });
    const accepted = page.getByText('Показання прийнято').first();
    await agree.or(accepted).first().waitFor();
    if (await agree.isVisible()) await agree.click();
    await accepted.waitFor();
    await waitUntilIdle(page);
    await checkPage(page);
    expect(await page.getByText(`${dayKwh + nightKwh} кВт·год`).count()).toBeGreaterThan(0);
    // What follows a correction: pages/main-job.test.ts.
    await page.getByRole('button', { name: 'Виправити' }).click();
    await page.getByLabel('Помилка в цифрі').check();
    await checkPage(page);
  });

  test('the bill explains itself, prints as PDF, and is paid in the test bank', async () => {
    const { page, problems } = visitor;
    await page.getByRole('link', { name: 'Рахунки' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Рахунки' }).waitFor();
    await waitUntilIdle(page);
    await checkPage(page);
    await page.getByRole('listitem').filter({ hasText: '432,00' }).getByRole('link').click();
    await page.waitForURL(/\/cabinet\/person\/bills\/\d{4}-\d{2}/);
    await page.getByText('Відкрити в застосунку банку').click();
    await page.getByRole('link', { name: 'monobank' }).waitFor();
    await waitUntilIdle(page);
    await checkPage(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Зберегти PDF' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
    expect(await download.failure()).toBeNull();

    await page
      .getByRole('button', { name: /^Сплатити/ })
      .first()
      .click();
    await page.getByLabel(/^Сума, грн/).waitFor();
    await checkPage(page);
    await page.getByRole('button', { name: /^Сплатити 432,50/ }).click();
    await page.waitForURL(/\/sandbox-bank\//);
    await page.getByText('Тестовий банк').first().waitFor();
    await checkPage(page);
    await page.getByRole('button', { name: /^Сплатити/ }).click();
    await page.waitForURL(/\/cabinet\/person\/payments\//);
    await page.getByText('Оплату прийнято').or(page.getByText('Гроші зараховано')).first().waitFor();
    await waitUntilIdle(page);
    await checkPage(page);
    expect(problems).toEqual([]);
  });

  test('money on its way is shown as such, and no longer as debt', async () => {
    const { page, problems } = visitor;
    await page.getByRole('link', { name: 'На головну' }).click();
    await page.waitForURL(/\/cabinet\/person(\?|$)/);
    await waitUntilIdle(page);
    await page
      .getByText(/в дорозі/i)
      .first()
      .waitFor();
    await page.getByText('432,50').first().waitFor();
    await page
      .getByText('Боргу немає')
      .or(page.getByText(/До сплати/))
      .first()
      .waitFor();
    await checkPage(page);
    expect(problems).toEqual([]);
  });
});
