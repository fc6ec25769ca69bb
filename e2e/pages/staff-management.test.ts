import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseApart } from '#contract/accounts/accounts.ts';
import { noChoice } from '#contract/fields.ts';
import { correctLedger } from '#contract/ledger.ts';
import { listMasterData } from '#contract/master-data.ts';
import { newId } from '#platform/uuid.ts';
import { lastAdminKeyTo } from '#portal/testing/callers/last-admin-link.ts';
import { currentSession, signedOut } from '#web/session/session-store.ts';
import { adminBy, fillSignIn, sampleSignIns } from '../support/sample-users.ts';
import { type CabinetPages, startCabinetPages } from './cabinet-pages.tsx';
import { checkPage, type Page } from './page.ts';

const account = '2390001111';
const management = '/cabinet/admin/management';

let cabinet: CabinetPages;
let page: Page;

beforeAll(async () => {
  cabinet = await startCabinetPages();
  page = cabinet.page;
});
afterAll(() => cabinet.close());

test('an operator is added, sets a password, is refused what billing may, and the list of actions has it', async () => {
  const password = 'Kalyna-2026-lystopad';
  const email = 'olena@svitlo.example';
  await cabinet.visit(sampleSignIns.owner, `${management}/administrators`);
  await page.getByRole('button', { name: 'Додати працівника' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Новий працівник' });
  await form.getByLabel('Логін').fill('olena');
  await form.getByLabel('Ім’я та прізвище').fill('Бойко Олена');
  await form.getByLabel(/^Оператор контактного центру/).check();
  // A Cyrillic letter of the domain is read as the Latin one.
  await form.getByLabel('E-mail').fill(email.replace('example', 'ex\u0430mple'));
  await form.getByRole('button', { name: 'Створити' }).press('Enter');
  await page.getByText(`Посилання для пароля — на ${email}`).waitFor();
  const row = page.getByRole('listitem').filter({ hasText: 'Бойко Олена' });
  await row.getByText('посилання надіслано').waitFor();
  await checkPage();

  signedOut();
  await cabinet.open(`/join?key=${await lastAdminKeyTo(cabinet.server, email)}`);
  await page.getByText('Бойко Олена, логін olena.').waitFor();
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await checkPage();
  await page.getByRole('button', { name: 'Задати пароль' }).press('Enter');
  await page.getByText('Пароль задано').waitFor();
  await page.getByRole('link', { name: 'Увійти' }).press('Enter');
  await fillSignIn(page, adminBy('olena', password));
  await page.getByText('Оператор контактного центру').first().waitFor();

  await cabinet.go('/cabinet/admin/bank-statements');
  await page.getByText('Ця сторінка для інших працівників').waitFor();
  // The server refuses it, too.
  const refused = await cabinet.server.post(correctLedger, {
    token: currentSession().session?.token,
    account,
    what: { kind: 'add', sum: '1.00' },
    reason: 'Перевірка прав',
    requestId: newId(),
  });
  expect(refused.httpStatus).toBe(403);
  await cabinet.visit(sampleSignIns.owner, `${management}/actions?who=olena`);
  const action = page.getByRole('row').filter({ hasText: 'Коригування рахунка' });
  await action.locator('summary').press('Enter');
  for (const words of ['Бойко Олена', 'відмовлено', 'Причина: Перевірка прав', account])
    expect(await action.innerText()).toContain(words);
  await action.getByText(/З адреси .*127\.0\.0\.1, запит [\da-f-]{36}/).waitFor();
  await checkPage();
  expect(cabinet.takeProblems()).toEqual([]);
});

/** A call of a customer meets a fault: the message that the customer sees. */
async function failingCall(): Promise<string> {
  const token = await cabinet.signIn(sampleSignIns.personOfThree);
  const { portalDb } = cabinet.server;
  await sql`alter table portal.chosen_account rename to chosen_account_away`.execute(portalDb);
  const { httpStatus, body } = await cabinet.server.post(chooseApart, { token, item: noChoice });
  await sql`alter table portal.chosen_account_away rename to chosen_account`.execute(portalDb);
  expect(httpStatus).toBe(500);
  await cabinet.server.flushCallLog();
  return body.message;
}

test('a reference that a customer reads aloud leads to the cause, by a link for a colleague, and into a file', async () => {
  const [reference = ''] = /[\da-f-]{36}/.exec(await failingCall()) ?? [];
  await cabinet.visit(sampleSignIns.owner, '/cabinet/admin/statreports/reports/logs_search_back');
  await page.getByLabel('Номер помилки, за весь час').fill(reference.replaceAll('-', ' ').toUpperCase());
  await page.getByLabel('Номер помилки, за весь час').press('Enter');
  const rows = page.getByRole('table').getByRole('row');
  const fault = page.getByRole('row').filter({ hasText: 'Збій сервера' });
  await fault.waitFor();
  expect(await rows.count()).toBe(3);
  await rows.filter({ hasText: 'Виклик API' }).getByRole('link').first().press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Ланцюжок за номером помилки' }).waitFor();
  await fault.filter({ hasText: 'chosen_account' }).waitFor();
  await page.getByRole('row').filter({ hasText: 'Побутовий споживач' }).first().waitFor();
  await cabinet.settled();
  await checkPage();

  await cabinet.visit(sampleSignIns.analyst, cabinet.address());
  await fault.filter({ hasText: 'chosen_account' }).waitFor();
  const file = await cabinet.keep(() => page.getByRole('button', { name: /XLSX/ }).click());
  expect(file.name).toMatch(/log_chain.*\.xlsx$/);
  expect(cabinet.takeProblems()).toEqual([]);
});

test('staff record a replacement and a removal of a meter, and the history of the account has both', async () => {
  await cabinet.visit(sampleSignIns.owner, `${management}/master-data`);
  const search = page.getByLabel('Особовий рахунок');
  await page.getByText('Введіть номер рахунку').waitFor();
  await search.fill('2399999999');
  await search.press('Enter');
  await page.getByText('Рахунку з таким номером немає').waitFor();
  await search.fill('2390 001111');
  await search.press('Enter');
  await page.getByText('Змін ще не записано').waitFor();
  await checkPage();
  const { body } = await cabinet.server.post(listMasterData, {
    token: currentSession().session?.token,
    account,
  });
  expect(body.meters[0]?.zoneScheme).toBe('two');
  const record = () => page.getByRole('button', { name: 'Записати зміну' }).press('Enter');
  const day = page.getByLabel('Діє з дня');

  await record();
  await page.getByRole('alert').getByText('Зміну не записано').waitFor();
  await page.getByRole('alert').getByRole('link', { name: 'Діє з дня: заповніть це поле.' }).click();
  expect(await day.evaluate((field) => field === document.activeElement)).toBe(true);
  await checkPage();

  // In the closed month: the page says so before and after.
  await day.fill(`${body.closedUpTo}-28`);
  await page.getByText('Цей день — у закритому місяці.').waitFor();
  await page.getByLabel('Показання старого, День').fill('0');
  await page.getByLabel('Показання старого, Ніч').fill('0');
  await page.getByLabel('Номер нового лічильника').fill('E2E-1');
  await page.getByLabel('Початкове показання, День').fill('0');
  await page.getByLabel('Початкове показання, Ніч').fill('0');
  await page.getByLabel('Документ').fill('Акт 7');
  await record();
  await page.getByRole('alert').getByText('Показання менше за останнє прийняте').waitFor();
  expect(await page.getByLabel('Показання старого, День').getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByLabel('Номер нового лічильника').inputValue()).toBe('E2E-1');
  await page.getByLabel('Показання старого, День').fill('99000');
  await page.getByLabel('Показання старого, Ніч').fill('99000');
  await record();
  await page.getByText(/^Зміну записано\. Рахунок буде перераховано/).waitFor();
  const rows = page.getByRole('table', { name: 'Зміни рахунку, новіші вище' }).locator('tbody tr');
  await rows.getByText('новий лічильник: E2E-1').waitFor();
  await rows.getByText('Акт 7').waitFor();

  await page.getByLabel('Що змінюється').selectOption('meterRemoved');
  await day.fill(`${body.closedUpTo}-28`);
  await page.getByLabel('Показання старого, День').fill('5');
  await page.getByLabel('Показання старого, Ніч').fill('6');
  await record();
  await rows.getByText('знято: День 5, Ніч 6').waitFor();
  expect(await rows.count()).toBe(2);
  await checkPage();
  expect(cabinet.takeProblems()).toEqual([]);
});

test('an operator reads the changes of an account and records none; without a network the page says so', async () => {
  await cabinet.visit(sampleSignIns.operator, `${management}/master-data?account=${account}`);
  await page.getByRole('heading', { name: 'Історія змін' }).waitFor();
  expect(await page.getByRole('button', { name: 'Записати зміну' }).count()).toBe(0);
  await checkPage();
  cabinet.setOnline(false);
  await page.getByLabel('Особовий рахунок').fill('2390002006');
  await page.getByLabel('Особовий рахунок').press('Enter');
  await page.getByText('Не вдалося прочитати дані рахунку').waitFor();
  cabinet.setOnline(true);
  await page.getByRole('button', { name: 'Спробувати ще раз' }).click();
  await page.getByRole('heading', { name: 'Історія змін' }).waitFor();
});
