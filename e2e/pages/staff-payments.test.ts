import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/uuid.ts';
import { createAdministrator } from '#portal/modules/identity/public.ts';
import { callProduct } from '../support/call-product.ts';
import { adminBy, samplePassword, sampleSignIns } from '../support/sample-users.ts';
import { type CabinetPages, startCabinetPages } from './cabinet-pages.tsx';
import { checkPage, type Page } from './page.ts';

const account = '2390001111';
const payments = '/cabinet/admin/payments';

let cabinet: CabinetPages;
let page: Page;
/** Of the customer. */
let customer: string;

beforeAll(async () => {
  cabinet = await startCabinetPages();
  page = cabinet.page;
  // The test bank reports to the address of the server.
  await cabinet.server.app.listen({ port: 0, host: '127.0.0.1' });
  await createAdministrator(cabinet.server.portalDb, {
    login: 'keeper',
    fullName: 'keeper',
    password: samplePassword,
    roles: ['billing'],
  });
  customer = await cabinet.signIn(sampleSignIns.personOfThree);
});
afterAll(() => cabinet.close());

/** What the customer owes or has over, and what is under way, in hryvnias. */
async function balanceOf() {
  const asked = { token: customer, account };
  const { balance } = await callProduct(cabinet.product.url, '/api/person/itm_balance', asked);
  const { debet, credit, inTransit } = balance as Record<string, string>;
  return { debt: Math.round((Number(debet) - Number(credit)) * 100) / 100, inTransit };
}
const debt = async () => (await balanceOf()).debt;

