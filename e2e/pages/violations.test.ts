import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { newId } from '#platform/uuid.ts';
import { callProduct } from '../support/call-product.ts';
import { type SignIn, sampleSignIns } from '../support/sample-users.ts';
import { type CabinetPages, startCabinetPages } from './cabinet-pages.tsx';
import { checkPage, type Page } from './page.ts';

let cabinet: CabinetPages;
let page: Page;

beforeAll(async () => {
  cabinet = await startCabinetPages();
  page = cabinet.page;
  // The test bank reports to the address of the server.
  await cabinet.server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => cabinet.close());

const path = '/cabinet/person/docs/violations';
const payButton = () => page.getByRole('button', { name: /^Сплатити акт/ });

/** The page of the acts with that object chosen. */
const openActs = (who: SignIn, account: string) => cabinet.visit(who, path, account);

it.each([
  ['2390002029', 'За актом сплачено повністю. Дякуємо!'],
  ['2390002030', 'Доки акт оскаржується, ми не просимо його сплатити.'],
  ['2390002030', 'Акт скасовано: сплачувати за ним не потрібно.'],
  ['2390002031', 'Далі акт вручать вам або надішлють поштою'],
  ['2390002032', 'Комісія ухвалила рішення. Рахунок з’явиться тут'],
])('the acts of %s: «%s», and nothing is asked for', async (account, next) => {
  await openActs(sampleSignIns.personOfDifficult, account);
  await page.getByText(next).waitFor();
  await page.getByText('За вашим рахунком складено актів про порушення').waitFor();
  expect(await payButton().count()).toBe(0);
  await checkPage();
  expect(cabinet.takeProblems()).toEqual([]);
});

it('a household without acts sees an empty list', async () => {
  await openActs(sampleSignIns.personOfThree, '2390001112');
  await page.getByText('Актів про порушення немає.').waitFor();
  await checkPage();
  expect(cabinet.takeProblems()).toEqual([]);
});

it('without a network the acts stay, and what needs it waits', async () => {
  await openActs(sampleSignIns.personOfOne, '2390001130');
  cabinet.setOnline(false);
  await page.getByText('Оплата чекає мережі.').waitFor();
  await page.getByText('Документи чекають мережі.').waitFor();
  expect(await payButton().isDisabled()).toBe(true);
  await checkPage();
});

/** Pays for an act in the test bank; the money is in transit. */
async function payAct(token: string, account: string, actNumber: string, sum: string): Promise<void> {
  const order = { account, provider: 'liqpay', purpose: 'violationAct', actNumber, sum, requestId: newId() };
  const { payUrl } = await callProduct(cabinet.product.url, '/api/payments/start', { token, ...order });
  const { statusCode } = await cabinet.server.app.inject({
    method: 'POST',
    url: String(payUrl),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'decision=paid',
  });
  expect(statusCode).toBe(303);
}

async function debtForEnergy(token: string, account: string): Promise<unknown> {
  const { balance } = await callProduct(cabinet.product.url, '/api/person/itm_balance', { token, account });
  return (balance as { debet: string }).debet;
}

async function paper(name: string): Promise<{ fileName: string; text: string }> {
  const button = page.getByRole('button', { name, exact: true }).first();
  const { name: fileName, content } = await cabinet.keep(() => button.click());
  return { fileName, text: readPdfText(content).replaceAll('\u00a0', ' ') };
}

it('an act is read with its papers, and a part of it is paid apart from energy', async () => {
  const account = '2390001130';
  const token = await openActs(sampleSignIns.personOfOne, account);
  const debt = await debtForEnergy(token, account);
  await page.getByText('У вас є неоплачені акти про порушення на суму 12 839,04 грн.').waitFor();
  const steps = page.getByRole('list', { name: 'Шлях акта № 461130' });
  expect(await steps.getByRole('listitem').count()).toBe(6);
  expect(await steps.locator('[aria-current="step"]').textContent()).toContain('Рахунок');
  const bill = await paper('Рахунок');
  expect(bill.fileName).toBe(`Рахунок-за-актом-${account}-461130.pdf`);
  expect(bill.text).toContain('До сплати 12 839,04 грн');
  expect((await paper('Розрахунок')).text).toContain('Розрахунок за актом про порушення');
  expect((await paper('Акт')).text).toContain('№ 461130');

  await payButton().click();
  await page.getByLabel('Сума, грн').fill('12840');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Сплатити/ })
    .click();
  await page.getByText('більше сплатити не можна').waitFor();
  await checkPage();
  await payAct(token, account, '461130', '2839.04');
  await openActs(sampleSignIns.personOfOne, account);
  await page.getByText('сплачено частково').waitFor();
  await page.getByText('2 839,04 грн в дорозі: банк підтвердив оплату').waitFor();
  const unpaid = page.getByText(/неоплачені акти про порушення на суму 10 000,00 грн/);
  await unpaid.waitFor();
  await checkPage();
  expect(await debtForEnergy(token, account)).toBe(debt);
  await page.getByRole('link', { name: 'Рахунки й оплати' }).click();
  await page.waitForURL(/bills$/);
  await unpaid.waitFor();
  await page.getByRole('link', { name: 'До актів' }).click();
  await page.waitForURL(/violations/);
  expect(cabinet.takeProblems()).toEqual([]);
});

it('unpaid acts are chosen by a filter; a late act that is paid whole is no longer one of them', async () => {
  const account = '2390002028';
  const token = await openActs(sampleSignIns.personOfDifficult, account);
  const acts = page.getByRole('region', { name: /^Акт №/ });
  await page.getByText('прострочено').waitFor();
  expect(await acts.count()).toBe(2);
  await checkPage();
  await payAct(token, account, '460028', '14688.00');
  await openActs(sampleSignIns.personOfDifficult, account);
  await page.getByRole('button', { name: 'Неоплачені · 1' }).click();
  await page.waitForURL(/state=unpaid/);
  expect(await acts.count()).toBe(1);
  await page.goBack();
  await page.getByText('За актом сплачено повністю. Дякуємо!').waitFor();
  await checkPage();
  expect(cabinet.takeProblems()).toEqual([]);
});
