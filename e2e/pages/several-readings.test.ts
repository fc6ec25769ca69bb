import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteDigits } from '#web/session/typed-digits.ts';
import { callProduct } from '../support/call-product.ts';
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

const homePage = '/cabinet/person';
const readingPage = '/cabinet/person/indication';
const fields = () => page.locator('main input[inputmode="numeric"]');
const receipt = () => page.locator('main [data-paper]');
const button = (name: string | RegExp) => page.getByRole('button', { name });
const whole = /^Показання (прийнято|на перевірці)$/;

interface Meters {
  window: { opensOn: string };
  meters: { registers: { previousValue: number }[] }[];
}

async function metersOf(token: string, account: string) {
  const answer = await callProduct(cabinet.product.url, '/api/meters/list', { token, account });
  const { window, meters } = answer as unknown as Meters;
  return { window, previous: (meters[0]?.registers ?? []).map(({ previousValue }) => previousValue) };
}

/** Agrees where the customer is asked whether so much is right, and waits for the receipt with this title. */
async function agreeIfAsked(title: string | RegExp, value: number): Promise<void> {
  const agree = button('Усе правильно, передати');
  const taken = receipt()
    .filter({ has: page.getByRole('heading', { name: title }) })
    .filter({ has: page.getByRole('cell', { name: String(value), exact: true }) });
  await agree.or(taken).first().waitFor();
  if (await agree.isVisible()) await agree.press('Enter');
  await taken.waitFor();
  await cabinet.settled();
}

async function give(values: readonly number[]): Promise<void> {
  for (const [index, value] of values.entries()) await fields().nth(index).fill(String(value));
  await page.keyboard.press('Enter');
  await agreeIfAsked(whole, values[0] ?? 0);
}

/** Readings that nothing has replaced, by day and zone, of the month that is not billed. */
async function currentReadingsOf(account: string): Promise<[string, string, number][]> {
  const rows = await cabinet.server.billingDb
    .selectFrom('billing.reading')
    .select(['effective_date', 'zone', 'value'])
    .where('account_number', '=', account)
    .where('effective_date', '>', '2026-11-01')
    .where('status', 'in', ['accepted', 'underReview'])
    .orderBy('effective_date')
    .orderBy(sql`array_position(array['peak', 'halfPeak', 'day', 'night'], zone)`)
    .execute();
  return rows.map(({ effective_date, zone, value }) => [effective_date, zone, Number(value)]);
}

describe('readings of several days of a month', () => {
  const account = '2390001111';
  const openOn = (day: string, path: string) => {
    cabinet.setClock(`${day}T10:00:00Z`);
    // A new tab knows nothing of what was sent before.
    deleteDigits();
    return cabinet.visit(sampleSignIns.personOfThree, path, account);
  };
  const twoZones = (day: string, [ofDay = 0, ofNight = 0]: readonly number[]) => [
    [day, 'day', ofDay],
    [day, 'night', ofNight],
  ];

  it('the 12th is given, corrected on the 22nd beside another reading, and the window asks once more', async () => {
    const { previous, window } = await metersOf(await openOn('2026-11-12', readingPage), account);
    const more = (kwh: number) => previous.map((value) => value + kwh);
    await give(more(20));
    expect(await currentReadingsOf(account)).toEqual(twoZones('2026-11-12', more(20)));

    await openOn('2026-11-22', readingPage);
    await page.getByText('Ви передавали 12.11.2026. Можна передати ще раз').waitFor();
    await checkPage();
    await button('Виправити показання від 12.11.2026').press('Enter');
    await page.getByRole('heading', { name: 'Виправлення показання станом на 12.11.2026' }).waitFor();
    await page.getByLabel('Помилка в цифрі').check();
    await checkPage();
    await give(more(22));
    await give(more(45));
    await openOn('2026-11-22', readingPage);
    await page.getByText('Передайте ще раз, коли 29.11.2026 відкриється вікно').waitFor();
    const earlier = [...twoZones('2026-11-12', more(22)), ...twoZones('2026-11-22', more(45))];
    expect(await currentReadingsOf(account)).toEqual(earlier);

    expect(window.opensOn).toBe('2026-11-29');
    const asked = /Ви передавали 22\.11\.2026\.\s+Передайте ще раз, щоб не рахувати 9 /;
    await openOn(window.opensOn, homePage);
    await page.getByText(asked).waitFor();
    await checkPage();
    await page.goto(`${cabinet.product.url}${readingPage}`);
    await page.getByText(asked).waitFor();
    await give(more(60));
    await page.getByText(asked).waitFor({ state: 'detached' });
    expect(await fields().count()).toBe(0);
    await checkPage();
    await page.goto(`${cabinet.product.url}${homePage}`);
    await page.getByRole('heading', { name: /Що зробити зараз/ }).waitFor();
    await page.getByText('Передайте показання').waitFor({ state: 'detached' });
    expect(await currentReadingsOf(account)).toEqual([...earlier, ...twoZones('2026-12-01', more(60))]);
    expect(cabinet.takeProblems()).toEqual([]);
  });
});

it('a part of three zones is sent as a part, names the rest and is completed', async () => {
  const account = '2390002009';
  cabinet.setClock('2026-11-30T10:00:00Z');
  const token = await cabinet.visit(sampleSignIns.personOfDifficult, readingPage, account);
  const { previous } = await metersOf(token, account);
  const [peak = 0, halfPeak = 0, night = 0] = previous.map((value) => value + 10);
  await fields().first().fill(String(peak));
  await page.keyboard.press('Enter');
  expect(document.activeElement).toBe(fields().elements()[1]);
  expect(await currentReadingsOf(account)).toEqual([]);
  await button('Напівпік і Ніч передам пізніше').click();
  await agreeIfAsked(/^(Прийнято: Пік|Показання на перевірці)$/, peak);
  await page.getByText('Передано не все: бракує Напівпік і Ніч').waitFor();
  expect(await receipt().getByText('Показання прийнято').count()).toBe(0);
  expect(await currentReadingsOf(account)).toEqual([['2026-12-01', 'peak', peak]]);
  await checkPage();

  await fields().first().fill(String(halfPeak));
  await button('Далі: Ніч').click();
  await page.keyboard.type(String(night));
  await page.keyboard.press('Enter');
  await agreeIfAsked(whole, night);
  expect(await page.getByText('Передано не все').count()).toBe(0);
  expect(await currentReadingsOf(account)).toEqual([
    ['2026-12-01', 'peak', peak],
    ['2026-12-01', 'halfPeak', halfPeak],
    ['2026-12-01', 'night', night],
  ]);
  expect(cabinet.takeProblems()).toEqual([]);
});