async function confirmByOwner(reason: string): Promise<void> {
  await cabinet.visit(sampleSignIns.owner, payments);
  const waiting = page.getByRole('region', { name: 'Виправлення боргу' });
  await waiting.getByText(reason).waitFor();
  await waiting.getByRole('button', { name: 'Підтвердити' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Підтвердити виправлення?' });
  await checkPage();
  await question.getByRole('button', { name: 'Підтвердити' }).press('Enter');
  await waiting.getByText('Зараз жодне виправлення не чекає.').waitFor();
}

test('a debt is corrected with a reason, a large sum by two administrators', async () => {
  const before = await debt();
  await cabinet.visit(adminBy('keeper'), payments);
  const section = page.getByRole('region', { name: 'Виправлення боргу' });
  await section.getByText('Зараз жодне виправлення не чекає.').waitFor();
  await section.getByRole('button', { name: 'Виправити борг рахунку' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Виправити борг рахунку' });
  const correct = dialog.getByRole('button', { name: 'Виправити', exact: true });
  await correct.press('Enter');
  await dialog.getByText('Рахунок має 10 цифр.').waitFor();
  await checkPage();
  await dialog.getByLabel('Рахунок').fill('2399999999');
  await dialog.getByLabel('Сума, грн').fill('12,50');
  await dialog.getByLabel('Причина').fill('Помилка оператора');
  await dialog.getByRole('button', { name: 'Збільшити борг' }).press('Enter');
  await correct.press('Enter');
  await dialog.getByText('Нічого не знайдено').waitFor();
  expect(await debt()).toBe(before);
  await dialog.getByLabel('Рахунок').fill(account);
  await correct.press('Enter');
  await section.getByText(/^Виправлення проведено\./).waitFor();
  expect(await debt()).toBe(before + 12.5);

  await section.getByRole('button', { name: 'Виправити борг рахунку' }).press('Enter');
  await dialog.getByLabel('Рахунок').fill(account);
  await dialog.getByLabel('Сума, грн').fill('1 000,01');
  await dialog.getByLabel('Причина').fill('Рішення суду');
  await correct.press('Enter');
  await section.getByText('Ваше виправлення вирішує інший адміністратор.').waitFor();
  await checkPage();
  expect(await debt()).toBe(before + 12.5);
  await confirmByOwner('Рішення суду');
  expect(await debt()).toBeCloseTo(before + 12.5 - 1000.01, 2);
  expect(cabinet.takeProblems()).toEqual([]);
});

test('an entry is reversed on the card of its account, a large one by two administrators', async () => {
  const before = await debt();
  await cabinet.visit(adminBy('keeper'), `/cabinet/admin/management/accounts/${account}`);
  const entries = page.getByRole('table', { name: 'Борг і записи' });
  // The corrections of the first test.
  const small = entries.getByRole('row', { name: /Помилка оператора/ }).first();
  await small.getByRole('button', { name: /^Сторнувати: Виправлення працівником/ }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Сторнувати запис' });
  await dialog.getByText(/борг зменшиться на 12,50\sгрн/).waitFor();
  await checkPage();
  await dialog.getByLabel('Причина').fill('Виправлено двічі');
  await dialog.getByRole('button', { name: 'Сторнувати', exact: true }).press('Enter');
  await entries.getByRole('row', { name: /Сторно.*Виправлено двічі/ }).waitFor();
  await dialog.waitFor({ state: 'detached' });
  await small.locator('del').waitFor();
  expect(await debt()).toBeCloseTo(before - 12.5, 2);
  await checkPage();

  // 1000.01 is above the limit of the role.
  const large = entries.getByRole('row', { name: /Рішення суду/ }).first();
  await large.getByRole('button', { name: /^Сторнувати/ }).press('Enter');
  await dialog.getByText(/борг збільшиться на 1\s000,01\sгрн/).waitFor();
  await dialog.getByLabel('Причина').fill('Рішення скасовано');
  await dialog.getByRole('button', { name: 'Сторнувати', exact: true }).press('Enter');
  await page.getByText('сторно чекає на другого адміністратора').waitFor();
  expect(await debt()).toBeCloseTo(before - 12.5, 2);
  await confirmByOwner('Рішення скасовано');
  expect(await debt()).toBeCloseTo(before - 12.5 + 1000.01, 2);
  expect(cabinet.takeProblems()).toEqual([]);
});

test('a payment is found and refunded with a reason, and the sum is owed as before', async () => {
  const before = await balanceOf();
  const { url } = cabinet.product;
  const { payUrl, payment } = await callProduct(url, '/api/payments/start', {
    token: customer,
    account,
    provider: 'liqpay',
    purpose: 'energy',
    sum: '100.00',
    requestId: newId(),
  });
  const pressed = await cabinet.server.app.inject({
    method: 'POST',
    url: String(payUrl),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'decision=paid',
  });
  expect(pressed.statusCode).toBe(303);
  const paid = await balanceOf();
  expect(paid).not.toEqual(before);

  await cabinet.visit(sampleSignIns.owner, payments);
  const search = async (query: string) => {
    await page.getByLabel('Рахунок, замовлення або номер платіжного сервісу').fill(query);
    await page.getByRole('button', { name: 'Знайти', exact: true }).click();
  };
  await search('2390001111-000000-1');
  await page.getByText('За цим номером оплат немає').waitFor();
  await search((payment as { orderId: string }).orderId);
  const found = page.getByRole('listitem', { name: /^100,00/ });
  await found.getByText('Шлях оплати').click();
  await found.getByRole('list', { name: 'Що сказав сервіс' }).first().waitFor();
  await checkPage();

  await found.getByRole('button', { name: /^Повернути гроші/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Повернути гроші платнику?' });
  await dialog.getByText(/всю суму замовлення, 100,00/).waitFor();
  const refund = dialog.getByRole('button', { name: 'Повернути', exact: true });
  await refund.click();
  await dialog.getByText('Напишіть причину.').waitFor();
  await checkPage();
  expect(await balanceOf()).toEqual(paid);
  await dialog.getByLabel('Причина').fill('Сплачено двічі');
  await refund.click();
  await page.getByText('Гроші повернено платнику.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await found.getByText('повернуто платнику').first().waitFor();
  await found.getByText(/^Повернення замовлено .+: Сплачено двічі$/).waitFor();
  expect(await found.getByRole('button', { name: /^Повернути гроші/ }).count()).toBe(0);
  await checkPage();
  expect(await balanceOf()).toEqual(before);

  // An operator sees payments and refunds none.
  await cabinet.visit(sampleSignIns.operator, `${payments}?q=${account}`);
  await page.getByText(/^Знайдено оплат: \d+$/).waitFor();
  expect(await page.getByRole('button', { name: /^Повернути гроші/ }).count()).toBe(0);
  await checkPage();
  expect(cabinet.takeProblems()).toEqual([]);
});
