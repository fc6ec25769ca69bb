import { readFile } from 'node:fs/promises';
import { read, utils, type WorkSheet, write } from '@e965/xlsx';
import { expect, type Page, test } from '@playwright/test';
import { firstDayAfter, periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf, kyivInstant } from '#domain/time/kyiv.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { checkLargeLetters, checkSizes } from '#e2e/support/page/narrow-look.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { type Device, waitUntilIdle } from '#e2e/support/page/visit.ts';
import { createProductClock, type ProductClock } from '#e2e/support/product/product-clock.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { systemClock } from '#platform/clock.ts';
import { callProduct } from './support/call-product.ts';
import { sampleSignIns } from './support/sample-users.ts';
import { type UsualRow, usualPointValue } from './support/usual-value.ts';

const account = '1000000002';
/** The last day of the month: the window of entities is open. */
const lastDay = addDays(firstDayAfter(periodOf(kyivDateOf(systemClock.now()))), -1) as LocalDate;
const noon = kyivInstant(lastDay, 12, 0);

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

interface PointRow extends UsualRow {
  readonly meterId: string;
  readonly kind: string;
  readonly currentValue: number | null;
}

interface Point {
  readonly eic: string;
  readonly blocked: unknown;
  readonly rows: readonly PointRow[];
}

async function openPoints(token: string): Promise<readonly Point[]> {
  const { points } = await callProduct(env.product.url, '/api/readings/points', { token, account });
  return (points as Point[]).filter(({ blocked, rows }) => blocked === null && rows.length === 1);
}

async function open(device: Device) {
  const visitor = await signedInPage(env, sampleSignIns.entityOfTwo, device);
  await visitor.page.clock.install({ time: noon });
  await visitor.page.goto(`${env.product.url}/cabinet/entity`);
  await visitor.page.getByRole('button', { name: new RegExp(account) }).click();
  await visitor.page.waitForURL(/\/cabinet\/entity\/indication/);
  await cells(visitor.page).first().waitFor();
  await waitUntilIdle(visitor.page);
  return visitor;
}

const cells = (page: Page) => page.locator('input[id^="cell-"]');
const cellOf = (page: Page, { meterId, kind }: PointRow) => page.locator(`#cell-${meterId}-${kind}`);

async function pasteInto(page: Page, block: string): Promise<void> {
  await cells(page).first().focus();
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, block);
}

const submitButton = (page: Page) => page.getByRole('button', { name: /^Передати \d+ показ/ });

async function submitAll(page: Page): Promise<void> {
  await submitButton(page).click();
  await page.getByText(/^Прийнято \d+ показ/).waitFor();
  await waitUntilIdle(page);
}

/** Points without a reading of this month yet. */
async function pointsToGive(token: string, count: number): Promise<readonly Point[]> {
  const points = (await openPoints(token)).filter(({ rows }) => rows[0]?.currentValue === null);
  if (points.length < count) throw new Error('the sample has no open points');
  return points.slice(0, count);
}

test('a chain pastes a block, mends what is wrong and submits the rest', async () => {
  const { page, problems, context, token } = await open('desk');
  await page.getByRole('link', { name: 'Об’єкти' }).click();
  await page.getByText(`Обрано о/р ${account}`).waitFor();
  await waitUntilIdle(page);
  await checkPage(page);
  await page.goBack();
  await cells(page).first().waitFor();
  const points = await pointsToGive(token, 6);
  const rows = points.flatMap((point) => point.rows);
  const [wrong] = rows;
  if (!wrong) throw new Error('a point has a row');
  const block = points.map(({ eic, rows: [row] }, index) =>
    row ? `${eic}\t${index === 0 ? '1234567' : usualPointValue(row)}` : '',
  );
  await pasteInto(page, block.join('\n'));
  await page.getByText('Вставлено 6 показань.').waitFor();
  const list = page.getByRole('complementary', { name: /^Зауваження/ });
  await list.getByRole('link').first().click();
  await expect(cellOf(page, wrong)).toBeFocused();
  await checkPage(page);

  await submitAll(page);
  await expect(cellOf(page, wrong)).toHaveValue('1234567');

  // The keys alone: the value of before, then the right one.
  await cellOf(page, wrong).focus();
  await page.keyboard.type(String(usualPointValue(wrong)));
  await page.keyboard.press('Control+z');
  await expect(cellOf(page, wrong)).toHaveValue('1234567');
  await page.keyboard.press('Control+y');
  await page.keyboard.press('Enter');
  await expect(cellOf(page, wrong)).not.toBeFocused();
  await submitAll(page);
  const after = await openPoints(token);
  const given = rows.filter(({ meterId }) =>
    after.some(({ rows: [row] }) => row?.meterId === meterId && row.currentValue !== null),
  );
  expect(given.length).toBeGreaterThanOrEqual(5);
  expect(problems).toEqual([]);
  await context.close();
});

