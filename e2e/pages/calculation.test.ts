import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billingMessages } from '#contract/messages/billing-messages.ts';
import { type AskFacts, readingAsk } from '#domain/readings/reading-ask.ts';
import { addMonths, billingPeriod, firstDay } from '#domain/time/billing-period.ts';
import { callProduct } from '../support/call-product.ts';
import { sampleSignIns } from '../support/sample-users.ts';
import { type CabinetPages, startCabinetPages } from './cabinet-pages.tsx';
import type { Locator } from './locator.ts';
import { checkPage, type Page } from './page.ts';

const path = '/cabinet/person/calculation';
const person = sampleSignIns.personOfDifficult;
/** Closed long ago, whatever day it is. */
const closedMonth = addMonths(billingPeriod('2026-11'), -2);

let cabinet: CabinetPages;
let page: Page;

beforeAll(async () => {
  cabinet = await startCabinetPages();
  page = cabinet.page;
});
afterAll(() => cabinet.close());

/** The calculation of an object of somebody who has chosen it. */
const open = (account: string, search = '') => cabinet.visit(person, path + search, account);

/** The way to the readings: lit and named by the order while one can be given, else quiet, with the day of the window. */
async function findWayToReadings(account: string, token: string): Promise<Locator> {
  const facts = await callProduct(cabinet.product.url, '/api/meters/list', { token, account });
  const ask = readingAsk(facts as unknown as AskFacts);
  const main = page.getByRole('main');
  const way = main.getByRole('link', {
    name: ask.kind === 'give' ? 'Передати показання' : 'До показань',
    exact: true,
  });
  await way.waitFor();
  const opens = main.getByText(/^Вікно для показань відкриється \d\d\.\d\d\.\d{4}$/);
  if (ask.kind === 'wait' && ask.opensOn) await opens.waitFor();
  else expect(await opens.count()).toBe(0);
  return way;
}

describe('the calculation', () => {
  it('tells the sum so far, the month day by day, the meter and the tariff', async () => {
    const token = await open('2390002009');
    await page.getByText(/Нараховано станом на \d\d\.\d\d\.\d{4}/).waitFor();
    await page.getByText('За середнім споживанням, без показань').waitFor();
    await page.getByRole('img', { name: /за показаннями 0 днів/ }).waitFor();
    expect(await page.getByRole('row', { name: /№ \d+, Ніч/ }).count()).toBe(1);
    expect(await page.getByText(/× 0,4$/).count()).toBe(1);
    await checkPage();
    await (await findWayToReadings('2390002009', token)).click();
    await page.waitForURL(/\/indication$/);
    expect(cabinet.takeProblems()).toEqual([]);
  });

  it('a month that is closed leads to its bill, and the address keeps the month', async () => {
    await open('2390002005', `?date=${firstDay(closedMonth)}`);
    await page.getByText(billingMessages['billing.alreadyCalculated']).waitFor();
    const current = page.getByRole('navigation', { name: 'Місяць розрахунку' }).locator('[aria-current]');
    expect(await current.count()).toBe(1);
    await checkPage();
    expect(cabinet.takeProblems()).toEqual([]);
    await page.getByRole('link', { name: /Відкрити рахунок за/ }).click();
    await page.waitForURL(new RegExp(`/bills/${closedMonth}$`));
  });

  it.each([
    ['2390002017', 'Суму скаже контактний центр', 'tel:'],
    ['2390002018', 'Змінюються умови договору', '/cabinet/person/bills'],
    ['2390002019', 'Чекаємо на показання групи', '/cabinet/person/indication'],
    ['2390002020', /За .* нарахувань немає/, '/cabinet/person/bills'],
  ])('%s: says why there is no sum and what to do', async (account, title, way) => {
    await open(account);
    await page.getByRole('heading', { level: 2, name: title }).waitFor();
    await page.locator(`main a[href^="${way}"]`).first().waitFor();
    await checkPage();
  });
});

