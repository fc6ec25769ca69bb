import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { sampleSignIns } from '../support/sample-users.ts';
import { type CabinetPages, startCabinetPages } from './cabinet-pages.tsx';
import { checkPage, type Page } from './page.ts';

let cabinet: CabinetPages;
let page: Page;

/** The last closed month of the sample: 80 kWh by day and 40 by night, 432.00, with 0.50 left from before. */
const year = 2026;
const worked = '2026-10';

beforeAll(async () => {
  cabinet = await startCabinetPages();
  page = cabinet.page;
});
afterAll(() => cabinet.close());

/** Opens the book of the two-zone flat. */
async function openBook(): Promise<void> {
  await cabinet.visit(sampleSignIns.personOfThree, '/cabinet/person/sub-book', '2390001111');
  await page.getByRole('heading', { level: 2, name: `${year} рік` }).waitFor();
}

const monthOf = (page: Page, period: string) => page.locator(`[data-month="${period}"]`);
const textOf = async (page: Page, period: string) =>
  ((await monthOf(page, period).innerText()) ?? '').replaceAll('\u00a0', ' ').replace(/\s+/g, ' ');

const download = (name: string) =>
  cabinet.keep(() => page.getByRole('button', { name, exact: true }).click());

describe('the book', () => {
  it('shows the year of the last closed month with readings, prices, sums and balance', async () => {
    await openBook();
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
    await checkPage();

    await page.getByRole('link', { name: String(year - 1), exact: true }).press('Enter');
    await page.getByRole('heading', { level: 2, name: `${year - 1} рік` }).waitFor();
    expect(new URL(page.url()).searchParams.get('year')).toBe(String(year - 1));
    await cabinet.settled();
    expect(await textOf(page, `${year - 1}-12`)).toMatch(/грудень/i);
    await checkPage();
    await page.goBack();
    await page.getByRole('heading', { level: 2, name: `${year} рік` }).waitFor();

    await monthOf(page, worked).getByRole('link').click();
    await page.waitForURL(/bills\/2026-10$/);
    expect(cabinet.takeProblems()).toEqual([]);
  });
});

it('says why a year or the whole book is empty; without a network its files wait', async () => {
  await openBook();
  await page.goto(`${cabinet.product.url}/cabinet/person/sub-book?year=2019`);
  await page.getByText('За 2019 рік записів немає').waitFor();
  await cabinet.settled();
  await checkPage();

  cabinet.replaceAnswers({
    '/api/sub-book/get': { httpStatus: 422, code: 'billing.noCharges', message: 'Ще ні', reference: 'r' },
  });
  await page.reload();
  await page.getByText('Книжка ще порожня').waitFor();
  await checkPage();
  cabinet.replaceAnswers({});
  await page.goto(`${cabinet.product.url}/cabinet/person/sub-book`);
  await monthOf(page, worked).waitFor();
  cabinet.setOnline(false);
  await page.getByText('Файли чекають мережі.').waitFor();
  expect(await page.getByRole('button', { name: 'PDF', exact: true }).isDisabled()).toBe(true);
});

it('is kept as a workbook and as a PDF with the same figures', async () => {
  await openBook();
  const xlsx = await download('XLSX');
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
  const pdf = await download('PDF');
  expect(pdf.name).toBe(`Абонентська-книжка-2390001111-${year}.pdf`);
  expect(readPdfText(pdf.content).replaceAll('\u00a0', ' ')).toContain('борг 432,50');
});