test('on a phone the bar that submits is above the navigation, and the table fits after it is pressed', async () => {
  const { page, problems, context, token } = await open('phone');
  const [point] = await pointsToGive(token, 1);
  const row = point?.rows[0] as PointRow;
  await cellOf(page, row).fill(String(usualPointValue(row)));
  const submit = submitButton(page);
  await expect(submit).toBeInViewport({ ratio: 1 });
  const [button, navigation] = await Promise.all(
    [submit, page.getByRole('navigation', { name: 'Розділи кабінету' })].map((part) => part.boundingBox()),
  );
  expect((button?.y ?? Number.NaN) + (button?.height ?? 0)).toBeLessThanOrEqual(navigation?.y ?? 0);
  await submitAll(page);
  const path = new URL(page.url()).pathname;
  expect([...(await checkSizes(page, path)), ...(await checkLargeLetters(page, path))]).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

test('a workbook with three wrong cells comes back marked, and its right rows are submitted', async () => {
  const { page, problems, context, token } = await open('desk');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Завантажити бланк' }).click(),
  ]);
  const book = read(await readFile(await download.path()));
  const name = book.SheetNames[0] ?? '';
  const sheet = book.Sheets[name] as WorkSheet;
  const table = utils.sheet_to_json<(string | number)[]>(sheet, { header: 1 });
  const titles = (table[0] ?? []).map(String);
  const [eicAt, valueAt] = [titles.indexOf('EIC-код точки'), titles.indexOf('Нове показання')];
  const points = await pointsToGive(token, 8);
  for (const [
    index,
    {
      eic,
      rows: [row],
    },
  ] of points.entries()) {
    const at = table.findIndex((cells) => cells[eicAt] === eic);
    if (!row) continue;
    const value = index === 0 ? '1234567' : index === 1 ? 'багато' : usualPointValue(row);
    sheet[utils.encode_cell({ r: at, c: valueAt })] = { t: typeof value === 'number' ? 'n' : 's', v: value };
    // A slip in the last character: the check character finds it.
    const slipped = `${eic.slice(0, -1)}${eic.endsWith('A') ? 'B' : 'A'}`;
    if (index === 2) sheet[utils.encode_cell({ r: at, c: eicAt })] = { t: 's', v: slipped };
  }
  const buffer = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await page.getByLabel('Заповнений файл').setInputFiles({ name: 'readings.xlsx', mimeType, buffer });
  const wrong = page.getByRole('region', { name: 'Клітинки, які треба виправити' });
  await expect(wrong.getByRole('row')).toHaveCount(4);
  await checkPage(page);
  const [marked] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Завантажити з позначками' }).click(),
  ]);
  expect(read(await readFile(await marked.path())).SheetNames).toContain(name);

  await page.getByRole('button', { name: /^Передати правильні/ }).click();
  await page.getByText('Прийнято 5 показань').waitFor();
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('group', { name: 'Звіт про показання' }).getByRole('button', { name: 'PDF' }).click(),
  ]);
  expect(report.suggestedFilename()).toMatch(/\.pdf$/);
  expect(problems).toEqual([]);
  await context.close();
});
