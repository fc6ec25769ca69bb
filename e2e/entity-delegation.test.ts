import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { algos } from '@ugla/barvinok-algos';
import { signedDocumentFile } from '#contract/signatures.ts';
import { firstDayAfter, periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf, kyivInstant } from '#domain/time/kyiv.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';
import { checkBothLooks } from '#e2e/support/page/narrow-look.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { type Device, turnInto, waitUntilIdle } from '#e2e/support/page/visit.ts';
import { createProductClock, type ProductClock } from '#e2e/support/product/product-clock.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { systemClock } from '#platform/clock.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { parseCertificate } from '#platform/signatures/certificate.ts';
import { openKeys, signDocument } from '#platform/signatures/testing/make-certificate.ts';
import { callProduct } from './support/call-product.ts';
import { retryUntilDone } from './support/outbox-code.ts';
import { entityBy } from './support/sample-users.ts';
import { type UsualRow, usualPointValue } from './support/usual-value.ts';

const account = '1000000002';
/** The last day of the month: the window of entities is open. */
const lastDay = addDays(firstDayAfter(periodOf(kyivDateOf(systemClock.now()))), -1) as LocalDate;
const noon = kyivInstant(lastDay, 12, 0);
const keys = join(import.meta.dirname, '../sample/signatures');
const keyFile = join(keys, 'signer-key.p12');
const certificateFile = join(keys, 'signer.cer');
const password = 'testpassword';

let env: OwnTestEnvironment;
let clock: ProductClock;

test.beforeAll(async ({ browser }) => {
  clock = await createProductClock(noon);
  env = await startTestEnvironment(browser, clock.environment);
});
test.afterAll(async () => {
  await env.close();
  await clock.remove();
});

/** Somebody of the chain with its first account chosen, on a page. */
async function openAs(uniqueCode: string, device: Device, path: string, own?: string) {
  const signIn = { ...entityBy(account, uniqueCode), ...(own && { password: own }) };
  const visitor = await signedInPage(env, signIn, device);
  await visitor.page.clock.install({ time: noon });
  await visitor.page.goto(`${env.product.url}/cabinet/entity`);
  const choice = visitor.page.getByRole('button', { name: new RegExp(account) });
  await choice
    .or(visitor.page.getByRole('heading', { level: 1, name: 'Показання' }))
    .first()
    .waitFor();
  if (await choice.isVisible()) await choice.click();
  await visitor.page.waitForURL(/\/cabinet\/entity\/indication/);
  await waitUntilIdle(visitor.page);
  await visitor.page.goto(`${env.product.url}${path}`);
  await waitUntilIdle(visitor.page);
  return visitor;
}

const openSigning = async (page: Page) => {
  await page.getByRole('button', { name: 'Підписати документ' }).click();
  const dialog = page.getByRole('dialog', { name: 'Підписання документа' });
  await dialog.getByRole('button', { name: 'Прочитати документ' }).waitFor();
  return dialog;
};

test('an accountant asks for an act, a signer signs it, the seal answers, and a viewer opens the page of signers', async () => {
  const path = '/cabinet/entity/docs/reconciliations';
  const accountant = await openAs('SVITLO11', 'desk', path);
  await accountant.page.getByRole('button', { name: '3 місяці' }).click();
  await accountant.page.getByRole('button', { name: 'Скласти акт' }).click();
  await accountant.page.getByRole('heading', { name: 'Електронний підпис: Акт звірки' }).waitFor();
  await accountant.page.getByText('Підписати може власник кабінету компанії або підписант.').waitFor();
  const act = new URL(accountant.page.url()).search;
  await accountant.context.close();

  const signer = await openAs('SVITLO13', 'desk', path + act);
  const dialog = await openSigning(signer.page);
  await dialog.getByLabel('Файл ключа').setInputFiles(keyFile);
  await dialog.getByLabel('Пароль ключа').fill(password);
  await signer.page.keyboard.press('Enter');
  await dialog.getByLabel('Файл сертифіката').setInputFiles(certificateFile);
  await dialog.getByRole('button', { name: 'Додати сертифікат' }).press('Enter');
  await dialog.getByRole('button', { name: 'Підписати', exact: true }).press('Enter');
  await dialog.getByText('Документ підписали обидві сторони.').waitFor();
  await dialog.getByRole('button', { name: 'Закрити' }).last().press('Enter');
  // The state of the act follows the seal.
  await expect(signer.page.getByText('підписали обидві сторони', { exact: true })).toHaveCount(2);
  expect(signer.problems).toEqual([]);
  await signer.context.close();

  const viewer = await openAs('SVITLO14', 'phone', path + act);
  const [file] = await Promise.all([
    viewer.page.waitForEvent('download'),
    viewer.page.getByRole('button', { name: 'Аркуш підписів, PDF' }).click(),
  ]);
  const text = readPdfText(await readFile(await file.path()));
  expect(text).toContain('Мазур Ірина Василівна');
  expect(text).toContain('Світло в дім');
  await viewer.page.getByRole('link', { name: 'Усі акти' }).click();
  await viewer.page.getByRole('link', { name: /Електроенергія/ }).waitFor();
  expect(await viewer.page.getByRole('button', { name: 'Скласти акт' }).count()).toBe(0);
  await checkBothLooks(viewer.page);
  expect(viewer.problems).toEqual([]);
  await viewer.context.close();
});

