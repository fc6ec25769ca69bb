import { mkdtemp, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { statementPartBytes } from '#contract/values/bank-statement.ts';
import { encodeWindows1251 } from '#domain/payments/windows-1251.ts';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { waitUntilIdle } from '#e2e/support/page/visit.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { sampleSignIns } from './support/sample-users.ts';
import { uploadPayload } from './support/upload-payload.ts';

let env: OwnTestEnvironment;

test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
});
test.afterAll(() => env.close());

const statements = '/cabinet/admin/bank-statements';
const account = '2390001111';

/** A day of kiosks: one row that finds its account, one whose number is a slip of the hand away. */
const kioskDay = [
  `2026-01-05,100.00,${account},Коваленко Ірина,За світло`,
  '2026-01-05,55.50,,Хтось,о/р 2390001171',
];

async function writeStatement(rows: readonly string[]): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'statement-')), 'terminals.csv');
  await writeFile(path, `date,amount,account,payer,comment\n${rows.join('\n')}\n`);
  return path;
}

/** A bank's statement in Windows-1251 with rows of a credit, below zero of a storno. */
async function writeBankStatement(
  rows: readonly (readonly [sum: string, purpose: string])[],
): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'statement-')), 'bank.csv');
  const titles = 'Дата операції;Сума;Валюта;Тип;Номер документа;Платник;Рахунок платника;Призначення платежу';
  const lines = rows.map(
    ([sum, purpose], index) => `05.01.2026 10:11;${sum};UAH;Кт;${7000 + index};Коваленко Ірина;;${purpose}`,
  );
  await writeFile(path, encodeWindows1251(`${titles}\n${lines.join('\n')}\n`) ?? '');
  return path;
}

const figure = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });

test('a statement is sent, tried, booked; what nobody knew is assigned by two presses, and the totals agree', async () => {
  const { page, problems, context } = await signedInPage(env, sampleSignIns.owner, 'desk', {
    path: statements,
  });
  await page.getByRole('heading', { level: 1, name: 'Реєстри банків' }).waitFor();
  await page.getByRole('cell', { name: /без рахунку: 5/ }).waitFor();
  await checkPage(page);

  await page.getByRole('button', { name: 'Надіслати й перевірити' }).click();
  await page.getByText('Оберіть файл реєстру.').waitFor();
  await page.getByLabel('Звідки реєстр').selectOption('kiosk-daily');
  await page.getByLabel('Файл', { exact: true }).setInputFiles(await writeStatement(kioskDay));
  await page.getByRole('button', { name: 'Надіслати й перевірити' }).click();

  await page.getByRole('heading', { name: 'Що станеться, якщо зарахувати' }).waitFor();
  await checkPage(page);
  await page.getByRole('button', { name: 'Зарахувати: 1' }).click();

  await figure(page, 'Без рахунку 1').waitFor();
  await page.getByRole('button', { name: new RegExp(`^${account}`) }).waitFor();
  await checkPage(page);
  await page.getByRole('button', { name: new RegExp(`^${account}`) }).click();
  const dialog = page.getByRole('dialog', { name: 'Зарахувати оплату' });
  expect(await dialog.getByLabel('Особовий рахунок').inputValue()).toBe(account);
  await checkPage(page);
  await dialog.getByRole('button', { name: /^Зарахувати/ }).click();
  await page.getByText(`зараховано на рахунок ${account}`).waitFor();
  await figure(page, 'Без рахунку 0').waitFor();
  await figure(page, 'Зараховано 2').waitFor();
  await page.getByText('Усі гроші знайшли свій рахунок.').waitFor();

  await page.goto(`${env.product.url}/cabinet/admin/payments?q=${account}`);
  await waitUntilIdle(page);
  await page.getByRole('heading', { level: 2, name: /55,50/ }).waitFor();
  await checkPage(page);
  expect(problems).toEqual([]);
  await context.close();
});

