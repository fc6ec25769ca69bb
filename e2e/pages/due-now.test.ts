import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatMoney, kopiykas, moneyFromWire, moneyToWire, subtractMoney } from '#domain/money.ts';
import { parseNbuQr } from '#domain/payments/testing/parse-nbu-qr.ts';
import { billingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { formatDate } from '#domain/time/local-date.ts';
import { readCode } from '#e2e/support/page/read-code.ts';
import { newId } from '#platform/uuid.ts';
import { callProduct } from '../support/call-product.ts';
import { sampleSignIns } from '../support/sample-users.ts';
import { type CabinetPages, readText, startCabinetPages } from './cabinet-pages.tsx';
import { checkPage, type Page } from './page.ts';

const { personOfDifficult } = sampleSignIns;

let cabinet: CabinetPages;
let page: Page;
beforeAll(async () => {
  cabinet = await startCabinetPages();
  page = cabinet.page;
  // The test bank reports to the address of the server.
  await cabinet.server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => cabinet.close());

interface Bill {
  readonly period: string;
  readonly toPay: string;
  readonly due: { readonly sum: string; readonly arrears: string } | null;
}

const call = (path: string, payload: object) => callProduct(cabinet.product.url, path, payload);

async function lastBill(token: string, account: string): Promise<Bill> {
  const { bills } = await call('/api/bills/list', { token, account });
  const period = (bills as { period: string }[])[0]?.period;
  const { bill } = await call('/api/bills/get', { token, account, period });
  return bill as Bill;
}

/** Pays 100.00 in the test bank, so that the last bill is paid in part; the money is on its way. */
async function payHundred(token: string, account: string): Promise<void> {
  const { payUrl } = await call('/api/payments/start', {
    token,
    account,
    provider: 'liqpay',
    purpose: 'energy',
    sum: '100.00',
    requestId: newId(),
  });
  const { statusCode } = await cabinet.server.app.inject({
    method: 'POST',
    url: String(payUrl).replace(cabinet.product.url, ''),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'decision=paid',
  });
  expect(statusCode).toBe(303);
}

const plain = (text: string) => text.replace(/\s+/g, ' ');
const shown = (wire: string) => plain(formatMoney(moneyFromWire(wire)));
/** The day after the last one of a period. */
const firstDayShown = (period: string) => formatDate(firstDayAfter(billingPeriod(period)));
const textOf = async (path: string) => plain(readText(await cabinet.open(path)));

it('a bill that is paid in part: home, list, bill, details and the window of paying say what is due now', async () => {
  const account = '2390002024';
  const token = await cabinet.visit(personOfDifficult, '/cabinet/person', account);
  const before = await lastBill(token, account);
  await payHundred(token, account);
  const bill = await lastBill(token, account);
  const paid = subtractMoney(moneyFromWire(before.due?.sum ?? '0.00'), kopiykas(10_000));
  expect(bill.due?.sum).toBe(moneyToWire(paid));
  expect(bill.toPay).toBe(before.toPay);
  const due = shown(moneyToWire(paid));
  const issued = shown(bill.toPay);

  const home = await textOf('/cabinet/person');
  expect(home).toContain(`До сплати ${due} грн`);
  expect(home).toContain(`Сплатити ${due} грн`);
  expect(home).not.toContain(`${issued} грн, сплатити`);

  const list = await textOf('/cabinet/person/bills');
  expect(list).toContain(`До сплати зараз ${due} грн`);
  expect(list).not.toContain(issued);
  await checkPage();

  const article = await textOf(`/cabinet/person/bills/${bill.period}`);
  expect(article).toContain(`До сплати зараз ${due} грн`);
  // The sum of the day of the bill is told as of that day.
  expect(article).toContain(`До сплати на ${firstDayShown(bill.period)} ${issued}`);
  const old = /Борг за минулі місяці: ([\d ,]+) грн/.exec(article)?.[1];
  expect(old).toBe(/[1-9]/.test(bill.due?.arrears ?? '') ? shown(bill.due?.arrears ?? '') : undefined);
  await page.locator('summary', { hasText: 'Реквізити й контакти' }).click();
  const [region] = page.getByRole('region', { name: 'Реквізити для оплати' }).elements();
  const details = plain(region ? readText(region) : '');
  expect(details).toContain(`Сума, грн ${due}`);
  expect(details).not.toContain(issued);
  expect(
    parseNbuQr((await readCode(page.getByRole('region', { name: 'Сплатити з застосунку банку' }))) ?? '')
      ?.amount,
  ).toBe(paid);
  await checkPage();

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
  expect(cabinet.takeProblems()).toEqual([]);
});

it('an older bill asks for nothing and leads to the last one', async () => {
  const account = '2390002023';
  const token = await cabinet.visit(personOfDifficult, '/cabinet/person', account);
  const { bills } = await call('/api/bills/list', { token, account });
  const older = (bills as { period: string }[])[2]?.period;
  const article = await textOf(`/cabinet/person/bills/${older}`);
  expect(article).toContain('Було до сплати за рахунком');
  for (const words of ['Борг за минулі', 'Наведіть камеру', 'До сплати зараз'])
    expect(article).not.toContain(words);
  expect(await page.getByRole('button', { name: /^Сплатити/ }).count()).toBe(0);
  await page.getByRole('link', { name: 'Відкрити останній рахунок' }).waitFor();
  expect(cabinet.takeProblems()).toEqual([]);
});
