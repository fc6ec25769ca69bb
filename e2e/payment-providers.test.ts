import { expect, type Page, test } from '@playwright/test';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { chooseObject } from '#e2e/support/page/choose-object.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { waitUntilIdle } from '#e2e/support/page/visit.ts';
import { startTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { systemClock } from '#platform/clock.ts';
import { type FakeProviders, startFakeProviders } from '#portal/gateways/payments/testing/fake-providers.ts';
import { callProduct } from './support/call-product.ts';
import { sampleSignIns } from './support/sample-users.ts';

const account = '2390001111';
const names = { liqpay: 'LiqPay', monobank: 'monobank', portmone: 'Portmone', easypay: 'EasyPay' } as const;
type Provider = keyof typeof names;

/** Every provider is real here: its adapter speaks with a stand-in of the provider on this machine. */
test.describe('a bill is paid through each provider', () => {
  let env: TestEnvironment;
  let fakes: FakeProviders;

  test.beforeAll(async ({ browser }) => {
    fakes = await startFakeProviders(systemClock);
    env = await startTestEnvironment(browser, fakes.environment);
    await chooseObject(env.product.url, sampleSignIns.personOfThree, account);
  });
  test.afterAll(async () => {
    await env.close();
    await fakes.close();
  });

  /** What is owed for energy now, as the cabinet shows it: '432.50'. */
  async function debt(token: string): Promise<string> {
    const { balance } = await callProduct(env.product.url, '/api/person/itm_balance', { token, account });
    return String(Reflect.get(Object(balance), 'debet'));
  }

  /** From the list of bills to the page of the provider. */
  async function leaveForProvider(page: Page, provider: Provider, sum: string): Promise<void> {
    const name = names[provider];
    await page.getByRole('listitem').filter({ hasText: '432,00' }).getByRole('link').first().click();
    await page.waitForURL(/\/cabinet\/person\/bills\/\d{4}-\d{2}/);
    // The list has a button of this name too, until the bill has come.
    await page.getByRole('heading', { name: /^Рахунок за / }).waitFor();
    await page
      .getByRole('button', { name: /^Сплатити/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Сума, грн').fill(sum);
    await dialog.getByRole('radio', { name: new RegExp(`^${name}`) }).check();
    await dialog.getByRole('button', { name: new RegExp(`^Сплатити ${sum}`) }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(page.url()).toContain(`${fakes[provider].url}/payer/`);
  }

  for (const [provider, sum, left] of [
    ['liqpay', '100,00', '332.50'],
    ['monobank', '100,00', '232.50'],
    ['portmone', '100,00', '132.50'],
    ['easypay', '132,50', '0'],
  ] as const) {
    test(`${provider} refuses: nothing is owed less; then it takes the money: from the bill to the balance`, async () => {
      const { page, problems, token, context } = await signedInPage(
        env,
        sampleSignIns.personOfThree,
        'phone',
        {
          path: '/cabinet/person/bills',
        },
      );
      const phone = page.viewportSize();
      const before = await debt(token);
      await page.setViewportSize({ width: 1440, height: 900 });
      await leaveForProvider(page, provider, '10,00');
      await page.getByRole('button', { name: 'Відхилити' }).click();
      await page.waitForURL(/\/cabinet\/person\/payments\//);
      await page.getByText('Оплата не відбулася').waitFor();
      expect(await debt(token)).toBe(before);

      if (phone) await page.setViewportSize(phone);
      await page.getByRole('link', { name: 'Рахунки', exact: true }).first().click();
      await page.waitForURL(/\/cabinet\/person\/bills$/);
      await leaveForProvider(page, provider, sum);
      await page.getByRole('button', { name: 'Сплатити' }).click();
      await page.waitForURL(/\/cabinet\/person\/payments\//);
      await page.getByText('Оплату прийнято').waitFor();
      await waitUntilIdle(page);
      await checkPage(page);
      expect(await debt(token)).toBe(left);
      await page.goto(`${env.product.url}/cabinet/person?account=${account}`);
      await page
        .getByText(/в дорозі/i)
        .first()
        .waitFor();
      expect(problems).toEqual([]);
      await context.close();
    });
  }
});
