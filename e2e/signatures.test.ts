import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { type Visitor, waitUntilIdle } from '#e2e/support/page/visit.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { entityBy, sampleSignIns } from './support/sample-users.ts';

let env: OwnTestEnvironment;

test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
});
test.afterAll(() => env.close());

const keys = join(import.meta.dirname, '../sample/signatures');
const keyFile = join(keys, 'signer-key.p12');
const password = 'testpassword';

/** The newest act of acceptance of the chain. */
async function openNewestAct(): Promise<Visitor> {
  const path = '/cabinet/entity/bills/invoices?account=1000000002';
  const visitor = await signedInPage(env, sampleSignIns.entityOfTwo, 'desk', { path });
  await visitor.page.waitForURL(/period=/);
  await visitor.page.getByRole('heading', { name: 'Електронний підпис: Акт приймання-передачі' }).waitFor();
  return visitor;
}

/** Everything that leaves the page or stays in the browser, as text. */
async function watch(page: Page): Promise<() => Promise<string>> {
  const seen: Buffer[] = [];
  page.context().on('request', (request) => {
    seen.push(Buffer.from(`${request.url()}\n${JSON.stringify(request.headers())}\n`));
    const body = request.postDataBuffer();
    if (body) seen.push(body);
  });
  page.on('console', (message) => seen.push(Buffer.from(message.text())));
  page.on('pageerror', (error) => seen.push(Buffer.from(String(error.stack))));
  return async () => {
    seen.push(Buffer.from(await page.evaluate(listKept)));
    seen.push(Buffer.from(JSON.stringify(await page.context().cookies())));
    seen.push(Buffer.from(page.url()));
    return Buffer.concat(seen).toString('latin1');
  };
}

/** What the browser keeps of the site: both storages, databases, caches, history. */
async function listKept(): Promise<string> {
  const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }, history.state];
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
    });
    for (const store of database.objectStoreNames) {
      const rows = await new Promise((resolve) => {
        const reading = database.transaction(store).objectStore(store).getAll();
        reading.onsuccess = () => resolve(reading.result);
      });
      kept.push(rows);
    }
    database.close();
  }
  for (const name of await caches.keys()) {
    const cached = await (await caches.open(name)).keys();
    kept.push(cached.map(({ url }) => url));
  }
  return JSON.stringify(kept);
}