test('the table of statements keeps all its columns on a small desk, with a million rows and a long name', async () => {
  const { page, problems, context } = await signedInPage(env, sampleSignIns.owner, 'desk', {
    viewport: { width: 1024, height: 768 },
  });
  await page.route('**/api/admin/bank-statements/list', async (route) => {
    const answer = (await (await route.fetch()).json()) as { statements: Record<string, object>[] };
    const large = answer.statements.map((statement) => ({
      ...statement,
      fileName: 'vypyska_UA213223130000026007233566001_01-11-2026.csv',
      firstDay: '2026-11-01',
      lastDay: '2026-11-21',
      totals: {
        ...statement.totals,
        rows: { count: 1_000_000, sum: '345678901.20' },
        unmatched: { count: 123_456, sum: '4567890.10' },
      },
    }));
    await route.fulfill({ json: { ...answer, statements: large } });
  });
  await page.goto(env.product.url + statements);
  await page
    .getByText(/без рахунку: 123\s456/)
    .first()
    .waitFor();
  const widths = await page.getByRole('table').evaluate((table) => ({
    cut: table.scrollWidth - (table.parentElement?.clientWidth ?? 0),
    name: table.querySelector('tbody th')?.clientWidth ?? 0,
  }));
  expect(widths.cut).toBeLessThanOrEqual(0);
  expect(widths.name).toBeGreaterThan(120);
  await checkPage(page);
  expect(problems).toEqual([]);
  await context.close();
});

/** A row of a kiosk that names the account of an order on its way, and says exactly its sum. */
async function rowOfAnOrder(): Promise<string> {
  const { pool, close } = connectDatabase<unknown>({ url: env.product.databaseUrl, poolSize: 1 });
  try {
    const { rows } = await pool.query<{ row: string }>(
      `
      with paid as (
        insert into billing.payment (account_number, payment_id, order_id, request_id, provider, purpose, amount_kopiykas,
          state, started_at, confirmed_at, expected_on)
        select $1, gen_random_uuid(), $1 || '-on-its-way', gen_random_uuid(), 'liqpay', 'energy', 12345, 'confirmed', now(),
          now(), current_date
        returning *
      ), posted as (
        insert into billing.ledger_entry (account_number, period, entry_id, kind, debit_account, credit_account,
          amount_kopiykas, posted_at, payment_id)
        select account_number, to_char(now(), 'YYYY-MM'), gen_random_uuid(), 'payment', 'inTransit', 'receivable',
          amount_kopiykas, now(), payment_id from paid
      )
      select concat_ws(',', (confirmed_at at time zone 'Europe/Kyiv')::date, '123.45', account_number, 'Хтось', 'За світло')
        as row from paid`,
      [account],
    );
    return rows[0]?.row ?? '';
  } finally {
    await close();
  }
}

test('money that may be an order on its way waits, and lands the order by one press', async () => {
  const { page, problems, context } = await signedInPage(env, sampleSignIns.owner, 'phone', {
    path: statements,
  });
  await page.getByLabel('Звідки реєстр').selectOption('kiosk-daily');
  await page.getByLabel('Файл', { exact: true }).setInputFiles(await writeStatement([await rowOfAnOrder()]));
  await page.getByRole('button', { name: 'Надіслати й перевірити' }).click();
  await page.getByRole('button', { name: 'Зарахувати: 0' }).click();
  await page.getByText(/можливо, це оплата через .+, що вже в дорозі/).waitFor();
  await checkPage(page);
  await page.getByRole('button', { name: 'Зарахувати оплату в дорозі' }).click();
  await page.getByText(/зараховано за замовленням/).waitFor();
  await figure(page, 'Зараховано 1').waitFor();
  await checkPage(page);
  expect(problems).toEqual([]);
  await context.close();
});