test('a file that was signed elsewhere is judged: one of other bytes is refused, one of the document is accepted', async () => {
  const { page, problems, context, token } = await openAs(
    'SVITLO13',
    'phone',
    '/cabinet/entity/docs/payment?kind=act',
  );
  const frozen = page.waitForResponse(/\/api\/signatures\/prepare$/);
  await page
    .getByRole('link', { name: /^Акт приймання-передачі/ })
    .first()
    .click();
  const dialog = await openSigning(page);
  const { documentId } = ((await (await frozen).json()) as { document: { documentId: string } }).document;
  const response = await fetch(env.product.url + signedDocumentFile.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, account, documentId }),
  });
  const document = Buffer.from(await response.arrayBuffer());
  const [priv] = openKeys(await readFile(keyFile), password, algos());
  if (priv === undefined) throw new Error('no key');
  const signer = { priv, certificate: parseCertificate(await readFile(certificateFile)) };
  await dialog.getByRole('button', { name: 'Завантажити підписаний файл' }).click();
  const hand = async (buffer: Buffer) => {
    const mimeType = 'application/pkcs7-signature';
    await dialog.getByLabel('Підписаний файл').setInputFiles({ name: 'act.p7s', mimeType, buffer });
    await dialog.getByRole('button', { name: 'Надіслати на перевірку' }).click();
  };
  await hand(signDocument(signer, Buffer.concat([document, Buffer.from(' ')]), { at: noon }));
  await dialog.getByText('Документ змінено після підписання або підпис пошкоджено.').first().waitFor();
  await hand(signDocument(signer, document, { at: noon, isAttached: true }));
  await dialog.getByText('Підпис прийнято').waitFor();
  await dialog
    .getByText(/Мазур Ірина Василівна/)
    .first()
    .waitFor();
  expect(problems.filter((problem) => !problem.includes('status of 422'))).toEqual([]);
  await context.close();
});

test('an owner invites an engineer for twelve points, who joins by the letter and gives a reading; the owner sees it', async () => {
  const people = '/cabinet/entity/settings/people';
  const email = 'stepan@chain.example';
  const own = 'a password of an engineer';
  const owner = await openAs('SVITLO01', 'desk', people);
  await owner.page.getByRole('button', { name: 'Запросити' }).press('Enter');
  const dialog = owner.page.getByRole('dialog');
  await dialog.getByLabel('Ім’я та прізвище').fill('Ткачук Степан');
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Роль').selectOption({ label: 'Енергетик' });
  await dialog.getByLabel('Деякі точки обліку').check();
  const points = dialog.getByRole('checkbox', { name: /«Кошик щодня»/ });
  for (let place = 20; place < 32; place += 1) await points.nth(place).check();
  await dialog.getByText('Обрано точок: 12').waitFor();
  await checkBothLooks(owner.page);
  await turnInto(owner.page, 'desk');
  await dialog.getByRole('button', { name: 'Надіслати запрошення' }).click();
  await dialog.waitFor({ state: 'detached' });

  const link = await retryUntilDone(
    async () => {
      const response = await fetch(`${env.product.url}/dev/outbox?to=${email}`, {
        headers: { accept: 'application/json' },
      });
      const { messages } = (await response.json()) as { messages: { text: string }[] };
      const [found] = /\/join\?key=\S+/.exec(messages[0]?.text ?? '') ?? [];
      if (found === undefined) throw new Error('no letter with an invitation');
      return found;
    },
    { timeout: 10_000, interval: 100 },
  );
  const guest = await env.visit('phone');
  await guest.page.goto(env.product.url + link);
  await guest.page.getByLabel('Номер телефону').fill('501149876');
  await guest.page.getByLabel('Пароль', { exact: true }).fill(own);
  await guest.page.getByRole('checkbox').check();
  await guest.page.getByRole('button', { name: 'Прийняти запрошення' }).click();
  await guest.page.getByRole('heading', { level: 1, name: 'Запрошення прийнято' }).waitFor();
  const [code = ''] = /\b[0-9A-Z]{8}\b/.exec(await guest.page.locator('main').innerText()) ?? [];
  await guest.context.close();

  const engineer = await openAs(code, 'phone', '/cabinet/entity/indication', own);
  await engineer.page.getByText('12 лічильників').waitFor();
  const listed = await callProduct(env.product.url, '/api/readings/points', {
    token: engineer.token,
    account,
  });
  const rows = (
    listed.points as { blocked: unknown; rows: (UsualRow & { meterId: string; kind: string })[] }[]
  ).flatMap(({ blocked, rows: [first] }) => (blocked === null && first ? [first] : []));
  expect(listed.points).toHaveLength(12);
  const [row] = rows;
  if (row === undefined) throw new Error('no open point among the twelve');
  await engineer.page.locator(`#cell-${row.meterId}-${row.kind}`).fill(String(usualPointValue(row)));
  // The bar stays above the navigation: the end of the list is far away.
  const submit = engineer.page.getByRole('button', { name: 'Передати 1 показання' });
  await expect(submit).toBeInViewport();
  await submit.click();
  await engineer.page.getByText(/^Прийнято 1 показання/).waitFor();
  await engineer.page.goto(`${env.product.url}/cabinet/entity/bills/balance`);
  await engineer.page.getByRole('heading', { name: 'Ця сторінка для інших працівників' }).waitFor();
  expect(engineer.problems).toEqual([]);
  await engineer.context.close();

  await owner.page.goto(env.product.url + people);
  await owner.page.getByLabel('Людина').selectOption({ label: 'Ткачук Степан' });
  await owner.page.getByRole('button', { name: 'Показати', exact: true }).click();
  const action = owner.page.getByRole('row', { name: /Передача показань/ });
  await expect(action).toHaveCount(1);
  await expect(action).toContainText('приладів: 1');
  expect(owner.problems).toEqual([]);
  await owner.context.close();
});
