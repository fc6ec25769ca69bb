import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const directory = '/cabinet/person/directory';

/** The history of a tariff is that of an object. */
const openTariffs = () => open(`${directory}/tariff-history`);

/** A page of the directory; the first object of three is chosen. */
const open = (path: string) => cabinet.visit(sampleSignIns.personOfThree, path, '2390001111');

async function searchResults(term: string): Promise<string[]> {
  const field = page.getByRole('searchbox');
  await field.fill(term);
  await page.waitForURL(({ searchParams }) => searchParams.get('q') === term);
  return page.locator('details summary > span > span:first-child').allInnerTexts();
}

describe('the directory', () => {
  it('answers a question by a word, whichever apostrophe it has, and by an address', async () => {
    await open(`${directory}/guide`);
    expect(await page.locator('details').count()).toBeGreaterThanOrEqual(12);
    await checkPage();

    const typewriter = await searchResults("об'єкт");
    expect(typewriter).toContain('Як додати оселю або дачу');
    expect(await searchResults('об’єкт')).toEqual(typewriter);
    await page.getByText(/^Знайдено \d+ стат/).waitFor();
    expect(await page.locator('mark').first().innerText()).toMatch(/^об’єкт$/i);
    await checkPage();

    await searchResults('марсохід');
    await page.getByRole('heading', { name: 'За запитом «марсохід» нічого немає' }).waitFor();
    await checkPage();
    await page.getByRole('button', { name: 'Показати всі статті' }).click();
    await page.getByText('Як зняти показання лічильника').waitFor();

    // Opened and closed by the keyboard alone.
    await page.getByRole('list', { name: 'Статті порадника' }).locator('summary').first().focus();
    await page.keyboard.press('Enter');
    await page.getByText('Однозонний лічильник').waitFor();
    await checkPage();

    await page.goto(`${cabinet.product.url}${directory}/guide#borh-i-vidkliuchennia`);
    await page.getByText('пункти 4.17 і 7.5 ПРРЕЕ').waitFor();
    expect(cabinet.takeProblems()).toEqual([]);
  });

  it('lists the acts with their numbers and links, and finds one by its number', async () => {
    await open(`${directory}/laws`);
    await checkPage();
    const links = page.locator('main a[target="_blank"]').elements();
    const addresses = links.map((link) => (link as HTMLAnchorElement).href);
    expect(addresses.length).toBeGreaterThanOrEqual(17);
    expect(addresses.filter((address) => !address.startsWith('https://zakon.rada.gov.ua/'))).toEqual([]);
    await page.getByRole('searchbox').fill('312');
    await page.getByText('Знайдено 1 акт').waitFor();
    await page.getByText('Правила роздрібного ринку').waitFor();
    await checkPage();
    expect(cabinet.takeProblems()).toEqual([]);
  });

  it('shows what a kWh costs and has cost, by zone and year, and keeps it as a file', async () => {
    await openTariffs();
    await page.getByRole('heading', { name: 'Зараз за кіловат-годину' }).waitFor();
    await checkPage();
    const table = page.getByRole('table');
    expect(await table.locator('tbody').count()).toBe(10);
    expect(await table.locator('tbody').last().innerText()).toContain('0,366');

    // The newest step has the focus; one key to the left is the price before.
    await page
      .getByRole('toolbar', { name: 'Як змінювалася ціна' })
      .getByRole('button', { pressed: true })
      .focus();
    await page.keyboard.press('Home');
    await page.getByText('01.04.2015 – 31.08.2015').first().waitFor();
    expect(await page.getByText('понад 600 кВт·год').first().isVisible()).toBe(true);

    await page.getByLabel('Рік').selectOption('2022');
    await page.getByLabel('Зона').selectOption('night');
    await page.getByRole('button', { name: 'Показати', exact: true }).click();
    await page.getByRole('heading', { name: 'Зміни за 2022 рік' }).waitFor();
    expect(new URL(page.url()).searchParams.get('zone')).toBe('night');
    expect(await table.locator('tbody').count()).toBe(1);
    expect(await table.innerText()).toMatch(/0,72[\s\S]*0,84/);
    await checkPage();
    await page.goBack();
    await page.getByRole('heading', { name: 'Усі зміни' }).waitFor();

    const { content } = await cabinet.keep(() => page.getByRole('button', { name: 'XLSX' }).click());
    const book = read(content);
    const sheet = book.Sheets[book.SheetNames[0] ?? ''];
    if (!sheet) throw new Error('no sheet');
    expect(utils.sheet_to_json<unknown[]>(sheet, { header: 1 })).toHaveLength(1 + 3 + 2 + 1 + 2 + 4 * 3);
    expect(cabinet.takeProblems()).toEqual([]);
  });
});