describe('where no reading can be given every page says so', () => {
  const sum = /Очікуваний рахунок за/;

  it.each([
    [
      '2390002012',
      'Показання знімає оператор',
      /показання знімає оператор системи розподілу/,
      'До показань',
      /^Що зробити зараз:\s+(?!Надішліть)/,
    ],
    [
      '2390002014',
      'Лічильник стоїть у підстанції',
      /Лічильник розташований у підстанції/,
      'До показань',
      /^Що зробити зараз:\s+(?!Надішліть)/,
    ],
    [
      '2390002016',
      'Куди й до коли надіслати фото лічильника',
      /Введення показань тимчасово заблоковано/,
      'Надіслати фото лічильника',
      /^Що зробити зараз:\s+Надішліть фото лічильника$/,
    ],
  ])(
    '%s: the calculation and the home name the same cause and order, and no window',
    async (account, words, cause, way, title) => {
      await open(account);
      await page.getByText(words).waitFor();
      expect(await page.getByRole('main').getByRole('link', { name: 'Передати показання' }).count()).toBe(0);
      await page.getByRole('main').getByRole('link', { name: way, exact: true }).waitFor();
      await checkPage();
      await page.goto(`${cabinet.product.url}/cabinet/person?account=${account}`);
      await cabinet.settled();
      await page.getByRole('main').getByText(cause).first().waitFor();
      await page.getByRole('heading', { level: 2, name: title }).waitFor();
      expect(await page.getByText(/[Вв]ікно.* відкриється/).count()).toBe(0);
      await checkPage();
      expect(cabinet.takeProblems()).toEqual([]);
    },
  );

  it('without a contract there is neither a window nor a day-night meter to think of', async () => {
    const path = '/cabinet/person?account=2390002020';
    await cabinet.visit(person, path);
    await page
      .getByText(/немає чинного договору/)
      .first()
      .waitFor();
    await page.getByRole('navigation', { name: 'Розділи кабінету' }).waitFor();
    await cabinet.settled();
    expect(await page.getByText(/[Вв]ікно.* відкриється/).count()).toBe(0);
    expect(await page.locator('main a[href$="/day-night"]').count()).toBe(0);
    expect(cabinet.takeProblems()).toEqual([]);
  });

  it('where the sum is not told before the bill neither home nor readings tell it', async () => {
    const path = '/cabinet/person?account=2390002018';
    await cabinet.visit(person, path);
    await page.getByText(/Прогнозу на цей місяць немає\. Через зміни в договорі/).waitFor();
    expect(await page.getByText(sum).count()).toBe(0);
    await checkPage();
    await page.goto(`${cabinet.product.url}/cabinet/person/indication`);
    await page.getByText(/Очікувану суму зараз не порахувати\. Через зміни в договорі/).waitFor();
    expect(await page.getByRole('table', { name: 'Який буде рахунок за місяць' }).count()).toBe(0);
    await checkPage();
    expect(cabinet.takeProblems()).toEqual([]);
  });
});

describe('temporary obstacles', () => {
  it('readings that are checked: until when, and which they are', async () => {
    const token = await open('2390002005');
    const message = billingMessages['billing.pendingVerification'].replace('{date}', '27.11.2026');
    cabinet.replaceAnswers({
      '/api/get-common': { httpStatus: 422, ...{ code: 'billing.pendingVerification', message } },
    });
    await page.reload();
    await page.getByRole('heading', { name: 'Оператор перевіряє показання' }).waitFor();
    await page.getByText('27.11.2026').waitFor();
    await findWayToReadings('2390002005', token);
    await checkPage();
  });

  it('a month that is being closed is asked for again, and the sum comes', async () => {
    await open('2390002005');
    const code = 'billing.periodClosing';
    cabinet.replaceAnswers({
      '/api/get-common': { httpStatus: 409, ...{ code, message: billingMessages[code] } },
    });
    await page.reload();
    await page.getByRole('heading', { name: 'Місяць закривається' }).waitFor();
    await checkPage();
    cabinet.replaceAnswers({});
    await page.getByRole('button', { name: 'Спробувати ще раз' }).click();
    await page.getByText(/Нараховано станом на/).waitFor();
  });
});