test('a signer signs an act with a key file, the seal answers, and neither key nor password leaves the page', async () => {
  const { page, problems } = await openNewestAct();
  const everything = await watch(page);
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  const opener = page.getByRole('button', { name: 'Підписати документ' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Підписання документа' });
  await dialog.getByText(/Акт/).first().waitFor();
  await waitUntilIdle(page);
  await checkPage(page);
  expect(workers.filter((url) => url.includes('signing'))).toEqual([]);

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');

  await dialog.getByLabel('Файл ключа').setInputFiles(keyFile);
  await dialog.getByLabel('Пароль ключа').fill('not-the-password');
  await page.keyboard.press('Enter');
  await dialog.getByRole('progressbar').waitFor();
  await dialog.getByText('Пароль не підходить до цього ключа').first().waitFor();
  expect(workers.filter((url) => /\/assets\/signing-worker-/.test(url))).toHaveLength(1);
  await dialog.getByLabel('Пароль ключа').fill(password);
  await page.keyboard.press('Enter');
  await dialog.getByText('У файлі немає сертифіката').waitFor();
  await checkPage(page);
  await dialog.getByLabel('Файл сертифіката').setInputFiles(join(keys, 'signer.cer'));
  await dialog.getByRole('button', { name: 'Додати сертифікат' }).click();
  await dialog.getByText('Мазур Ірина Василівна').waitFor();
  await checkPage(page);
  await dialog.getByRole('button', { name: 'Підписати', exact: true }).click();

  await dialog.getByText('Підпис прийнято').waitFor();
  await dialog.getByText('Документ підписали обидві сторони.').waitFor();
  await checkPage(page);
  const arriving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Аркуш підписів, PDF' }).click();
  const file = await readFile(await (await arriving).path());
  expect(file.subarray(0, 5).toString()).toBe('%PDF-');
  await dialog.getByRole('button', { name: 'Закрити' }).last().click();
  const signatures = page.getByRole('list', { name: 'Підписи' });
  await expect(signatures.getByRole('listitem')).toHaveCount(2);
  await expect.poll(() => page.workers().filter((worker) => worker.url().includes('signing'))).toEqual([]);

  const seen = await everything();
  const key = await readFile(keyFile);
  // The middle of the file: its head is the same in all of them.
  const secrets = [password, 'not-the-password'].map((text) => Buffer.from(text));
  secrets.push(key.subarray(200, 232), key.subarray(600, 632));
  for (const secret of secrets) {
    for (const form of ['latin1', 'base64', 'base64url', 'hex', 'utf16le'] as const) {
      const written = form === 'utf16le' ? secret.toString() : secret.toString(form).slice(0, 40);
      const found = form === 'utf16le' ? Buffer.from(written, 'utf16le').toString('latin1') : written;
      expect(seen.includes(found.replace(/=+$/, '').slice(0, -1))).toBe(false);
    }
  }
  expect(seen).toContain('/api/signatures/add');
  expect(problems).toEqual([]);
});

/** The page of signers, downloaded from the page that is open. */
async function savePageOfSigners(page: Page): Promise<string> {
  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Аркуш підписів, PDF' }).click();
  return readPdfText(await readFile(await (await arriving).path()));
}

test('an accountant asks for a reconciliation act, the signer signs it, and a third opens the page of signers', async () => {
  const of = (code: string, path: string, device: 'desk' | 'phone' = 'desk') =>
    signedInPage(env, entityBy('1000000002', code), device, { path });
  const accountant = await of('SVITLO11', '/cabinet/entity/docs/reconciliations?account=1000000002');
  await accountant.page.getByRole('button', { name: 'Скласти акт' }).click();
  await accountant.page.getByRole('heading', { level: 2, name: /Електроенергія/ }).waitFor();
  await accountant.page.getByText('Документ ще не підписано.').waitFor();
  expect(await accountant.page.getByRole('button', { name: 'Підписати документ' }).count()).toBe(0);
  const id = new URL(accountant.page.url()).searchParams.get('act');
  const act = `/cabinet/entity/docs/reconciliations?act=${id}&account=1000000002`;

  const { page, problems } = await of('SVITLO13', act);
  await page.getByRole('button', { name: 'Підписати документ' }).click();
  const dialog = page.getByRole('dialog', { name: 'Підписання документа' });
  await dialog.getByLabel('Файл ключа').setInputFiles(keyFile);
  await dialog.getByLabel('Пароль ключа').fill(password);
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Файл сертифіката').setInputFiles(join(keys, 'second-signer.cer'));
  await dialog.getByRole('button', { name: 'Додати сертифікат' }).click();
  await dialog.getByText('Коваль Петро Андрійович').waitFor();
  await dialog.getByRole('button', { name: 'Підписати', exact: true }).click();
  await dialog.getByText('Документ підписали обидві сторони.').waitFor();
  await dialog.getByRole('button', { name: 'Закрити' }).last().click();
  expect(problems).toEqual([]);

  await accountant.page.reload();
  const viewer = await of('SVITLO14', act, 'phone');
  for (const reader of [viewer, accountant, { page, problems }]) {
    const text = await savePageOfSigners(reader.page);
    for (const words of ['Коваль Петро Андрійович', 'ТОВ «Світло в дім»']) expect(text).toContain(words);
    expect(reader.problems).toEqual([]);
  }
  await checkPage(viewer.page);
  const engineer = await of('SVITLO12', act);
  await engineer.page.getByRole('heading', { level: 1, name: 'Ця сторінка для інших працівників' }).waitFor();
});

test('on a phone in the evening: who signed already, and a file that is no signature', async () => {
  const { page, problems } = await signedInPage(env, sampleSignIns.entityOfTwo, 'phone', {
    path: '/cabinet/entity',
    colorScheme: 'dark',
  });
  await page.getByRole('button', { name: /1000000002/ }).click();
  await page.waitForURL(/\/cabinet\/entity\/indication/);
  await page.getByRole('button', { name: 'Підписати документ' }).click();
  const dialog = page.getByRole('dialog', { name: 'Підписання документа' });
  await dialog.getByRole('button', { name: 'Завантажити підписаний файл' }).click();
  await dialog.getByLabel('Підписаний файл').setInputFiles(join(keys, 'signer.cer'));
  await dialog.getByRole('button', { name: 'Надіслати на перевірку' }).click();
  await dialog
    .getByText(/Це сертифікат\./)
    .first()
    .waitFor();
  await checkPage(page);
  await page.context().setOffline(true);
  await dialog.getByText('Без мережі підписати не вийде').waitFor();
  await checkPage(page);
  expect(problems.filter((problem) => !/ERR_INTERNET_DISCONNECTED|status of 422/.test(problem))).toEqual([]);
});
