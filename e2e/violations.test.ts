import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { waitUntilIdle } from '#e2e/support/page/visit.ts';
import { startTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { callProduct } from './support/call-product.ts';
import { sampleSignIns } from './support/sample-users.ts';

let env: TestEnvironment;

test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
});
test.afterAll(() => env.close());

const path = '/cabinet/person/docs/violations';
const cards = (page: Page) => page.getByRole('region', { name: /^Акт №/ });
const payButton = (page: Page) => page.getByRole('button', { name: /^Сплатити акт/ });

/** The page of the acts with that object chosen. */
async function openActs(page: Page, account: string): Promise<void> {
  await page.goto(`${env.product.url}/cabinet/person?account=${account}`);
  await waitUntilIdle(page);
  await page.goto(env.product.url + path);
  await waitUntilIdle(page);
}

async function debtForEnergy(token: string, account: string): Promise<unknown> {
  const { balance } = await callProduct(env.product.url, '/api/person/itm_balance', { token, account });
  return (balance as { debet: string }).debet;
}

async function keep(page: Page, name: string): Promise<{ fileName: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).first().click(),
  ]);
  const content = await readFile(await download.path());
  return { fileName: download.suggestedFilename(), text: readPdfText(content).replaceAll('\u00a0', ' ') };
}

/** Gives a sum in the window of the payment and comes back from the bank that took it. */
async function payAtTheBank(page: Page, sum: string): Promise<void> {
  await page.getByLabel('Сума, грн').fill(sum);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Сплатити/ })
    .click();
  await page.waitForURL(/sandbox/);
  await page.getByRole('button', { name: 'Сплатити' }).click();
  await page.waitForURL(/\/cabinet\/person\/payments\//);
  await page.getByText('Оплату прийнято').waitFor();
}

test.describe('who owes for a violation act', () => {
  test('on a desk: reads it, keeps its papers, pays a part apart from energy', async () => {
    const account = '2390001130';
    const { page, problems, token } = await signedInPage(env, sampleSignIns.personOfOne, 'desk');
    await openActs(page, account);
    const debt = await debtForEnergy(token, account);
    await page.getByText('У вас є неоплачені акти про порушення на суму 12\u00a0839,04 грн.').waitFor();
    const steps = page.getByRole('list', { name: 'Шлях акта № 461130' });
    expect(await steps.getByRole('listitem').count()).toBe(6);
    expect(await steps.locator('[aria-current="step"]').textContent()).toContain('Рахунок');
    await checkPage(page);

    const bill = await keep(page, 'Рахунок');
    expect(bill.fileName).toBe(`Рахунок-за-актом-${account}-461130.pdf`);
    expect(bill.text).toContain('До сплати 12 839,04 грн');
    expect((await keep(page, 'Розрахунок')).text).toContain('Розрахунок за актом про порушення');
    expect((await keep(page, 'Акт')).text).toContain('№ 461130');

    await payButton(page).click();
    await page.getByLabel('Сума, грн').fill('12840');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Сплатити/ })
      .click();
    await page.getByText('більше сплатити не можна').waitFor();
    await checkPage(page);
    await payAtTheBank(page, '2839,04');
    await page.goto(env.product.url + path);
    await page.getByText('сплачено частково').waitFor();
    await page.getByText('2\u00a0839,04\u00a0грн в дорозі: банк підтвердив оплату').waitFor();
    await page.getByText(/неоплачені акти про порушення на суму 10\u00a0000,00 грн/).waitFor();
    await checkPage(page);
    expect(await debtForEnergy(token, account)).toBe(debt);
    await page.getByRole('link', { name: 'Рахунки й оплати' }).click();
    await page.getByText(/неоплачені акти про порушення на суму 10\u00a0000,00 грн/).waitFor();
    await waitUntilIdle(page);
    await checkPage(page);
    await page.getByRole('link', { name: 'До актів' }).click();
    await cards(page).first().waitFor();
    expect(problems).toEqual([]);
  });

  test('on a phone: chooses what is unpaid, pays a late act whole, and it is paid', async () => {
    const visitor = await signedInPage(env, sampleSignIns.personOfDifficult, 'phone');
    const { page, problems } = visitor;
    await openActs(page, '2390002028');
    await page.getByText('прострочено').waitFor();
    expect(await cards(page).count()).toBe(2);
    await checkPage(page);
    await cards(page)
      .filter({ hasText: '460028' })
      .getByRole('button', { name: /^Сплатити акт/ })
      .click();
    await payAtTheBank(page, '14688');
    await page.goto(env.product.url + path);
    await page.getByRole('button', { name: 'Неоплачені · 1' }).click();
    await page.waitForURL(/state=unpaid/);
    expect(await cards(page).count()).toBe(1);
    await page.goBack();
    await page.getByText('За актом сплачено повністю. Дякуємо!').waitFor();
    await checkPage(page);
    expect(problems).toEqual([]);
  });
});
