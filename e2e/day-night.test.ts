import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkPage } from './support/check-page.ts';
import { sampleSignIns } from './support/sample-users.ts';
import { signedInPage } from './support/signed-in-page.ts';
import {
  type Device,
  startTestEnvironment,
  type TestEnvironment,
  waitUntilIdle,
} from './support/test-environment.ts';

const path = '/cabinet/person/directory/day-night';
const twoZones = '2390001111';
const oneZone = '2390001112';

let stage: TestEnvironment;

beforeAll(async () => {
  stage = await startTestEnvironment();
});
afterAll(() => stage.close());

/** The object is chosen on the home, as a customer does it. */
async function openCalculator(device: Device, account: string) {
  const visitor = await signedInPage(stage, sampleSignIns.personOfThree, device, {
    path: `/cabinet/person?account=${account}`,
  });
  return visitor;
}

const sumOf = (text: string) =>
  BigInt(
    text
      .replace('−', '-')
      .replace(/[^\d,-]/g, '')
      .replace(',', ''),
  );

const saved = async (page: Page) =>
  sumOf(await page.locator('section[data-tone=dusk] [aria-live]').innerText());

describe.each(['phone', 'desk'] as const)('the day-night calculator on a %s', (device) => {
  it('shows what the meter with zones saved, from the home to a single month', async () => {
    const { page, problems, context } = await openCalculator(device, twoZones);
    await page.getByText(/^Ваш лічильник заощадив .* за 1[0-2] місяців\.$/).waitFor();
    await page.getByRole('link', { name: 'Подивитися за місяцями' }).click();
    await page.getByRole('heading', { name: 'Ваш лічильник заощаджує на місяць' }).waitFor();
    await waitUntilIdle(page);
    await checkPage(page);

    // The last closed month: 80 by day and 40 by night, 518.40 against 432.00.
    await page.getByLabel('За який час').selectOption({ index: 1 });
    await page.getByRole('heading', { name: /^Ваш лічильник заощадив за / }).waitFor();
    expect(new URL(page.url()).searchParams.get('month')).toMatch(/^\d{4}-\d\d$/);
    const row = await page.getByRole('table').locator('tbody tr').innerText();
    expect(row.match(/\d+,\d\d/g)).toEqual(['518,40', '432,00', '86,40']);
    expect(await saved(page)).toBe(8640n);
    expect(await page.getByText('4,32').first().isVisible()).toBe(true);

    // Another share by the keyboard, and the own one again.
    const slider = page.getByRole('slider');
    await slider.focus();
    await page.keyboard.press('End');
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^100 % уночі/);
    expect(await saved(page)).toBeGreaterThan(8640n);
    await page.getByRole('button', { name: 'Повернути мою частку' }).click();
    expect(await saved(page)).toBe(8640n);
    await checkPage(page);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('tells a household with one zone what the night would save, and when the meter is paid back', async () => {
    const { page, problems, context } = await openCalculator(device, oneZone);
    await page.getByText(/^Якби на ніч припадала третина/).waitFor();
    await page.getByRole('link', { name: 'Порахувати точніше' }).click();
    await page.getByRole('heading', { name: 'Менше на місяць' }).waitFor();
    const supposed = await saved(page);
    await page.getByRole('slider').focus();
    await page.keyboard.press('Home');
    await page.getByRole('heading', { name: 'Різниці немає' }).waitFor();
    await page.keyboard.press('End');
    expect(await saved(page)).toBeGreaterThan(2n * supposed);

    await page.getByLabel('Лічильник, грн').fill('багато');
    await page.getByText('Введіть суму, наприклад').waitFor();
    await checkPage(page);
    await page.getByLabel('Лічильник, грн').fill('2500');
    await page.getByLabel('Встановлення, грн').fill('800,50');
    await page.getByText(/^Окупиться за /).waitFor();
    expect(await page.getByText(/^за 5 років$/).isVisible()).toBe(true);
    await checkPage(page);
    expect(problems).toEqual([]);
    await context.close();
  });
});

it('lets a household without bills type its consumption', async () => {
  const { page, context } = await openCalculator('phone', oneZone);
  await page.route('**/api/consumption/history', (route) =>
    route.fulfill({ json: { status: 'success', months: [] } }),
  );
  await page.goto(`${stage.product.url}${path}?month=1999-01`);
  const typed = page.getByLabel('Скільки споживаєте за місяць, кВт·год');
  await typed.fill('300');
  // 33 % of 300 kWh at half of 4.32.
  await page.getByText('33 % уночі: 99 з 300 кВт·год').waitFor();
  expect(await saved(page)).toBe(21_384n);
  await checkPage(page);
  await typed.fill('0');
  await page.getByText('Введіть ціле число від 1 до 99999.').waitFor();
  await checkPage(page);
  await context.close();
});

it('fails alone and is tried again; the home then tells without a figure of one’s own', async () => {
  const { page, context } = await signedInPage(stage, sampleSignIns.personOfThree, 'phone');
  await page.route('**/api/tariffs/history', (route) => route.abort());
  await page.goto(`${stage.product.url}/cabinet/person?account=${oneZone}`);
  await page.getByText('Двозонний лічильник «День-Ніч»').waitFor();
  await page.getByRole('link', { name: 'Порахувати точніше' }).click();
  await page.getByText('Не вдалося порахувати').waitFor();
  await checkPage(page);
  await page.unroute('**/api/tariffs/history');
  await page.getByRole('button', { name: 'Спробувати ще раз' }).click();
  await page.getByRole('heading', { name: 'Менше на місяць' }).waitFor();
  await context.close();
});
