import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseEntityAccount } from '#contract/accounts/entity-accounts.ts';
import { signedOut } from '#web/session/session-store.ts';
import { callProduct } from '../support/call-product.ts';
import { entityBy, type SignIn } from '../support/sample-users.ts';
import { type UsualRow, usualPointValue } from '../support/usual-value.ts';
import { type CabinetPages, startCabinetPages } from './cabinet-pages.tsx';
import { checkPage, type Page } from './page.ts';

const account = '1000000002';
const people = '/cabinet/entity/settings/people';
const email = 'stepan@chain.example';
const password = 'a password of an engineer';
let cabinet: CabinetPages;
let page: Page;

beforeAll(async () => {
  cabinet = await startCabinetPages();
  page = cabinet.page;
});
afterAll(() => cabinet.close());

/** Opens a page with the first account of the chain chosen; gives the token. */
async function visit(signIn: SignIn, path: string): Promise<string> {
  const token = await cabinet.signIn(signIn);
  await cabinet.server.post(chooseEntityAccount, { token, account });
  return cabinet.visit(signIn, path);
}

/** The link in the letter of the invitation. */
async function invitation(): Promise<string> {
  await cabinet.server.deliverMessages();
  const response = await fetch(`${cabinet.product.url}/dev/outbox?to=${email}`, {
    headers: { accept: 'application/json' },
  });
  const { messages } = (await response.json()) as { messages: { text: string }[] };
  return /\/join\?key=\S+/.exec(messages[0]?.text ?? '')?.[0] ?? '';
}

test('an owner invites an engineer for twelve points, who joins by the letter and gives a reading; the owner sees it', async () => {
  // The window of entities is open.
  cabinet.setClock('2026-11-30T10:00:00Z');
  const owner = entityBy(account, 'SVITLO01');
  await visit(owner, people);
  await page.getByRole('button', { name: 'Запросити' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Ім’я та прізвище').fill('Ткачук Степан');
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Роль').selectOption('Енергетик');
  await dialog.getByLabel('Деякі точки обліку').check();
  const points = dialog.getByRole('checkbox', { name: /«Кошик щодня»/ });
  for (let place = 20; place < 32; place += 1) await points.nth(place).check();
  await dialog.getByText('Обрано точок: 12').waitFor();
  await dialog.getByRole('button', { name: 'Надіслати запрошення' }).click();
  await dialog.waitFor({ state: 'detached' });

  const link = await invitation();
  signedOut();
  await cabinet.open(link);
  await page.getByLabel('Номер телефону').fill('501149876');
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByRole('checkbox').check();
  await checkPage();
  await page.getByRole('button', { name: 'Прийняти запрошення' }).click();
  await page.getByRole('heading', { level: 1, name: 'Запрошення прийнято' }).waitFor();
  const [code = ''] = /\b[0-9A-Z]{8}\b/.exec(await page.locator('main').innerText()) ?? [];

  const token = await visit({ ...entityBy(account, code), password }, '/cabinet/entity/indication');
  await page.getByText('12 лічильників').waitFor();
  await checkPage();
  const listed = await callProduct(cabinet.product.url, '/api/readings/points', { token, account });
  expect(listed.points).toHaveLength(12);
  const [row] = (
    listed.points as { blocked: unknown; rows: (UsualRow & { meterId: string; kind: string })[] }[]
  ).flatMap(({ blocked, rows: [first] }) => (blocked === null && first ? [first] : []));
  if (row === undefined) throw new Error('no open point among the twelve');
  await page.locator(`#cell-${row.meterId}-${row.kind}`).fill(String(usualPointValue(row)));
  await page.getByRole('button', { name: 'Передати 1 показання' }).click();
  await page.getByText(/^Прийнято 1 показання/).waitFor();
  await cabinet.go('/cabinet/entity/bills/balance');
  await page.getByRole('heading', { name: 'Ця сторінка для інших працівників' }).waitFor();

  await visit(owner, people);
  await page.getByLabel('Людина').selectOption('Ткачук Степан');
  await page.getByRole('button', { name: 'Показати', exact: true }).click();
  const action = page.getByRole('row', { name: /Передача показань/ });
  await action.waitFor();
  expect(await action.innerText()).toContain('приладів: 1');
  await checkPage();
  expect(cabinet.takeProblems()).toEqual([]);
});
