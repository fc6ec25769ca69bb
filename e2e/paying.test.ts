import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { moneyToWire } from '#domain/money.ts';
import { parseNbuQr } from '#domain/payments/testing/parse-nbu-qr.ts';
import { callProduct } from '#e2e/support/call-product.ts';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { readCode } from '#e2e/support/page/read-code.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { waitUntilIdle } from '#e2e/support/page/visit.ts';
import { startTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { sampleSignIns } from '#e2e/support/sample-users.ts';
import { systemClock } from '#platform/clock.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { startFakeProviders } from '#portal/gateways/payments/testing/fake-providers.ts';

const { personOfOne, personOfThree, personOfDifficult } = sampleSignIns;

let env: TestEnvironment;

test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
});
test.afterAll(() => env.close());

const popup = (page: Page) => page.getByRole('dialog');
const text = async (page: Page) => (await page.locator('main').innerText()).replaceAll('\u00a0', ' ');
const home = (account: string) => `/cabinet/person?account=${account}`;

async function openPopup(page: Page): Promise<void> {
  await page
    .locator('main')
    .getByRole('button', { name: /^Сплатити/ })
    .first()
    .click();
  await popup(page).getByText('Як сплатити').waitFor();
}

async function debtOf(token: string, account: string): Promise<unknown> {
  const { balance } = await callProduct(env.product.url, '/api/person/itm_balance', { token, account });
  return (balance as { debet: string }).debet;
}

/** In the reading window the home asks for the reading first, and for the debt after it. */
async function giveReadingIfAsked(token: string, account: string): Promise<void> {
  const { window, meters } = (await callProduct(env.product.url, '/api/meters/list', { token, account })) as {
    window: { isOpen: boolean };
    meters: { meterId: string; registers: { previousValue: number }[] }[];
  };
  if (!window.isOpen) return;
  await callProduct(env.product.url, '/api/readings/submit', {
    token,
    account,
    meterId: meters[0]?.meterId,
    values: { single: String((meters[0]?.registers[0]?.previousValue ?? 0) + 1) },
    confirmed: ['readings.deviation'],
    requestId: crypto.randomUUID(),
  });
}

