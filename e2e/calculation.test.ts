import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billingMessages } from '#contract/messages/billing-messages.ts';
import { type AskFacts, readingAsk } from '#domain/readings/reading-ask.ts';
import { addMonths, firstDay, periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { systemClock } from '#platform/clock.ts';
import { callProduct } from './support/call-product.ts';
import { checkPage } from './support/check-page.ts';
import { chooseObject } from './support/choose-object.ts';
import { sampleSignIns } from './support/sample-users.ts';
import { type SignedInVisitor, signedInPage } from './support/signed-in-page.ts';
import {
  type Device,
  startTestEnvironment,
  type TestEnvironment,
  waitUntilIdle,
} from './support/test-environment.ts';

const path = '/cabinet/person/calculation';
const person = sampleSignIns.personOfDifficult;
/** Closed long ago, whatever day it is. */
const closedMonth = addMonths(periodOf(kyivDateOf(systemClock.now())), -2);

let stage: TestEnvironment;

beforeAll(async () => {
  stage = await startTestEnvironment();
});
afterAll(() => stage.close());

/** The calculation of an object of somebody who has chosen it. */
async function open(device: Device, account: string, search = ''): Promise<SignedInVisitor> {
  await chooseObject(stage.product.url, person, account);
  return signedInPage(stage, person, device, { path: path + search });
}

/** Every reading of the calculation answers so from now on. */
async function answerWith(page: Page, failure: { code: string; message: string }, status = 409) {
  await page.route('**/api/get-common', (route) =>
    route.fulfill({
      status,
      json: { status: 'fail', reference: '0199f000-0000-7000-8000-000000000001', ...failure },
    }),
  );
}

/** The way to the readings: lit and named by the order while one can be given, else quiet, with the day of the window. */
async function findWayToReadings({ page, token }: SignedInVisitor, account: string): Promise<Locator> {
  const facts = await callProduct(stage.product.url, '/api/meters/list', { token, account });
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

describe.each(['phone', 'desk'] as const)('the calculation on a %s', (device) => {
  it('tells the sum so far, the month day by day, the meter and the tariff', async () => {
    const visitor = await open(device, '2390002009');
    const { page, problems } = visitor;
    await page.getByText(/Нараховано станом на \d\d\.\d\d\.\d{4}/).waitFor();
    await page.getByText('За середнім споживанням, без показань').waitFor();
    await page.getByRole('img', { name: /за показаннями 0 днів/ }).waitFor();
    expect(await page.getByRole('row', { name: /№ \d+, ніч/ }).count()).toBe(1);
    expect(await page.getByText(/× 0,4$/).count()).toBe(1);
    await checkPage(page);
    await (await findWayToReadings(visitor, '2390002009')).click();
    await page.waitForURL(/\/indication$/);
    expect(problems).toEqual([]);
  });

  it('a month that is closed leads to its bill, and the address keeps the month', async () => {
    const { page, problems } = await open(device, '2390002005', `?date=${firstDay(closedMonth)}`);
    await page.getByText(billingMessages['billing.alreadyCalculated']).waitFor();
    const current = page.getByRole('navigation', { name: 'Місяць розрахунку' }).locator('[aria-current]');
    expect(await current.count()).toBe(1);
    await checkPage(page);
    // A refusal is told by its status too: the browser notes it, the cabinet does not.
    expect(problems.filter((problem) => !problem.includes('409'))).toEqual([]);
    await page.getByRole('link', { name: /Відкрити рахунок за/ }).click();
    await page.waitForURL(new RegExp(`/bills/${closedMonth}$`));
  });

  it.each([
    ['2390002017', 'Суму скаже контактний центр', 'tel:'],
    ['2390002018', 'Змінюються умови договору', '/cabinet/person/bills'],
    ['2390002019', 'Чекаємо на показання групи', '/cabinet/person/indication'],
    ['2390002020', /За .* нарахувань немає/, '/cabinet/person/bills'],
  ])('%s: says why there is no sum and what to do', async (account, title, way) => {
    const { page } = await open(device, account);
    await page.getByRole('heading', { level: 2, name: title }).waitFor();
    await page.locator(`main a[href^="${way}"]`).first().waitFor();
    await checkPage(page);
  });
});

describe('who can give no reading is told so everywhere', () => {
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
      'надішліть фото лічильника до 13:00',
      /Введення показань тимчасово заблоковано/,
      'Надіслати фото лічильника',
      /^Що зробити зараз:\s+Надішліть фото лічильника$/,
    ],
  ])(
    '%s: the calculation and the home name the same cause and order, and no window',
    async (account, words, cause, way, title) => {
      const { page, problems, context } = await open('phone', account);
      await page.getByText(words).waitFor();
      expect(await page.getByRole('main').getByRole('link', { name: 'Передати показання' }).count()).toBe(0);
      await page.getByRole('main').getByRole('link', { name: way, exact: true }).waitFor();
      await checkPage(page);
      await page.goto(`${stage.product.url}/cabinet/person?account=${account}`);
      await waitUntilIdle(page);
      await page.getByRole('main').getByText(cause).first().waitFor();
      await page.getByRole('heading', { level: 2, name: title }).waitFor();
      expect(await page.getByText(/[Вв]ікно.* відкриється/).count()).toBe(0);
      await checkPage(page);
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  it('without a contract there is neither a window nor a day-night meter to think of', async () => {
    const path = '/cabinet/person?account=2390002020';
    const { page, problems, context } = await signedInPage(stage, person, 'desk', { path });
    await page
      .getByText(/немає чинного договору/)
      .first()
      .waitFor();
    await page.getByRole('navigation', { name: 'Розділи кабінету' }).waitFor();
    await waitUntilIdle(page);
    expect(await page.getByText(/[Вв]ікно.* відкриється/).count()).toBe(0);
    expect(await page.locator('main a[href$="/day-night"]').count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('where the sum is not told before the bill neither home nor readings tell it', async () => {
    const path = '/cabinet/person?account=2390002018';
    const { page, problems, context } = await signedInPage(stage, person, 'phone', { path });
    await page.getByText(/Прогнозу на цей місяць немає\. Через зміни в договорі/).waitFor();
    expect(await page.getByText(sum).count()).toBe(0);
    await checkPage(page);
    await page.goto(`${stage.product.url}/cabinet/person/indication`);
    await page.getByText(/Очікувану суму зараз не порахувати\. Через зміни в договорі/).waitFor();
    expect(await page.getByRole('table', { name: 'Який буде рахунок за місяць' }).count()).toBe(0);
    await checkPage(page);
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('what stands in the way for a while', () => {
  it('readings that are checked: until when, and which they are', async () => {
    const visitor = await open('phone', '2390002005');
    const { page } = visitor;
    const message = billingMessages['billing.pendingVerification'].replace('{date}', '27.11.2026');
    await answerWith(page, { code: 'billing.pendingVerification', message }, 422);
    await page.reload();
    await page.getByRole('heading', { name: 'Оператор перевіряє показання' }).waitFor();
    await page.getByText('27.11.2026').waitFor();
    await findWayToReadings(visitor, '2390002005');
    await checkPage(page);
  });

  it('a month that is being closed is asked for again, and the sum comes', async () => {
    const { page } = await open('desk', '2390002005');
    const code = 'billing.periodClosing';
    await answerWith(page, { code, message: billingMessages[code] });
    await page.reload();
    await page.getByRole('heading', { name: 'Місяць закривається' }).waitFor();
    await checkPage(page);
    await page.unroute('**/api/get-common');
    await page.getByRole('button', { name: 'Спробувати ще раз' }).click();
    await page.getByText(/Нараховано станом на/).waitFor();
  });
});
