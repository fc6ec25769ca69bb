import { afterAll, beforeAll, expect, test } from 'vitest';
import { listDocuments } from '#contract/documents.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';
import { openFileStore } from '#portal/gateways/files/open-file-store.ts';
import { makeDocuments } from '#portal/testing/make-documents.ts';
import { entityBy, sampleSignIns } from '../support/sample-users.ts';
import { type CabinetPages, startCabinetPages } from './cabinet-pages.tsx';
import { checkPage, type Page } from './page.ts';

const path = '/cabinet/person/docs/reconciliations';
const account = '2390001111';
const inWork = { state: 'making', progress: 40, readyAt: null, fileName: null };
let data: Awaited<ReturnType<typeof temporaryDataFolder>>;
let cabinet: CabinetPages;
let page: Page;

beforeAll(async () => {
  data = await temporaryDataFolder();
  cabinet = await startCabinetPages({ SVITLO_DATA: data.path });
  page = cabinet.page;
});
afterAll(async () => {
  await cabinet.close();
  await data.remove();
});

const make = async () =>
  expect(await makeDocuments(cabinet.server, openFileStore({ dataFolder: data.path }))).toEqual([]);
const openActs = () => cabinet.visit(sampleSignIns.personOfThree, path, account);
const ask = () => page.getByRole('button', { name: 'Скласти акт' });

/** Changes what the call about the state of the newest act answers. */
async function answerState(token: string, change: object): Promise<void> {
  const asked = { token, account, kind: 'reconciliation' };
  const [document] = (await cabinet.server.post(listDocuments, asked)).body.documents;
  cabinet.replaceAnswers({ '/api/documents/state': { document: { ...document, ...change } } });
}

test('a reconciliation act is requested by keyboard, shown in progress, and downloaded', async () => {
  const token = await openActs();
  await page.getByText('Актів ще немає').waitFor();
  await checkPage();
  await page.getByRole('button', { name: '3 місяці' }).press('Enter');
  const last = await page.getByLabel('До місяця').inputValue();
  await ask().press('Enter');
  await page.getByText('Запит прийнято. Документ буде готовий').waitFor();
  await answerState(token, inWork);
  await page.getByText('40 %').waitFor();
  expect(await page.getByRole('progressbar').getAttribute('value')).toBe('40');
  await checkPage();
  await make();
  cabinet.replaceAnswers({});
  await page
    .getByRole('status')
    .getByText(/^Акт за .+ готовий\.$/)
    .waitFor();
  expect(await ask().evaluate((button) => button === document.activeElement)).toBe(true);
  const file = await cabinet.keep(() => page.getByRole('button', { name: 'PDF' }).click());
  expect(file.name).toMatch(new RegExp(`^Акт-звірки-${account}-.+-${last}\\.pdf$`));
  const text = readPdfText(file.content);
  expect(text).toContain('Акт звірки взаємних розрахунків');
  expect(text).toContain(`Особовий рахунок ${account}`);
  await page.getByRole('link', { name: 'Акти про порушення' }).click();
  await page.waitForURL(/violations$/);
  await page.goBack();
  await page.getByRole('button', { name: 'PDF' }).waitFor();
  expect(cabinet.takeProblems()).toEqual([]);
});

test('an act whose end is before its beginning is refused at the field; one that failed is requested again', async () => {
  const token = await openActs();
  await page.getByLabel('До місяця').selectOption({ index: 20 });
  await ask().click();
  await page.getByText('Останній місяць раніший за перший.').waitFor();
  expect(await page.getByLabel('До місяця').evaluate((field) => field === document.activeElement)).toBe(true);
  await checkPage();

  await page.getByLabel('До місяця').selectOption({ index: 0 });
  await page.getByLabel('З місяця').selectOption({ index: 0 });
  await ask().click();
  await page.getByText('Запит прийнято. Документ буде готовий').waitFor();
  await answerState(token, { ...inWork, state: 'failed' });
  await page
    .getByRole('status')
    .getByText(/скласти не вдалося/)
    .waitFor();
  const again = page.getByRole('button', { name: /^Скласти ще раз акт за/ });
  await again.waitFor();
  await checkPage();
  cabinet.replaceAnswers({});
  await make();
  await again.click();
  await cabinet.settled();
  await make();
  await page
    .getByRole('status')
    .getByText(/^Акт за .+ готовий\.$/)
    .waitFor();
  await again.waitFor({ state: 'detached' });

  cabinet.setOnline(false);
  await page.getByText('Запит чекає мережі.').waitFor();
  expect(await ask().isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: 'PDF' }).first().isDisabled()).toBe(true);
  await checkPage();
});

test('a household without a closed month sees why, and a link to the bills', async () => {
  cabinet.replaceAnswers({
    '/api/documents/months': { first: null, last: null },
    '/api/documents/list': { documents: [] },
  });
  await openActs();
  await page.getByText('Звіряти ще нічого').waitFor();
  await checkPage();
  cabinet.replaceAnswers({});
  await page.getByRole('link', { name: 'До рахунків' }).click();
  await page.waitForURL(/\/bills$/);
  expect(cabinet.takeProblems()).toEqual([]);
});

test('an accountant asks for a reconciliation act, reports a difference, and staff answer it', async () => {
  await cabinet.visit(entityBy('1000000007'), '/cabinet/entity/docs/reconciliations');
  await ask().click();
  await page.getByText('Акт ще складаємо').waitFor();
  await make();
  await page.getByRole('heading', { level: 2, name: /Електроенергія/ }).waitFor();
  await cabinet.settled();
  await checkPage();
  await page.getByRole('button', { name: 'Повідомити про розбіжності' }).click();
  await page.getByRole('button', { name: 'Узяти дані постачальника' }).click();
  await page.getByText('Дані збігаються: розбіжностей немає.').waitFor();
  const rows = page.getByLabel('Документи у вашому обліку');
  await rows.fill((await rows.inputValue()).replace(/\d(?=\n)/, (digit) => String((Number(digit) + 1) % 10)));
  await page.getByRole('table', { name: 'Документи, що різняться' }).waitFor();
  await checkPage();
  await page.getByRole('button', { name: 'Надіслати розбіжності' }).click();
  await page.getByText('Постачальник ще не відповів.').waitFor();

  await cabinet.visit(sampleSignIns.owner, '/cabinet/admin/management/documents');
  await page.getByRole('link', { name: /1000000007/ }).click();
  await page.getByRole('button', { name: 'Скласти новий акт' }).click();
  await page.getByLabel('Відповідь').fill('Виправили, складаємо новий акт');
  await page.getByRole('button', { name: 'Надіслати відповідь' }).click();
  await page.getByText('Складено новий акт за ці місяці.').waitFor();
  await checkPage();
  expect(cabinet.takeProblems()).toEqual([]);
});
