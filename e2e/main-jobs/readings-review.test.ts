import { expect, test } from '@playwright/test';
import pg from 'pg';
import { callProduct } from '#e2e/support/call-product.ts';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { waitUntilIdle } from '#e2e/support/page/visit.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { sampleSignIns } from '#e2e/support/sample-users.ts';

/** A picture of one point. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const ACCOUNT = '2390002032';
const readings = '/cabinet/person/indication';
const review = '/cabinet/admin/management/readings-review';

/** The window of persons is open on every day. */
const RULES = { readings: { window: { person: { lastDays: 31 } } } };

let env: OwnTestEnvironment;
test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
  const database = new pg.Client({ connectionString: env.product.databaseUrl });
  await database.connect();
  await database.query('update billing.supplier set rules = rules || $1', [RULES]);
  await database.end();
});
test.afterAll(() => env.close());

test('a reading beyond the line is given with a photo, an operator rejects it by keyboard, and the customer is told why', async () => {
  // The object is chosen on the home.
  const path = `/cabinet/person?account=${ACCOUNT}`;
  const customer = await signedInPage(env, sampleSignIns.personOfDifficult, 'phone', { path });
  const { page } = customer;
  await page.goto(`${env.product.url}${readings}?account=${ACCOUNT}`);
  await waitUntilIdle(page);
  const { meters } = (await callProduct(env.product.url, '/api/meters/list', {
    token: customer.token,
    account: ACCOUNT,
  })) as { meters: { registers: { previousValue: number }[] }[] };
  const value = (meters[0]?.registers[0]?.previousValue ?? 0) + 30_000;
  await page.locator('main form input[inputmode="numeric"]').fill(String(value));
  await page.getByRole('button', { name: 'Передати показання' }).click();
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'meter.png', mimeType: 'image/png', buffer: PNG });
  await page.getByText('Фото додано').waitFor();
  await page.getByRole('button', { name: 'Передати показання' }).click();
  await page.getByRole('heading', { name: 'Показання на перевірці' }).waitFor();

  const staff = await signedInPage(env, sampleSignIns.operator, 'desk', { path: review });
  await staff.page.getByRole('row').filter({ hasText: ACCOUNT }).waitFor();
  await checkPage(staff.page);
  await staff.page.goto(`${env.product.url}${review}`);
  await staff.page.getByRole('row').filter({ hasText: ACCOUNT }).getByRole('link').click();
  await staff.page.getByText('Більше, ніж можливо').first().waitFor();
  await staff.page.getByRole('img', { name: 'Фото лічильника 1' }).waitFor();
  await waitUntilIdle(staff.page);
  await checkPage(staff.page);
  await staff.page.keyboard.press('3');
  await staff.page.getByRole('button', { name: 'Показання на фото інше.' }).click();
  await staff.page.getByRole('button', { name: 'Відхилити і повідомити споживача' }).click();
  await staff.page.getByText('Показання відхилено. Споживача повідомлено.').waitFor();
  expect(staff.problems).toEqual([]);
  await staff.context.close();

  await page.goto(`${env.product.url}${readings}?account=${ACCOUNT}`);
  await page.getByText('Показання на фото інше.').first().waitFor();
  await waitUntilIdle(page);
  await checkPage(page);
  expect(customer.problems).toEqual([]);
  await customer.context.close();
});
