import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { callProduct } from '#e2e/support/call-product.ts';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { waitUntilIdle } from '#e2e/support/page/visit.ts';
import { startTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { sampleSignIns } from '#e2e/support/sample-users.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { usualPart } from '#platform/testing/usual-part.ts';

let env: TestEnvironment;

test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
});
test.afterAll(() => env.close());

const balancePage = '/cabinet/entity/bills/balance';
const popup = (page: Page) => page.getByRole('dialog');

async function inTransitOf(token: string, account: string): Promise<string> {
  const { balance } = await callProduct(env.product.url, '/api/balance/entity', { token, account });
  return (balance as { energy: { inTransit: string } }).energy.inTransit;
}

for (const device of usualPart(['phone', 'desk'] as const, 1)) {
  test(`an entity pays energy through a bank and comes back to the payment, on a ${device}`, async () => {
    const account = '1000000001';
    const { page, problems, token } = await signedInPage(env, sampleSignIns.entityOfOne, device, {
      path: balancePage,
    });
    await checkPage(page);
    const before = Number(await inTransitOf(token, account));
    await page
      .locator('main')
      .getByRole('button', { name: /^Сплатити/ })
      .click();
    await popup(page).getByText('Як сплатити').waitFor();
    await popup(page)
      .getByLabel(/^Сума, грн/)
      .first()
      .fill('120,50');
    await popup(page)
      .getByRole('radio', { name: /^monobank/ })
      .check();
    await checkPage(page);
    await popup(page)
      .getByRole('button', { name: /^Сплатити 120,50/ })
      .click();
    await page.waitForURL(/\/sandbox-bank\/monobank\//);
    await page.getByRole('button', { name: 'Сплатити' }).click();

    await page.waitForURL(/\/cabinet\/entity\/payments\/[\w-]+\?of=1000000001/);
    await page.getByText('Оплату прийнято').waitFor();
    await waitUntilIdle(page);
    await checkPage(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Квитанція PDF' }).click(),
    ]);
    expect(readPdfText(await readFile(await download.path())).replaceAll('\u00a0', ' ')).toContain('120,50');

    await page.getByRole('link', { name: 'До балансу' }).click();
    await page.getByText(/^У дорозі/).waitFor();
    expect(Number(await inTransitOf(token, account))).toBeCloseTo(before + 120.5, 2);
    await page.getByRole('link', { name: 'Де зараз гроші' }).click();
    await page.waitForURL(/\/cabinet\/entity\/bills\/payments\?state=inTransit/);
    await page
      .getByText(/120,50/)
      .first()
      .waitFor();
    await page.getByRole('main').getByText('monobank').first().waitFor();
    await waitUntilIdle(page);
    await checkPage(page);
    expect(problems).toEqual([]);
  });
}

test('the details of the bank have the exact purpose, and the code has the sum', async () => {
  const { page, problems } = await signedInPage(env, sampleSignIns.entityOfOne, 'desk', {
    path: balancePage,
  });
  await page
    .locator('main')
    .getByRole('button', { name: /^Сплатити/ })
    .click();
  await popup(page)
    .getByLabel(/^Сума, грн/)
    .first()
    .fill('385326,41');
  await popup(page)
    .getByRole('radio', { name: /^Реквізити/ })
    .check();
  await popup(page)
    .getByText(/1000000001/)
    .first()
    .waitFor();
  await popup(page)
    .getByRole('radio', { name: /^QR-код/ })
    .check();
  await popup(page)
    .getByRole('img', { name: /385\s326,41/ })
    .waitFor();
  await checkPage(page);
  expect(problems).toEqual([]);
});
