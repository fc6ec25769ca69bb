import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { processStatements } from '#billing/modules/bank-statements/statement-worker.ts';
import { statementPartBytes } from '#contract/values/bank-statement.ts';
import { encodeWindows1251 } from '#domain/payments/windows-1251.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { sampleSignIns } from '../support/sample-users.ts';
import { type CabinetPages, startCabinetPages } from './cabinet-pages.tsx';
import { checkPage, type Page } from './page.ts';

const statements = '/cabinet/admin/bank-statements';
const account = '2390001111';
let cabinet: CabinetPages;
let page: Page;
let connected: ReturnType<typeof connectDatabase<unknown>>;

beforeAll(async () => {
  cabinet = await startCabinetPages();
  page = cabinet.page;
  connected = connectDatabase<unknown>({ url: cabinet.server.url, poolSize: 4 });
});
afterAll(async () => {
  await connected.close();
  await cabinet.close();
});

/** What the job does with what was sent or is to be booked. */
const work = () =>
  processStatements({
    db: connected.db as BillingDatabase,
    pool: connected.pool,
    clock: cabinet.server.clock,
  });
const figure = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
/** Waits until the whole file is sent, and tries it. */
const tryFile = async () => {
  await page.getByText(/^читаємо файл: 0 з/).waitFor();
  await work();
};
const book = async (count: number) => {
  await page.getByRole('button', { name: `Зарахувати: ${count}` }).click();
  await page.getByText(/^зараховуємо: 0 з/).waitFor();
  await work();
};

const kioskFile = (rows: readonly string[]) => ({
  name: 'terminals.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`date,amount,account,payer,comment\n${rows.join('\n')}\n`),
});

async function send(format: string, file: ReturnType<typeof kioskFile>): Promise<void> {
  await page.getByLabel('Звідки реєстр').selectOption(format);
  await page.getByLabel('Файл', { exact: true }).setInputFiles(file);
  await page.getByRole('button', { name: 'Надіслати й перевірити' }).click();
}

test('a statement is sent, tried, booked; a row without an account is assigned, and the totals agree', async () => {
  await cabinet.visit(sampleSignIns.owner, statements);
  await page.getByRole('cell', { name: /без рахунку: 5/ }).waitFor();
  await checkPage();
  // The other number is a slip of the hand away from that of the account.
  const [found, unknown] = [
    `2026-01-05,100.00,${account},Коваленко Ірина,За світло`,
    '2026-01-05,55.50,,Хтось,о/р 2390001171',
  ];
  await send('kiosk-daily', kioskFile([found, unknown]));
  await tryFile();
  await page.getByRole('heading', { name: 'Що станеться, якщо зарахувати' }).waitFor();
  await checkPage();
  await book(1);
  await figure('Без рахунку 1').waitFor();
  await page.getByRole('button', { name: new RegExp(`^${account}`) }).waitFor();
  await checkPage();
  await page.getByRole('button', { name: new RegExp(`^${account}`) }).click();
  const dialog = page.getByRole('dialog', { name: 'Зарахувати оплату' });
  expect(await dialog.getByLabel('Особовий рахунок').inputValue()).toBe(account);
  await checkPage();
  await dialog.getByRole('button', { name: /^Зарахувати/ }).click();
  await page.getByText(`зараховано на рахунок ${account}`).waitFor();
  await figure('Без рахунку 0').waitFor();
  await figure('Зараховано 2').waitFor();
  await page.getByText('Усі гроші знайшли свій рахунок.').waitFor();

  await cabinet.goto(`/cabinet/admin/payments?q=${account}`);
  await page.getByRole('heading', { level: 2, name: /55,50/ }).waitFor();
  await cabinet.goto(`${statements}/1`);
  await figure('Без рахунку 5').waitFor();
  await page.getByText('схожий номер').first().waitFor();
  await checkPage();
  expect(cabinet.takeProblems()).toEqual([]);
});

