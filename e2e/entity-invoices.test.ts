import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { unzipSync } from 'fflate';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { waitUntilIdle } from '#e2e/support/page/visit.ts';
import { shareTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { entityBy, sampleSignIns } from './support/sample-users.ts';

let env: TestEnvironment;

test.beforeAll(({ browser }) => {
  env = shareTestEnvironment(browser);
});
test.afterAll(() => env.close());

const invoices = '/cabinet/entity/bills/invoices';
const text = async (page: Page) => (await page.locator('main').innerText()).replaceAll('\u00a0', ' ');

for (const device of ['phone', 'desk'] as const) {
  test(`a chain opens the invoice of a month and follows a point to its prices, on a ${device}`, async () => {
    const { page, problems } = await signedInPage(env, sampleSignIns.entityOfTwo, device, {
      path: '/cabinet/entity',
    });
    await page.getByRole('button', { name: /1000000002/ }).click();
    await page.waitForURL(/\/cabinet\/entity\/indication/);
    await page.goto(env.product.url + invoices);
    await page
      .getByRole('link', { name: /^Жовтень|^жовтень/ })
      .first()
      .click();
    await page.waitForURL(/period=20\d\d-10/);
    await page.getByText('Розрахунки за місяць').waitFor();
    await waitUntilIdle(page);
    await checkPage(page);
    expect(await text(page)).toMatch(/Ціна ринку «на добу наперед»\s+[^\n]*діє з 01\.10/);

    await page.getByLabel('Знайти точку').fill('№ 311');
    await page.locator('main').getByRole('button', { name: 'Показати', exact: true }).click();
    await page.waitForURL(/q=/);
    await page.getByText('«Кошик щодня» № 311').click();
    await page.getByRole('table', { name: 'Нарахування точки' }).waitFor();
    await checkPage(page);
    expect(await text(page)).toContain('З усіх 312');
    expect(problems).toEqual([]);
  });
}

test('a water utility sees its reactive invoice, its losses, and keeps all of a month', async () => {
  const { page, problems } = await signedInPage(env, entityBy('1000000006'), 'desk', { path: invoices });
  await page.waitForURL(/payee=supplier/);
  await page.getByText('Розрахунки за місяць').waitFor();
  expect(await text(page)).toContain('Втрати мережі');
  await page
    .getByRole('link', { name: /Реактивна електроенергія/ })
    .first()
    .click();
  await page.waitForURL(/payee=operator/);
  await page.getByText('Це послуга оператора мережі').waitFor();
  await waitUntilIdle(page);
  await checkPage(page);
  const reactive = await text(page);
  for (const words of [
    /T, ціна енергії без ПДВ, грн/i,
    /D 0,08/,
    /спожив від 5 000 кВт·год активної енергії за місяць/,
  ])
    expect(reactive).toMatch(words);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /Усе за місяць/ }).click(),
  ]);
  const files = Object.keys(unzipSync(await readFile(await download.path())));
  expect(files.filter((name) => name.endsWith('.pdf'))).toHaveLength(5);
  expect(files.filter((name) => name.endsWith('.xlsx'))).toHaveLength(2);
  expect(problems).toEqual([]);
});

test('a bakery sees that its prepayment is of the declared volume, at the prices of the invoice', async () => {
  const { page, problems } = await signedInPage(env, sampleSignIns.entityOfOne, 'desk', { path: invoices });
  await page.waitForURL(/payee=supplier/);
  await page.getByText('Розрахунки за місяць').waitFor();
  await waitUntilIdle(page);
  await checkPage(page);
  expect(await text(page)).toMatch(/За заявленим обсягом [\d ]+ кВт·год і цінами за [а-яіїє]+ 20\d\d\./);
  expect(problems).toEqual([]);
});
