import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseEntityAccount } from '#contract/accounts/entity-accounts.ts';
import { entityBy, type SignIn, sampleSignIns } from '../support/sample-users.ts';
import { type CabinetPages, readText, startCabinetPages } from './cabinet-pages.tsx';
import { checkPage, type Page } from './page.ts';

const chain = '1000000002';
const point = '«Кошик щодня» № 311';
const office = entityBy('1000000007');
const invoices = '/cabinet/entity/bills/invoices';
let cabinet: CabinetPages;
let page: Page;

beforeAll(async () => {
  cabinet = await startCabinetPages();
  page = cabinet.page;
});
afterAll(() => cabinet.close());

/** Opens a page of an entity with this account chosen. */
async function visit(signIn: SignIn, account: string, path: string): Promise<void> {
  const token = await cabinet.signIn(signIn);
  await cabinet.server.post(chooseEntityAccount, { token, account });
  await cabinet.visit(signIn, path);
}
const visitChain = (path: string) => visit(sampleSignIns.entityOfTwo, chain, path);
const shown = async () => readText(await cabinet.settled());

test('an entity sends a correction of volumes, staff approve and apply it, and the entity sees it applied', async () => {
  const limits = '/cabinet/entity/limits';
  await cabinet.visit(office, limits);
  await page.getByRole('heading', { level: 2, name: /^Точки за/ }).waitFor();
  await checkPage();
  await page
    .getByRole('link', { name: /^Скоригувати обсяги/ })
    .first()
    .click();
  await page.waitForURL(/correct=/);
  const cells = page.getByRole('textbox', { name: /^Новий обсяг/ });
  await cells.first().waitFor();
  await cells.nth(0).fill('12 345');
  await cells.nth(0).press('Enter');
  expect(await cells.nth(1).evaluate((cell) => cell === document.activeElement)).toBe(true);
  await cells.nth(1).fill('9x');
  await page.getByText('Виправте: 1 значення').waitFor();
  await cells.nth(1).press('Escape');
  await page.getByText('Чернетку збережено').waitFor();
  await checkPage();
  // What is typed stays when the page is left and opened again.
  await page.reload();
  await expect.poll(() => cells.nth(0).inputValue()).toBe('12345');
  await page.getByRole('button', { name: 'Надіслати постачальнику' }).click();
  await page.getByText('Заявку надіслано. Відповідь').waitFor();

  await cabinet.visit(sampleSignIns.operator, '/cabinet/admin/management/volumes');
  await page.getByRole('link', { name: 'ТОВ «Бізнес-центр «Вежа»' }).last().click();
  await page.getByText('12 345').first().waitFor();
  await page.getByRole('button', { name: 'Відхилити заявку' }).click();
  await page.getByText('Поясніть споживачу').waitFor();
  await checkPage();
  await page.getByRole('button', { name: 'Погодити заявку' }).click();
  await page.getByRole('button', { name: 'Застосувати обсяги' }).click();
  await page.getByText('Обсяги застосовано').waitFor();

  await cabinet.visit(office, limits);
  await page.getByText('Застосовано').first().waitFor();
  expect(await shown()).toMatch(/→ .*\n[\s\S]*надіслано · .*\n[\s\S]*застосовано · ваш постачальник/);
  expect(cabinet.takeProblems()).toEqual([]);
});

test('an accountant objects to an act of acceptance', async () => {
  await cabinet.visit(
    sampleSignIns.entityOfOne,
    '/cabinet/entity/docs/payment?kind=act&doc=act.2026-10.supplier',
  );
  await page.getByRole('link', { name: 'Усі документи' }).click();
  await page.getByRole('list', { name: /Платіжні документи/ }).waitFor();
  await page
    .getByRole('link', { name: /Акт приймання-передачі/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Заперечити акт' }).click();
  await page.getByLabel('Причина').fill('Обсяг за жовтень завищено');
  await page.getByRole('button', { name: 'Надіслати заперечення' }).click();
  await page.getByText('Обсяг за жовтень завищено').waitFor();
  await cabinet.settled();
  await checkPage();
  expect(cabinet.takeProblems()).toEqual([]);
});

test('the chain opens the invoice of a month and follows a point to its prices', async () => {
  await visitChain(invoices);
  await page
    .getByRole('link', { name: /^жовтень/i })
    .first()
    .click();
  await page.waitForURL(/period=20\d\d-10/);
  await page.getByText('Розрахунки за місяць').waitFor();
  expect(await shown()).toMatch(/Ціна ринку «на добу наперед»[^\n]*діє з 01\.10/);
  await page.getByLabel('Знайти точку').fill('№ 311');
  await page.getByRole('main').getByRole('button', { name: 'Показати', exact: true }).click();
  await page.waitForURL(/q=/);
  await page.getByText(point).click();
  await page.getByRole('table', { name: 'Нарахування точки' }).waitFor();
  expect(await shown()).toContain('З усіх 312');
  await checkPage();
  expect(cabinet.takeProblems()).toEqual([]);
});

test('a water utility sees its reactive invoice, its losses, and downloads all of a month', async () => {
  await cabinet.visit(entityBy('1000000006'), invoices);
  await page.waitForURL(/payee=supplier/);
  await page.getByText('Розрахунки за місяць').waitFor();
  expect(await shown()).toContain('Втрати мережі');
  await page
    .getByRole('link', { name: /Реактивна електроенергія/ })
    .first()
    .click();
  await page.waitForURL(/payee=operator/);
  await page.getByText('Це послуга оператора мережі').waitFor();
  const reactive = await shown();
  for (const words of [
    /T, ціна енергії без ПДВ, грн/i,
    /D\s+0,08/,
    /спожив від 5 000 кВт·год активної енергії за місяць/,
  ])
    expect(reactive).toMatch(words);
  await checkPage();
  const { content } = await cabinet.keep(() => page.getByRole('button', { name: /Усе за місяць/ }).click());
  const files = Object.keys(unzipSync(content));
  expect(files.filter((name) => name.endsWith('.pdf'))).toHaveLength(5);
  expect(files.filter((name) => name.endsWith('.xlsx'))).toHaveLength(2);
  expect(cabinet.takeProblems()).toEqual([]);
});

test('a bakery sees that its prepayment is of the declared volume, at the prices of the invoice', async () => {
  await cabinet.visit(sampleSignIns.entityOfOne, invoices);
  await page.waitForURL(/payee=supplier/);
  await page.getByText('Розрахунки за місяць').waitFor();
  expect(await shown()).toMatch(/За заявленим обсягом [\d ]+ кВт·год і цінами за [а-яіїє]+ 20\d\d\./);
  await checkPage();
  expect(cabinet.takeProblems()).toEqual([]);
});