test.describe('on a phone', () => {
  test('two objects and an act are paid at once, and the payment shows its way', async () => {
    const { page, problems, token, context } = await signedInPage(env, personOfDifficult, 'phone', {
      path: home('2390002006'),
    });
    await openPopup(page);
    // However much there is to choose, what pays is in sight, and what has the focus is not under it.
    const toBank = popup(page).getByRole('button', { name: /^Сплатити/ });
    await popup(page).getByRole('button', { name: 'Додати інші об’єкти' }).click();
    await popup(page)
      .getByRole('checkbox', { name: /№\s460027/ })
      .waitFor();
    const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
    const bottomOf = async (part: Locator) => {
      const box = await part.boundingBox();
      return box ? box.y + box.height : Number.NaN;
    };
    expect(await bottomOf(toBank)).toBeLessThan(812);
    for (let at = 0; at < 9; at += 1) {
      await page.keyboard.press('Tab');
      expect(await bottomOf(page.locator(':focus'))).toBeLessThan(await topOf(toBank));
    }
    await popup(page)
      .getByRole('checkbox', { name: /о\/р\s2390002008/ })
      .check();
    await popup(page)
      .getByRole('checkbox', { name: /№\s460027/ })
      .check();
    await popup(page)
      .getByLabel(/^Сума, грн: Акт/)
      .fill('12,345');
    await toBank.click();
    await popup(page).getByText('Напишіть суму так').waitFor();
    await popup(page).getByRole('button', { name: 'Без копійок' }).click();
    await popup(page)
      .getByLabel(/^Сума, грн: Акт/)
      .fill('1000');
    await popup(page).getByLabel('monobank').check();
    await checkPage(page);
    await popup(page)
      .getByRole('button', { name: /^Сплатити 1\s571,00/ })
      .click();
    await page.waitForURL(/\/sandbox-bank\/monobank\//);
    await page.getByText('Тестовий банк замість monobank').first().waitFor();
    await page.getByText(/1\s571,00/).waitFor();
    await page.getByRole('button', { name: 'Сплатити' }).click();

    await page.waitForURL(/\/cabinet\/person\/payments\//);
    await page.getByText('Оплату прийнято').waitFor();
    await waitUntilIdle(page);
    const pageText = await text(page);
    for (const words of ['Як борг ця сума не рахується', 'Банк підтвердив', '553,00', '18,00', '1 000,00'])
      expect(pageText).toContain(words);
    expect(pageText).toMatch(/Номер платежу\s+\d{10}-\d{6}-\d+(\s|$)/);
    const way = page.getByRole('list', { name: 'Шлях платежу' });
    expect(await way.locator('[aria-current="step"]').innerText()).toContain('Банк підтвердив');
    await checkPage(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Квитанція PDF' }).click(),
    ]);
    const receipt = readPdfText(await readFile(await download.path())).replaceAll('\u00a0', ' ');
    for (const words of ['1 571,00', '460027', '2390002008']) expect(receipt).toContain(words);
    expect([await debtOf(token, '2390002006'), await debtOf(token, '2390002008')]).toEqual(['0', '0']);

    const actions = page
      .locator('main')
      .locator('a, button')
      .filter({ hasText: /^(На головну|Квитанція PDF)$/ });
    expect(await actions.allInnerTexts()).toEqual(['На головну', 'Квитанція PDF']);
    expect(await page.getByRole('button', { name: 'Повторити' }).isVisible()).toBe(false);
    await page.getByRole('article').getByText('Ще', { exact: true }).click();
    // Next time the way of last time is chosen already.
    await page.getByRole('button', { name: 'Повторити' }).click();
    await page.getByRole('radio', { name: /^monobank/ }).waitFor();
    expect(await page.getByRole('radio', { name: /^monobank/ }).isChecked()).toBe(true);
    await page.getByRole('link', { name: 'На головну' }).click();
    // To the payment itself, once it is known that it is the only one.
    await page.locator('a[href*="/person/payments/"]', { hasText: 'Де зараз гроші' }).click();
    await page.getByText('Оплату прийнято').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test('a reminder is set for tomorrow, shown and removed', async () => {
    const { page, problems, token, context } = await signedInPage(env, personOfOne, 'phone');
    for (const channel of ['sms', 'mail', 'push']) {
      const choice = { token, kind: 'dueSoon', channel, isOn: false };
      await callProduct(env.product.url, '/api/notifications/save', choice);
    }
    await giveReadingIfAsked(token, '2390001130');
    await page.goto(env.product.url + home('2390001130'));
    await waitUntilIdle(page);
    await page.getByRole('button', { name: 'Нагадати пізніше' }).click();
    // One press sets it and says where it comes; the next one leads to another day.
    await page.getByText(/^Завтра о 10:00 надішлемо SMS на \+380\s50\s…\s\d\d\.$/).waitFor();
    await checkPage(page);
    await page.getByRole('button', { name: /^Нагадаємо \d/ }).click();
    await popup(page)
      .getByText(/^Нагадаємо \d\d\.\d\d\.\d{4} о 10:00/)
      .waitFor();
    await popup(page).getByText('SMS').waitFor();
    await checkPage(page);
    await popup(page).getByRole('button', { name: 'Інший день' }).click();
    await popup(page)
      .getByRole('button', { name: /^Надіслати SMS на \+380\s50\s…\s\d\d завтра о 10:00$/ })
      .waitFor();
    await popup(page).getByRole('button', { name: 'Сплатити зараз' }).click();
    await popup(page).getByRole('button', { name: 'Нагадати', exact: true }).click();
    await popup(page).getByRole('button', { name: 'Скасувати нагадування' }).click();
    await popup(page).getByText('Нагадування скасовано.').waitFor();
    await checkPage(page);
    expect(problems).toEqual([]);
    await context.close();
  });
});

test.describe('on a desk', () => {
  test('the code carries exactly the sum that is typed, and each detail is copied', async () => {
    const { page, problems, context } = await signedInPage(env, personOfOne, 'desk', {
      path: home('2390001130'),
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await openPopup(page);
    await popup(page)
      .getByLabel(/^Сума, грн/)
      .fill('123,45');
    await popup(page).getByLabel('QR-код').check();
    const code = parseNbuQr((await readCode(popup(page))) ?? '');
    expect(code?.amount && moneyToWire(code.amount)).toBe('123.45');
    expect(code?.purpose).toContain('2390001130');
    await checkPage(page);
    await popup(page).getByLabel('Реквізити').check();
    for (const [name, value] of [
      ['Рахунок IBAN', /^UA\d{27}$/],
      ['Сума, грн', /^123,45$/],
    ] as const) {
      await popup(page)
        .getByRole('button', { name: `Копіювати: ${name}` })
        .click();
      await popup(page).getByText('Скопійовано').first().waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(value);
    }
    await checkPage(page);
    await popup(page)
      .getByRole('checkbox', { name: /№\s461130/ })
      .check();
    await popup(page).getByText('для однієї позиції за раз').waitFor();

    await popup(page)
      .getByRole('radio', { name: /^LiqPay/ })
      .check();
    const toBank = popup(page).getByRole('button', { name: /^Сплатити/ });
    await context.setOffline(true);
    await popup(page).getByText('Сама оплата пізніше не піде').waitFor();
    expect(await toBank.isDisabled()).toBe(true);
    // A lamp that can't be pressed is not lit.
    expect(await toBank.evaluate((button) => getComputedStyle(button).backgroundImage)).toBe('none');
    await context.setOffline(false);
    await popup(page).getByText('Сама оплата пізніше не піде').waitFor({ state: 'detached' });
    expect(await toBank.isEnabled()).toBe(true);
    expect(page.url()).toContain('/cabinet/person');
    expect(problems).toEqual([]);
    await context.close();
  });

  test('by keyboard alone: a declined payment is tried again, another way is open, a bank that is off says so', async () => {
    const { page, problems, context } = await signedInPage(env, personOfThree, 'desk');
    await page.route('**/api/payments/options', async (route) => {
      const response = await route.fetch();
      const options = (await response.json()) as { providers: { provider: string }[] };
      const providers = options.providers.map((one) =>
        one.provider === 'portmone'
          ? { ...one, mode: 'off', message: 'Оплата через Portmone зараз недоступна.' }
          : one,
      );
      await route.fulfill({ response, json: { ...options, providers } });
    });
    await page.goto(env.product.url + home('2390001111'));
    await waitUntilIdle(page);
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await page
      .locator('main')
      .getByRole('button', { name: /^Сплатити/ })
      .focus();
    await press('Enter');
    const amount = popup(page).getByLabel(/^Сума, грн/);
    await popup(page).getByText('Оплата через Portmone зараз недоступна.').waitFor();
    expect(await popup(page).getByLabel('Portmone').isDisabled()).toBe(true);
    // Cross, box, sum; what is typed replaces what is marked.
    await press('Tab', 'Tab', 'Tab');
    await press('ControlOrMeta+a', '1', '0');
    expect(await amount.inputValue()).toBe('10');
    // The ready sums, then the ways: the arrows go past the one that is off.
    await press('Tab', 'Tab', 'Tab', 'Tab', 'ArrowDown', 'ArrowDown');
    expect(await popup(page).getByLabel('EasyPay').isChecked()).toBe(true);
    await press('Tab', 'Enter');
    await page.waitForURL(/\/sandbox-bank\/easypay\//);
    await press('Tab', 'Tab', 'Enter');
    await page.waitForURL(/\/cabinet\/person\/payments\//);
    await page.getByText('Банк відхилив платіж. Гроші не списано.').waitFor();
    await waitUntilIdle(page);
    await checkPage(page);

    await page.getByRole('button', { name: 'Інший спосіб' }).focus();
    await press('Enter');
    await page.getByRole('radio', { name: /^EasyPay/ }).waitFor();
    expect(await page.getByLabel(/^Сума, грн/).inputValue()).toBe('10,00');
    await checkPage(page);
    const declined = page.url();
    await page.getByRole('button', { name: 'Повторити' }).focus();
    await press('Enter');
    await page.waitForURL(/\/sandbox-bank\/easypay\//);
    await press('Tab', 'Enter');
    await page.waitForURL(/\/cabinet\/person\/payments\//);
    await page.getByText('Оплату прийнято').waitFor();
    expect(page.url()).not.toBe(declined);
    expect(problems).toEqual([]);
    await context.close();
  });
});

test.describe('the way back of a phone', () => {
  test('closes an open dialog, keeps the page and leaves nothing behind', async () => {
    const { page, problems } = await signedInPage(env, personOfOne, 'phone', {
      path: '/cabinet/person',
    });
    await page.goto(`${env.product.url}/cabinet/person/bills`);
    await page.getByRole('heading', { level: 1, name: 'Рахунки' }).waitFor();
    await page.locator('a[href^="/cabinet/person?"], a[href="/cabinet/person"]').first().click();
    await page.waitForURL((url) => url.pathname === '/cabinet/person');
    await openPopup(page);
    await page.goBack();
    await popup(page).waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/cabinet/person');
    // The entry ahead is that of the dialog, which is closed.
    await page.goForward();
    await page.waitForFunction(() => history.state.dialog !== true);
    expect(await popup(page).isVisible()).toBe(false);
    // A navigation under it leads on, and the way back from there to the page, without the dialog.
    await openPopup(page);
    await page
      .locator('nav a[href="/cabinet/person/indication"]')
      .evaluate((link: HTMLElement) => link.click());
    await page.waitForURL((url) => url.pathname === '/cabinet/person/indication');
    await page.getByRole('heading', { level: 1, name: 'Показання' }).waitFor();
    await page.goBack();
    await page.waitForURL((url) => url.pathname === '/cabinet/person');
    await page.waitForFunction(() => history.state.dialog !== true);
    expect(await popup(page).isVisible()).toBe(false);
    // Closed by its button, and left open by a reload: back leaves the page at once.
    await openPopup(page);
    await popup(page).getByRole('button', { name: 'Закрити' }).click();
    await page.waitForFunction(() => history.state.dialog !== true);
    await openPopup(page);
    await page.reload();
    await page.locator('main h1').first().waitFor();
    await page.waitForFunction(() => history.state.dialog !== true);
    await page.goBack();
    await page.waitForURL((url) => url.pathname === '/cabinet/person/bills');
    expect(problems).toEqual([]);
  });
});

// What is booked is tested with the same fake providers in portal/modules/payments/providers.api.test.ts.
test('a browser may go to the page of each provider by a form or a link, and comes back signed in', async ({
  browser,
}) => {
  const fakes = await startFakeProviders(systemClock);
  const env = await startTestEnvironment(browser, fakes.environment);
  const { page, problems } = await signedInPage(env, personOfOne, 'desk');
  const names = { liqpay: 'LiqPay', monobank: 'monobank', portmone: 'Portmone', easypay: 'EasyPay' };
  for (const provider of ['liqpay', 'monobank', 'portmone', 'easypay'] as const) {
    await page.goto(`${env.product.url}/cabinet/person/bills`);
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Сплатити/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Сума, грн').fill('10,00');
    await dialog.getByRole('radio', { name: new RegExp(`^${names[provider]}`) }).check();
    await dialog.getByRole('button', { name: /^Сплатити 10,00/ }).click();
    await page.getByRole('heading', { level: 1, name: names[provider] }).waitFor();
    expect(page.url()).toContain(`${fakes[provider].url}/payer/`);
    await page.getByRole('button', { name: 'Сплатити' }).click();
    await page.waitForURL(/\/cabinet\/person\/payments\//);
    await page.getByText('Оплату прийнято').waitFor();
  }
  expect(problems).toEqual([]);
  await env.close();
  await fakes.close();
});