test('money that may be an order in transit waits, and lands the order by one press', async () => {
  await connected.pool.query(
    `with paid as (
       insert into billing.payment (account_number, payment_id, order_id, request_id, provider, purpose, amount_kopiykas,
         state, started_at, confirmed_at, expected_on)
       select $1, gen_random_uuid(), $1 || '-in-transit', gen_random_uuid(), 'liqpay', 'energy', 12345, 'confirmed', $2::timestamptz,
         $2::timestamptz, $2::timestamptz::date
       returning *
     )
     insert into billing.ledger_entry (account_number, period, entry_id, kind, debit_account, credit_account,
       amount_kopiykas, posted_at, payment_id)
     select account_number, '2026-11', gen_random_uuid(), 'payment', 'inTransit', 'receivable', amount_kopiykas,
       started_at, payment_id from paid`,
    [account, '2026-11-21T10:00:00Z'],
  );
  await cabinet.visit(sampleSignIns.owner, statements);
  await send('kiosk-daily', kioskFile([`2026-11-21,123.45,${account},Хтось,За світло`]));
  await tryFile();
  await book(0);
  await page.getByText(/можливо, це оплата через .+, що вже в дорозі/).waitFor();
  await checkPage();
  await page.getByRole('button', { name: 'Зарахувати оплату в дорозі' }).click();
  await page.getByText(/зараховано за замовленням/).waitFor();
  await figure('Зараховано 1').waitFor();
  await checkPage();
  expect(cabinet.takeProblems()).toEqual([]);
});

test('a file that was broken off is resumed with the rest, and with no other file', async () => {
  const count = Math.ceil((1.2 * statementPartBytes) / 1200);
  const fileOf = (comment: string) =>
    kioskFile(Array.from({ length: count }, () => `2026-01-06,1.00,${account},Хтось,${comment.repeat(100)}`));
  const file = fileOf('Світло');
  expect(file.buffer.length).toBeGreaterThan(statementPartBytes);
  const parts: number[] = [];
  cabinet.replaceAnswers({
    '/api/admin/bank-statements/add-part': ({ part }) => {
      parts.push(Number(part));
      const isBroken = part === 2 && parts.filter((one) => one === 2).length <= 2;
      return isBroken ? 'broken' : undefined;
    },
  });
  await cabinet.visit(sampleSignIns.owner, statements);
  await send('kiosk-daily', file);
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
  await checkPage();
  const rest = page.getByRole('button', { name: 'Надіслати решту' });
  await rest.click();
  await page.getByText('Оберіть файл реєстру.').waitFor();
  await page.getByLabel('Файл', { exact: true }).setInputFiles(fileOf('Газ'));
  await rest.click();
  await page.getByText(/^Це інший файл\. Потрібен terminals\.csv/).waitFor();
  await checkPage();
  expect(parts).toEqual([1, 2, 2]);
  await page.getByLabel('Файл', { exact: true }).setInputFiles(file);
  await rest.click();
  await tryFile();
  expect(parts).toEqual([1, 2, 2, 2]);
  await page.getByRole('heading', { name: 'Що станеться, якщо зарахувати' }).waitFor();
  await page.getByRole('button', { name: `Зарахувати: ${count.toLocaleString('uk-UA')}` }).waitFor();
  await checkPage();
  await page.getByRole('button', { name: 'Прибрати реєстр' }).click();
  await page.getByRole('heading', { level: 1, name: 'Реєстри банків' }).waitFor();
  await page.getByText('файл прийшов не весь').waitFor({ state: 'detached' });
  cabinet.replaceAnswers({});
  expect(cabinet.takeProblems()).toEqual([]);
});

test('money that the bank takes back waits with its row, and two presses take it off the account', async () => {
  const titles = 'Дата операції;Сума;Валюта;Тип;Номер документа;Платник;Рахунок платника;Призначення платежу';
  const row = (sum: string, number: number, purpose: string) =>
    `05.01.2026 10:11;${sum};UAH;Кт;${number};Коваленко Ірина;;${purpose} о/р ${account}`;
  const text = `${titles}\n${row('77,00', 7000, 'Оплата')}\n${row('-77,00', 7001, 'Сторно')}\n`;
  await cabinet.visit(sampleSignIns.owner, statements);
  await send('bank-statement', {
    name: 'bank.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(encodeWindows1251(text) ?? ''),
  });
  await tryFile();
  await book(1);
  const reversed = page.getByRole('button', { name: new RegExp(`^${account}.*зараховано 05\\.01\\.2026`) });
  await reversed.waitFor();
  await page.getByText('банк забирає гроші назад').waitFor();
  await checkPage();
  await reversed.click();
  const question = page.getByRole('dialog', { name: 'Скасувати зарахування?' });
  await question.getByText(`Борг за рахунком ${account}`).waitFor();
  await checkPage();
  await page.getByRole('button', { name: 'Так, скасувати' }).click();
  await page.getByText(new RegExp(`^77,00.* знято з рахунку ${account}\\.$`)).waitFor();
  await page.getByText('Усі гроші знайшли свій рахунок.').waitFor();
  expect(cabinet.takeProblems()).toEqual([]);
});