test('a file that was broken off goes on with the rest, and with no other file', async () => {
  const visitor = await signedInPage(env, sampleSignIns.owner, 'phone', { path: statements });
  const { page, problems, context } = visitor;
  const rows = (comment: string) =>
    Array.from({ length: 6000 }, () => `2026-01-06,1.00,${account},Хтось,${comment.repeat(100)}`);
  const path = await writeStatement(rows('Світло'));
  const { size } = await stat(path);
  expect(size).toBeGreaterThan(statementPartBytes);
  const parts: number[] = [];
  await page.route('**/api/admin/bank-statements/add-part', async (route) => {
    const part = Number(uploadPayload(route.request()).part);
    parts.push(part);
    const isBroken = part === 2 && parts.filter((one) => one === 2).length <= 2;
    await (isBroken ? route.abort() : route.continue());
  });
  await page.getByLabel('Звідки реєстр').selectOption('kiosk-daily');
  await page.getByLabel('Файл', { exact: true }).setInputFiles(path);
  await page.getByRole('button', { name: 'Надіслати й перевірити' }).click();
  await page.getByText('Файл не надіслано').waitFor();
  await page.getByRole('button', { name: 'Надіслати далі' }).waitFor();
  await page.getByRole('button', { name: 'Надіслати й перевірити' }).click();
  await expect.poll(() => parts).toEqual([1, 2, 2]);
  await page.getByText('Файл не надіслано').waitFor();

  // The page is left, and with it what it knew of the file.
  await page.reload();
  await page
    .getByRole('row')
    .filter({ hasText: 'файл прийшов не весь' })
    .getByRole('link', { name: /terminals\.csv/ })
    .click();
  await page.getByText(/^Прийшло 1 з \d+(,\d)? МБ$/).waitFor();
  await checkPage(page);
  await page.getByRole('button', { name: 'Надіслати решту' }).click();
  await page.getByText('Оберіть файл реєстру.').waitFor();
  await page.getByLabel('Файл', { exact: true }).setInputFiles(await writeStatement(rows('Газ')));
  await page.getByRole('button', { name: 'Надіслати решту' }).click();
  await page.getByText(/^Це інший файл\. Потрібен terminals\.csv/).waitFor();
  await checkPage(page);
  expect(parts).toEqual([1, 2, 2]);
  await page.getByLabel('Файл', { exact: true }).setInputFiles(path);
  await page.getByRole('button', { name: 'Надіслати решту' }).click();

  await page.getByRole('heading', { name: 'Що станеться, якщо зарахувати' }).waitFor();
  expect(parts.filter((part) => part === 1)).toEqual([1]);
  await page.getByRole('button', { name: /^Зарахувати: 6\s000$/ }).waitFor();
  await checkPage(page);
  await page.getByRole('button', { name: 'Прибрати реєстр' }).click();
  await page.getByRole('heading', { level: 1, name: 'Реєстри банків' }).waitFor();
  await waitUntilIdle(page);
  await page.getByText('файл прийшов не весь').waitFor({ state: 'detached' });
  // Only the browser has a word for the part that was broken off.
  expect(problems.filter((problem) => !problem.includes('net::ERR_FAILED'))).toEqual([]);
  await context.close();
});

test('on a phone the queue of the sample shows suggestions, and an operator of tickets sees whose right it is', async () => {
  const phone = await signedInPage(env, sampleSignIns.owner, 'phone', { path: `${statements}/1` });
  await phone.page.getByRole('heading', { level: 1, name: 'Реєстр № 1' }).waitFor();
  await figure(phone.page, 'Без рахунку 5').waitFor();
  await phone.page.getByText('схожий номер').first().waitFor();
  await checkPage(phone.page);
  expect(phone.problems).toEqual([]);
  await phone.context.close();

  const operator = await signedInPage(env, sampleSignIns.operator, 'phone', { path: statements });
  await operator.page.getByText('Ця сторінка для інших працівників').waitFor();
  await checkPage(operator.page);
  await operator.context.close();
});

test('money that the bank takes back waits with its row, and two presses take it off the account', async () => {
  const { page, problems, context } = await signedInPage(env, sampleSignIns.owner, 'phone', {
    path: statements,
  });
  const file = await writeBankStatement([
    ['77,00', `Оплата о/р ${account}`],
    ['-77,00', `Сторно о/р ${account}`],
  ]);
  await page.getByLabel('Звідки реєстр').selectOption('bank-statement');
  await page.getByLabel('Файл', { exact: true }).setInputFiles(file);
  await page.getByRole('button', { name: 'Надіслати й перевірити' }).click();
  await page.getByRole('button', { name: 'Зарахувати: 1' }).click();
  const reversed = page.getByRole('button', { name: new RegExp(`^${account}.*зараховано 05\\.01\\.2026`) });
  await reversed.waitFor();
  await page.getByText('банк забирає гроші назад').waitFor();
  await checkPage(page);
  await reversed.click();
  await page
    .getByRole('dialog', { name: 'Скасувати зарахування?' })
    .getByText(`Борг за рахунком ${account}`)
    .waitFor();
  await checkPage(page);
  await page.getByRole('button', { name: 'Так, скасувати' }).click();
  await page.getByText(new RegExp(`^77,00.* знято з рахунку ${account}\\.$`)).waitFor();
  await page.getByText('Усі гроші знайшли свій рахунок.').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
