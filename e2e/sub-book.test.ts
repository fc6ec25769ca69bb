import { readFile } from 'node:fs/promises';
import { read, utils } from '@e965/xlsx';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { systemClock } from '#platform/clock.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { checkPage } from './support/check-page.ts';
import { sampleSignIns } from './support/sample-users.ts';
import { signedInPage } from './support/signed-in-page.ts';
import {
  type Device,
  startTestEnvironment,
  type TestEnvironment,
  waitUntilIdle,
} from './support/test-environment.ts';

let stage: TestEnvironment;

/** The last closed month of the sample: 80 kWh by day and 40 by night, 432.00, with 0.50 left from before. */
const today = kyivDateOf(systemClock.now());
const [thisYear, thisMonth] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
const [year, month] = thisMonth === 1 ? [thisYear - 1, 12] : [thisYear, thisMonth - 1];
const worked = `${year}-${String(month).padStart(2, '0')}`;

beforeAll(async () => {
  stage = await startTestEnvironment();
});
afterAll(() => stage.close());

/** Opens the book of the two-zone flat. */
async function openBook(device: Device) {
  const visitor = await signedInPage(stage, sampleSignIns.personOfThree, device, {
    path: '/cabinet/person?account=2390001111',
  });
  await visitor.page.goto(`${stage.product.url}/cabinet/person/sub-book`);
  await visitor.page.getByRole('heading', { level: 2, name: `${year} рік` }).waitFor();
  await waitUntilIdle(visitor.page);
  return visitor;
}

const monthOf = (page: Page, period: string) => page.locator(`[data-month="${period}"]`);
const textOf = async (page: Page, period: string) =>
  ((await monthOf(page, period).innerText()) ?? '').replaceAll('\u00a0', ' ').replace(/\s+/g, ' ');

async function download(page: Page, name: string) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

describe.each(['phone', 'desk'] as const)('the book on a %s', (device) => {
  it('shows the year of the last closed month with readings, prices, sums and balance', async () => {
    const { page, problems, context } = await openBook(device);
    const row = await textOf(page, worked);
    for (const words of [
      '012345',
      '012425',
      '80',
      '4,32',
      '004100',
      '004140',
      '40',
      '2,16',
      '432,00',
      '432,50',
    ])
      expect(row).toContain(words);
    expect(row).toContain('борг');
    await checkPage(page);

    await page.getByRole('link', { name: String(year - 1), exact: true }).press('Enter');
    await page.getByRole('heading', { level: 2, name: `${year - 1} рік` }).waitFor();
    expect(new URL(page.url()).searchParams.get('year')).toBe(String(year - 1));
    await waitUntilIdle(page);
    expect(await textOf(page, `${year - 1}-12`)).toContain('Грудень');
    await checkPage(page);
    await page.goBack();
    await page.getByRole('heading', { level: 2, name: `${year} рік` }).waitFor();

    await monthOf(page, worked).getByRole('link').click();
    await page.waitForURL(`**/bills/${worked}`);
    expect(problems).toEqual([]);
    await context.close();
  });
});

it('says why a year or the whole book is empty; without a network its files wait', async () => {
  const { page, context } = await openBook('phone');
  await page.goto(`${stage.product.url}/cabinet/person/sub-book?year=2019`);
  await page.getByText('За 2019 рік записів немає').waitFor();
  await waitUntilIdle(page);
  await checkPage(page);

  await page.route('**/api/sub-book/get', (route) =>
    route.fulfill({
      status: 422,
      json: { status: 'fail', code: 'billing.noCharges', message: 'Ще ні', reference: 'r' },
    }),
  );
  await page.reload();
  await page.getByText('Книжка ще порожня').waitFor();
  await checkPage(page);
  await page.unroute('**/api/sub-book/get');
  await page.goto(`${stage.product.url}/cabinet/person/sub-book`);
  await monthOf(page, worked).waitFor();
  await context.setOffline(true);
  await page.getByText('Файли чекають мережі.').waitFor();
  expect(await page.getByRole('button', { name: 'PDF', exact: true }).isDisabled()).toBe(true);
  await context.close();
});

it('is kept as a workbook and as a PDF with the same figures', async () => {
  const { page, context } = await openBook('desk');
  const xlsx = await download(page, 'XLSX');
  expect(xlsx.name).toBe(`Абонентська-книжка-2390001111-${year}.xlsx`);
  const workbook = read(xlsx.content);
  const [months = []] = workbook.SheetNames.map((name) =>
    utils.sheet_to_json<(string | number)[]>(workbook.Sheets[name] ?? {}, { header: 1 }),
  );
  // The day on which the month begins, as workbooks count.
  const begins = (Date.parse(`${worked}-01`) - Date.UTC(1899, 11, 30)) / 86_400_000;
  const kept = months.find(([month]) => month === begins);
  expect(kept?.slice(1, 4)).toEqual([120, 0.5, 432]);
  expect(kept?.[7]).toBe(432.5);
  const pdf = await download(page, 'PDF');
  expect(pdf.name).toBe(`Абонентська-книжка-2390001111-${year}.pdf`);
  expect(readPdfText(pdf.content).replaceAll('\u00a0', ' ')).toContain('борг 432,50');
  await context.close();
});

it('prints a whole year on one sheet, a table on its side, without the cabinet around it', async () => {
  const { page, context } = await openBook('phone');
  await page.getByRole('link', { name: String(year - 1), exact: true }).click();
  await monthOf(page, `${year - 1}-12`).waitFor();
  await waitUntilIdle(page);
  await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
  expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
  await page.getByRole('heading', { name: `Абонентська книжка за ${year - 1} рік` }).waitFor();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf).toMatch(/\/MediaBox\s*\[\s*0 0 84[12][.\d]* 59[45]/);
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await context.close();
});
