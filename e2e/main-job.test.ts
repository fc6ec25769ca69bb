import { expect, type Page, test } from '@playwright/test';
import { fromKwh } from '#domain/energy.ts';
import { addMoney, formatMoney } from '#domain/money.ts';
import { coefficientFromText, lineAmount, priceFromText } from '#domain/price.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { type Visitor, waitUntilIdle } from '#e2e/support/page/visit.ts';
import { startTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { systemClock } from '#platform/clock.ts';
import { samplePassword, sampleSignIns } from './support/sample-users.ts';

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

for (const device of ['phone', 'desk'] as const) {
  test.describe(`a household customer on a ${device}`, () => {
    test('reads the landing and the sign-in before any script ran', async () => {
      const { page, context } = await env.visit(device, { javaScriptEnabled: false });
      await page.goto(env.product.url);
      expect(await page.locator('h1').textContent()).not.toBe('');
      expect(await page.getByText('Приєднуємо вас до мережі...').count()).toBe(1);
      await page.goto(`${env.product.url}/sign-in/person`);
      expect(await page.getByLabel('Номер телефону').count()).toBe(1);
      await context.close();
    });

    test('sees landing, sign-in and error page in order', async () => {
      const { page, problems, context } = await env.visit(device);
      for (const path of ['/', '/sign-in/person']) {
        await page.goto(env.product.url + path);
        await waitUntilIdle(page);
        await checkPage(page);
      }
      expect(problems).toEqual([]);
      await page.goto(`${env.product.url}/cabinet/nowhere`);
      await page.getByText('На жаль, цю сторінку не знайдено').waitFor();
      await checkPage(page);
      await page.getByText('На головну').click();
      await page.waitForURL(`${env.product.url}/`);
      await context.close();
    });

    test('sees the prices of the tariff on the landing, in places kept for them, or that they are missing', async () => {
      const { page, context } = await env.visit(device);
      const heights = () =>
        page.evaluate(() => [...document.querySelectorAll('main section')].map((part) => part.clientHeight));
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
      for (const shown of ['2,16', '432,00', '216,00', '345,60'])
        expect(await page.getByText(shown).first().isVisible(), shown).toBe(true);
      // The contacts get as many phones as there are: they are below all of it.
      expect((await heights()).slice(0, -1)).toEqual(waiting.slice(0, -1));

      await page.unroute('**/api/api-link');
      await page.route('**/api/api-link', (route) => route.abort());
      await page.reload();
      await page.getByText('Ціни зараз не вдалося показати').waitFor();
      await context.close();
    });

    test('sees why a sign-in failed, with the phone kept', async () => {
      const { page, context } = await env.visit(device);
      await page.goto(`${env.product.url}/sign-in/person`);
      await page.getByRole('button', { name: 'Увійти' }).click();
      await page.getByText("Це поле обов'язкове для заповнення").first().waitFor();
      await checkPage(page);
      await page.getByLabel('Номер телефону').fill('501110009');
      await page.getByLabel('Пароль', { exact: true }).fill('not the password');
      await page.keyboard.press('Enter');
      await page.getByText('Такої комбінації логіна і пароля не знайдено').first().waitFor();
      await checkPage(page);
      expect(await page.getByLabel('Номер телефону').inputValue()).toContain('50');
      await context.close();
    });

    test('sees objects, balance, chart and what to do now', async () => {
      const path = '/cabinet/person';
      const way = await signedInPage(env, sampleSignIns.personOfThree, device, { path });
      const { page, problems, context } = way;
      await checkPage(page);
      for (const account of ['2390001111', '2390001112', '2390001113']) {
        expect(await page.getByText(account).count()).toBeGreaterThan(0);
      }
      await page.goto(`${env.product.url}/cabinet/person?account=2390001113`);
      await waitUntilIdle(page);
      await checkPage(page);
      expect(problems).toEqual([]);
      await context.close();
    });

    test('who has no object yet is shown the way', async () => {
      const { page, problems, context } = await env.visit(device);
      await signIn(page, '+380501110002');
      await page.waitForURL(/\/cabinet\/person\/add-apart/);
      await page.getByText("До вашого кабінету ще не додано жодного об'єкта.").waitFor();
      await waitUntilIdle(page);
      await checkPage(page);
      expect(problems).toEqual([]);
      await context.close();
    });

    test('who owes sees the debt and the unpaid violation act apart', async () => {
      const path = '/cabinet/person';
      const way = await signedInPage(env, sampleSignIns.personOfOne, device, { path });
      const { page, problems, context } = way;
      await page.getByText(/У вас є неоплачені акти про порушення на суму/).waitFor();
      await waitUntilIdle(page);
      await checkPage(page);
      expect(problems).toEqual([]);
      await context.close();
    });

    test('is led to the sign-in from a cabinet page, and signs out for good', async () => {
      const { page, context } = await env.visit(device);
      await page.goto(`${env.product.url}/cabinet/person/indication`);
      await page.waitForURL(`${env.product.url}/`);
      await signIn(page, '+380501110003');
      await waitUntilIdle(page);
      await page.getByRole('button', { name: /^Мій обліковий запис/ }).click();
      await page.getByRole('button', { name: 'Вийти' }).click();
      await page.waitForURL(`${env.product.url}/`);
      expect(await page.evaluate(() => localStorage.getItem('svitlo.cabinet'))).toBeNull();
      await context.close();
    });
  });
}

test.describe('the main job', () => {
  // Each goes on where the one before it ended.
  test.describe.configure({ mode: 'serial' });
  let visitor: Visitor;

  test.beforeAll(async () => {
    visitor = await env.visit('phone');
    await signIn(visitor.page, '+380501110001');
  });
  test.afterAll(() => visitor.context.close());

  test('a reading shows kilowatt-hours and hryvnias as it is typed, and gives a receipt on the same page', async () => {
    const { page } = visitor;
    await page.goto(`${env.product.url}/cabinet/person?account=2390001111`);
    await waitUntilIdle(page);
    await page.goto(`${env.product.url}/cabinet/person/indication`);
    await page.getByLabel(/^День/).fill(dial(12425 + dayKwh));
    await page.getByLabel(/^Ніч/).fill(dial(4140 + nightKwh));
    await page.getByText(sumTyped).first().waitFor();
    await page.getByText('Порівняти рахунки').click();
    await page.getByText('Якщо не передасте').first().waitFor();
    await waitUntilIdle(page);
    await checkPage(page);
    await page.getByRole('button', { name: 'Передати показання' }).click();
    // On a day when the difference to last year is large the customer is asked first.
    const agree = page.getByRole('button', { name: 'Погоджуюсь' });
    const accepted = page.getByText('Показання прийнято').first();
    await agree.or(accepted).first().waitFor();
    if (await agree.isVisible()) await agree.click();
    await accepted.waitFor();
    await waitUntilIdle(page);
    await checkPage(page);
    expect(await page.getByText(`${dayKwh + nightKwh} кВт·год`).count()).toBeGreaterThan(0);
  });

  test('a value of too many digits is refused in the field', async () => {
    const { page } = visitor;
    await page.goto(`${env.product.url}/cabinet/person?account=2390001112`);
    await waitUntilIdle(page);
    await page.goto(`${env.product.url}/cabinet/person/indication`);
    const field = page.getByLabel(/^Показання/).first();
    await field.fill('12345678');
    await page.getByRole('button', { name: 'Передати показання' }).click();
    await page
      .getByText(/не відповідають розрядності лічильника/)
      .first()
      .waitFor();
    await checkPage(page);
  });

  test('a reading is corrected with a reason', async () => {
    const { page } = visitor;
    await page.goto(`${env.product.url}/cabinet/person?account=2390001111`);
    await waitUntilIdle(page);
    await page.goto(`${env.product.url}/cabinet/person/indication`);
    await page.getByRole('button', { name: 'Виправити' }).click();
    await page.getByLabel(/^День/).fill(dial(12425 + dayKwh - 1));
    await page.getByLabel(/^Ніч/).fill(dial(4140 + nightKwh));
    await page.getByLabel('Помилка в цифрі').check();
    await checkPage(page);
    await page.getByRole('button', { name: 'Передати виправлене' }).click();
    const agree = page.getByRole('button', { name: 'Погоджуюсь' });
    const accepted = page.getByText('Показання прийнято').first();
    await agree.or(accepted).first().waitFor();
    if (await agree.isVisible()) await agree.click();
    await accepted.waitFor();
    expect(await page.getByText(`${dayKwh + nightKwh - 1} кВт·год`).count()).toBeGreaterThan(0);
  });

  test('the bill explains itself, prints as PDF, and is paid in the test bank', async () => {
    const { page, problems } = visitor;
    await page.goto(`${env.product.url}/cabinet/person/bills`);
    await waitUntilIdle(page);
    await checkPage(page);
    await page.getByRole('listitem').filter({ hasText: '432,00' }).getByRole('link').click();
    await page.waitForURL(/\/cabinet\/person\/bills\/\d{4}-\d{2}/);
    await page
      .getByAltText(/QR-код Національного банку/)
      .or(page.getByRole('img', { name: /QR-код/ }))
      .first()
      .waitFor();
    await waitUntilIdle(page);
    await checkPage(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Завантажити PDF' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
    expect(await download.failure()).toBeNull();

    await page
      .getByRole('button', { name: /^Сплатити/ })
      .first()
      .click();
    await page.getByLabel('Сума, грн').waitFor();
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
    await page.goto(`${env.product.url}/cabinet/person?account=2390001111`);
    await waitUntilIdle(page);
    await page
      .getByText(/в дорозі/i)
      .first()
      .waitFor();
    expect(await page.getByText('432,50').count()).toBeGreaterThan(0);
    await page
      .getByText('Боргу немає')
      .or(page.getByText(/До сплати/))
      .first()
      .waitFor();
    await checkPage(page);
    expect(problems).toEqual([]);
  });
});
