import { expect, type Page, test } from '@playwright/test';
import { formatMoney, kopiykas, moneyFromWire, moneyToWire, subtractMoney } from '#domain/money.ts';
import { parseNbuQr } from '#domain/payments/testing/parse-nbu-qr.ts';
import { checkBothLooks } from '#e2e/support/page/narrow-look.ts';
import { readCode } from '#e2e/support/page/read-code.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { waitUntilIdle } from '#e2e/support/page/visit.ts';
import { startTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { callProduct } from './support/call-product.ts';
import { sampleSignIns } from './support/sample-users.ts';

let env: TestEnvironment;

test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
});
test.afterAll(() => env.close());

interface Bill {
  readonly period: string;
  readonly toPay: string;
  readonly due: { readonly sum: string; readonly arrears: string } | null;
}

async function lastBill(token: string, account: string): Promise<Bill> {
  const { bills } = await callProduct(env.product.url, '/api/bills/list', { token, account });
  const period = (bills as { period: string }[])[0]?.period;
  const { bill } = await callProduct(env.product.url, '/api/bills/get', { token, account, period });
  return bill as Bill;
}

const plain = (text: string) => text.replace(/\s+/g, ' ');
const shown = (wire: string) => plain(formatMoney(moneyFromWire(wire)));
const textOf = async (page: Page, part = 'main') => plain(await page.locator(part).innerText());

/** Pays 100.00 of what is due, so that the last bill is paid in part whatever day it is; the money is on its way. */
async function payHundred(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Сплатити/ })
    .first()
    .click();
  const popup = page.getByRole('dialog');
  await popup.getByText('Як сплатити').waitFor();
  await popup
    .getByLabel(/^Сума, грн/)
    .first()
    .fill('100');
  await popup.getByRole('button', { name: /^Сплатити 100,00/ }).click();
  await page.waitForURL(/\/sandbox-bank\//);
  await page.getByRole('button', { name: 'Сплатити' }).click();
  await page.getByText('Оплату прийнято').waitFor();
}

// Another object, and an older bill: pages/due-now.test.ts.
test('a bill that is paid in part: home, list, bill, code, details and the window of paying say what is due now', async () => {
  const account = '2390002006';
  const { page, problems, token, context } = await signedInPage(
    env,
    sampleSignIns.personOfDifficult,
    'phone',
    { path: `/cabinet/person?account=${account}` },
  );
  const before = await lastBill(token, account);
  await payHundred(page);
  const bill = await lastBill(token, account);
  const paid = subtractMoney(moneyFromWire(before.due?.sum ?? '0.00'), kopiykas(10_000));
  expect(bill.due?.sum).toBe(moneyToWire(paid));
  expect(bill.toPay).toBe(before.toPay);
  const due = shown(moneyToWire(paid));
  const issued = shown(bill.toPay);

  await page.goto(`${env.product.url}/cabinet/person?account=${account}`);
  await waitUntilIdle(page);
  const home = await textOf(page);
  expect(home).toContain(`До сплати ${due} грн`);
  expect(home).toContain(`Сплатити ${due} грн`);
  expect(home).not.toContain(`${issued} грн, сплатити`);

  await page.goto(`${env.product.url}/cabinet/person/bills`);
  await waitUntilIdle(page);
  const list = await textOf(page);
  expect(list).toContain(`До сплати зараз ${due} грн`);
  expect(list).not.toContain(issued);
  await checkBothLooks(page);

  await page.goto(`${env.product.url}/cabinet/person/bills/${bill.period}`);
  await waitUntilIdle(page);
  const article = await textOf(page);
  expect(article).toContain(`До сплати зараз ${due} грн`);
  expect(article).toContain(
    `Рахунок виставлено на ${issued} грн. Відтоді сума змінилася: зараз до сплати ${due} грн.`,
  );
  const old = /Борг за минулі місяці: ([\d ,]+) грн/.exec(article)?.[1];
  expect(old).toBe(/[1-9]/.test(bill.due?.arrears ?? '') ? shown(bill.due?.arrears ?? '') : undefined);
  const details = page.getByRole('region', { name: 'Сплатити з застосунку банку' });
  expect(plain(await details.innerText())).toContain(`До сплати, грн ${due}`);
  expect(plain(await details.innerText())).not.toContain(issued);
  expect(parseNbuQr((await readCode(details)) ?? '')?.amount).toBe(paid);
  await checkBothLooks(page);

  await page
    .getByRole('button', { name: /^Сплатити/ })
    .first()
    .click();
  const popup = page.getByRole('dialog');
  await popup.getByText('Як сплатити').waitFor();
  await popup.getByRole('radio', { name: /^QR-код/ }).check();
  expect(parseNbuQr((await readCode(popup)) ?? '')?.amount).toBe(paid);
  expect(
    await popup
      .getByLabel(/^Сума, грн/)
      .first()
      .inputValue(),
  ).toBe(due.replaceAll(' ', ''));
  expect(plain(await popup.innerText())).not.toContain(issued);
  expect(problems).toEqual([]);
  await context.close();
});
