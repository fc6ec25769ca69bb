import xlsx from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { sampleSignIns } from '../support/sample-users.ts';
import { type CabinetPages, startCabinetPages } from './cabinet-pages.tsx';
import { checkPage, type Page } from './page.ts';

let cabinet: CabinetPages;
let page: Page;

beforeAll(async () => {
  cabinet = await startCabinetPages();
  page = cabinet.page;
});
afterAll(() => cabinet.close());

const path = '/cabinet/person/docs/green-tarif';
const account = '2390002033';
const acts = () => page.getByRole('region', { name: 'Акти приймання-передачі' });

/** The page of that object. */
const openSeller = (page = path) => cabinet.visit(sampleSignIns.personOfDifficult, page, account);

/** What stands in the answer of the call, to compare the page with. */
async function listOf(token: string) {
  const response = await fetch(`${cabinet.product.url}/api/feed-in/list`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ account }),
  });
  return (await response.json()) as {
    year: number;
    years: number[];
    months: { period: string; paid: string; exportedKwh: number }[];
    totals: { paid: string };
  };
}

const shown = (wire: string) => wire.replace('.', ',').replace(/\B(?=(\d{3})+,)/g, '\u00a0');

describe('a household with solar panels', () => {
  it('sees its year, its acts and what was withheld; keeps an act and the year as files', async () => {
    const token = await openSeller('/cabinet/person');
    await page.getByRole('link', { name: 'Документи' }).first().click();
    await page.getByRole('link', { name: 'Зелений тариф' }).click();
    await acts().waitFor();
    const list = await listOf(token);
    await checkPage();
    await page.getByText(`До виплати за ${list.year} рік`).waitFor();
    await page
      .getByText(shown(list.totals.paid).split(',')[0] ?? '')
      .first()
      .waitFor();
    const rows = acts()
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: 'PDF' }) });
    expect(await rows.count()).toBe(list.months.length);
    expect(await rows.first().textContent()).toContain(shown(list.months[0]?.paid ?? ''));
    expect(await rows.first().textContent()).toContain('Утримано податок на доходи, 18\u00a0%');
    expect(await page.getByRole('link', { name: 'Зелений тариф' }).getAttribute('aria-current')).toBe('page');

    const act = await cabinet.keep(() => rows.first().getByRole('button', { name: 'PDF' }).click());
    expect(act.name).toBe(`Акт-зеленого-тарифу-${account}-${list.months[0]?.period}.pdf`);
    expect(readPdfText(act.content)).toContain('Акт приймання-передачі електричної енергії');
    const table = await cabinet.keep(() => page.getByRole('button', { name: 'XLSX' }).click());
    const sheet = xlsx.read(table.content).Sheets['Зелений тариф'] ?? {};
    const cells = xlsx.utils.sheet_to_json<unknown[]>(sheet, { header: 1 });
    expect(cells.at(-1)?.[13]).toBe(Number(list.totals.paid));

    // The figures of the chart stand in a table, and the keyboard walks along the bars.
    await page.getByText('Показати таблицею').click();
    expect(await page.getByRole('row').count()).toBe(list.months.length + 1);
    await page
      .getByRole('toolbar', { name: 'Вироблено й віддано за місяцями' })
      .locator('[tabindex="0"]')
      .focus();
    await page.keyboard.press('Home');
    expect(await page.locator('[aria-pressed="true"]:focus').textContent()).toContain('січень');
    await checkPage();
    expect(cabinet.takeProblems()).toEqual([]);
  });

  it('goes to another year and back; in December nothing went into the grid', async () => {
    const token = await openSeller();
    const { year, years } = await listOf(token);
    const before = years[1] ?? 0;
    await page.getByRole('button', { name: String(before) }).click();
    await page.getByText(`До виплати за ${before} рік`).waitFor();
    expect(new URL(page.url()).searchParams.get('year')).toBe(String(before));
    await acts().getByText('виплачувати нічого').first().waitFor();
    await checkPage();
    await page.goBack();
    await page.getByText(`До виплати за ${year} рік`).waitFor();
    await page.goto(`${cabinet.product.url}${path}?year=2019`);
    await page.getByText('За 2019 рік актів немає').waitFor();
    await checkPage();
    expect(cabinet.takeProblems()).toEqual([]);
  });

  it('stays without a network, and its files wait', async () => {
    await openSeller();
    await acts().waitFor();
    cabinet.setOnline(false);
    await page.getByText('Файл чекає мережі.').waitFor();
    expect(await page.getByRole('button', { name: 'XLSX' }).isDisabled()).toBe(true);
    await acts().waitFor();
    await checkPage();
  });
});

it('a household that only buys learns what the green tariff is, and where to read on', async () => {
  await cabinet.visit(sampleSignIns.personOfOne, path, '2390001130');
  await page.getByText('За цим об’єктом енергія не продається').waitFor();
  await checkPage();
  await page.getByRole('link', { name: 'Про активного споживача' }).click();
  await page.waitForURL(/\/directory\/guide.*#aktyvnyi-spozhyvach$/);
  await cabinet.settled();
  expect(cabinet.takeProblems()).toEqual([]);
});
