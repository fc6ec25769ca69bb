import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleSignIns } from '../support/sample-users.ts';
import { type CabinetPages, startCabinetPages } from './cabinet-pages.tsx';
import { checkPage, type Page } from './page.ts';

const path = '/cabinet/person/directory/day-night';
const twoZones = '2390001111';
const oneZone = '2390001112';

let cabinet: CabinetPages;
let page: Page;

beforeAll(async () => {
  cabinet = await startCabinetPages();
  page = cabinet.page;
});
afterAll(() => cabinet.close());

/** The home with that object chosen. */
const openHome = (account: string) =>
  cabinet.visit(sampleSignIns.personOfThree, `/cabinet/person?account=${account}`);

const sumOf = (text: string) =>
  BigInt(
    text
      .replace('−', '-')
      .replace(/[^\d,-]/g, '')
      .replace(',', ''),
  );

const saved = async () => sumOf(await page.locator('section[data-tone=dusk] [aria-live]').innerText());

describe('the day-night calculator', () => {
  it('shows what the meter with zones saved, from the home to a single month', async () => {
    await openHome(twoZones);
    await page.getByText(/^Ваш лічильник заощадив .* за 1[0-2] місяців\.$/).waitFor();
    await page.getByRole('link', { name: 'Подивитися за місяцями' }).click();
    await page.getByRole('heading', { name: 'Ваш лічильник заощаджує на місяць' }).waitFor();
    await cabinet.settled();
    await checkPage();

    // The last closed month: 80 by day and 40 by night, 518.40 against 432.00.
    await page.getByLabel('За який час').selectOption({ index: 1 });
    await page.getByRole('heading', { name: /^Ваш лічильник заощадив за / }).waitFor();
    expect(new URL(page.url()).searchParams.get('month')).toMatch(/^\d{4}-\d\d$/);
    const row = await page.getByRole('table').locator('tbody tr').innerText();
    expect(row.match(/\d+,\d\d/g)).toEqual(['518,40', '432,00', '86,40']);
    expect(await saved()).toBe(8640n);
    expect(await page.getByText('4,32').first().isVisible()).toBe(true);

    // Another share by the keyboard, and the own one again.
    const slider = page.getByRole('slider');
    await slider.focus();
    await page.keyboard.press('End');
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^100 % уночі/);
    expect(await saved()).toBeGreaterThan(8640n);
    await page.getByRole('button', { name: 'Повернути мою частку' }).click();
    expect(await saved()).toBe(8640n);
    await checkPage();
    expect(cabinet.takeProblems()).toEqual([]);
  });

  it('tells a household with one zone what the night would save, and when the meter is paid back', async () => {
    await openHome(oneZone);
    await page.getByText(/^Якби на ніч припадала третина/).waitFor();
    await page.getByRole('link', { name: 'Порахувати точніше' }).click();
    await page.getByRole('heading', { name: 'Менше на місяць' }).waitFor();
    const supposed = await saved();
    await page.getByRole('slider').focus();
    await page.keyboard.press('Home');
    await page.getByRole('heading', { name: 'Різниці немає' }).waitFor();
    await page.keyboard.press('End');
    expect(await saved()).toBeGreaterThan(2n * supposed);

    await page.getByLabel('Лічильник, грн').fill('багато');
    await page.getByText('Введіть суму, наприклад').waitFor();
    await checkPage();
    await page.getByLabel('Лічильник, грн').fill('2500');
    await page.getByLabel('Встановлення, грн').fill('800,50');
    await page.getByText(/^Окупиться за /).waitFor();
    expect(await page.getByText(/^за 5 років$/).isVisible()).toBe(true);
    await checkPage();
    expect(cabinet.takeProblems()).toEqual([]);
  });
});

it('lets a household without bills type its consumption', async () => {
  await openHome(oneZone);
  cabinet.replaceAnswers({ '/api/consumption/history': { months: [] } });
  await page.goto(`${cabinet.product.url}${path}?month=1999-01`);
  const typed = page.getByLabel('Скільки споживаєте за місяць, кВт·год');
  await typed.fill('300');
  // 33 % of 300 kWh at half of 4.32.
  await page.getByText('33 % уночі: 99 з 300 кВт·год').waitFor();
  expect(await saved()).toBe(21_384n);
  await checkPage();
  await typed.fill('0');
  await page.getByText('Введіть ціле число від 1 до 99999.').waitFor();
  await checkPage();
});

it('fails alone and is tried again; the home then tells without a figure of one’s own', async () => {
  cabinet.replaceAnswers({ '/api/tariffs/history': 'broken' });
  await openHome(oneZone);
  await page.getByText('Двозонний лічильник «День-Ніч»').waitFor();
  await page.getByRole('link', { name: 'Порахувати точніше' }).click();
  await page.getByText('Не вдалося порахувати').waitFor();
  await checkPage();
  cabinet.replaceAnswers({});
  await page.getByRole('button', { name: 'Спробувати ще раз' }).click();
  await page.getByRole('heading', { name: 'Менше на місяць' }).waitFor();
});
