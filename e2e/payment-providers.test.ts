import { expect, test } from '@playwright/test';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { startTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { systemClock } from '#platform/clock.ts';
import { type FakeProviders, startFakeProviders } from '#portal/gateways/payments/testing/fake-providers.ts';
import { sampleSignIns } from './support/sample-users.ts';

const names = { liqpay: 'LiqPay', monobank: 'monobank', portmone: 'Portmone', easypay: 'EasyPay' } as const;

let env: TestEnvironment;
let fakes: FakeProviders;

test.beforeAll(async ({ browser }) => {
  fakes = await startFakeProviders(systemClock);
  env = await startTestEnvironment(browser, fakes.environment);
});
test.afterAll(async () => {
  await env.close();
  await fakes.close();
});

// What is booked is tested with the same fake providers in portal/modules/payments/providers.api.test.ts.
test('a browser may go to the page of each provider by a form or a link, and comes back signed in', async () => {
  const { page, problems } = await signedInPage(env, sampleSignIns.personOfOne, 'desk');
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
});
