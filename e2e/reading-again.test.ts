import { expect, type Page, test } from '@playwright/test';
import pg from 'pg';
import { addMonths, firstDay, firstDayAfter, periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf, kyivInstant } from '#domain/time/kyiv.ts';
import { addDays, daysBetween, type LocalDate } from '#domain/time/local-date.ts';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { checkLargeLetters } from '#e2e/support/page/narrow-look.ts';
import { type SignedInVisitor, signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { type Device, waitUntilIdle } from '#e2e/support/page/visit.ts';
import { createProductClock, type ProductClock } from '#e2e/support/product/product-clock.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { systemClock } from '#platform/clock.ts';
import { callProduct } from './support/call-product.ts';
import { sampleSignIns } from './support/sample-users.ts';

const month = periodOf(kyivDateOf(systemClock.now()));
const [early, later] = [addDays(firstDay(month), 11), addDays(firstDay(month), 21)];

let env: OwnTestEnvironment;
let database: pg.Pool;
let clock: ProductClock;

test.beforeAll(async ({ browser }) => {
  clock = await createProductClock();
  env = await startTestEnvironment(browser, clock.environment);
  database = new pg.Pool({ connectionString: env.product.databaseUrl, max: 1 });
});
test.afterAll(async () => {
  await database.end();
  await env.close();
  await clock.remove();
});

const homePage = '/cabinet/person';
const readingPage = '/cabinet/person/indication';
const fields = (page: Page) => page.locator('main input[inputmode="numeric"]');
const receipt = (page: Page) => page.locator('main [data-paper]');
const dotted = (day: LocalDate) => day.split('-').toReversed().join('.');

/** Opens a page as the customer does on that day, signed in anew: the session of ten days ago has ended. */
async function openOn(day: LocalDate, device: Device, account: string, path: string) {
  const noon = kyivInstant(day, 12, 0);
  clock.set(noon);
  const visitor = await signedInPage(env, sampleSignIns.personOfThree, device);
  await visitor.page.clock.install({ time: noon });
  // The object is chosen on the home.
  for (const next of new Set([homePage, path])) {
    await visitor.page.goto(`${env.product.url}${next}?account=${account}`);
    await waitUntilIdle(visitor.page);
  }
  return visitor;
}

/** Types the values by the keyboard alone, sends them and says yes where it is asked whether so much is right. */
async function give(page: Page, values: readonly number[]): Promise<void> {
  await fields(page).first().focus();
  for (const [index, value] of values.entries()) {
    if (index > 0) await page.keyboard.press('Tab');
    await page.keyboard.press('Control+A');
    await page.keyboard.type(String(value));
  }
  await page.keyboard.press('Enter');
  const agree = page.getByRole('button', { name: 'Погоджуюсь' });
  const taken = receipt(page)
    .filter({ hasText: /Показання (прийнято|на перевірці)/ })
    .filter({ has: page.getByRole('cell', { name: String(values[0]), exact: true }) });
  await agree.or(taken).first().waitFor();
  if (await agree.isVisible()) await agree.press('Enter');
  await taken.waitFor();
  await waitUntilIdle(page);
}

/** The browser notes the status with which the server asks whether so much is right. */
const isNoQuestion = (problem: string) => !/status of 422/.test(problem);

async function leave({ problems, context }: SignedInVisitor): Promise<void> {
  expect(problems.filter(isNoQuestion)).toEqual([]);
  await context.close();
}

interface Meters {
  window: { opensOn: LocalDate };
  meters: { registers: { previousValue: number }[] }[];
}

async function metersOf({ token }: SignedInVisitor, account: string): Promise<Meters> {
  return (await callProduct(env.product.url, '/api/meters/list', { token, account })) as unknown as Meters;
}

/** What counts, day by day: the values of the registers that nothing has replaced. */
async function currentReadingsOf(account: string): Promise<[string, number[]][]> {
  const { rows } = await database.query<{ day: string; values: number[] }>(
    `select effective_date::text as day,
       array_agg(value::float8 order by array_position(array['single', 'day', 'night'], zone)) as values
     from billing.reading where account_number = $1 and effective_date > $2 and status in ('accepted', 'underReview')
     group by 1 order by 1`,
    [account, firstDay(month)],
  );
  return rows.map(({ day, values }) => [day, values]);
}

for (const [device, account] of [
  ['phone', '2390001111'],
  ['desk', '2390001112'],
] as const) {
  test.describe(`readings of several days of a month, on a ${device}`, () => {
    test('the 12th is given, put right on the 22nd beside another reading, and the window asks once more', async () => {
      const first = await openOn(early, device, account, readingPage);
      const { meters, window } = await metersOf(first, account);
      const previous = (meters[0]?.registers ?? []).map(({ previousValue }) => previousValue);
      const more = (kwh: number) => previous.map((value) => value + kwh);
      await give(first.page, more(20));
      await leave(first);
      expect(await currentReadingsOf(account)).toEqual([[early, more(20)]]);

      const second = await openOn(later, device, account, readingPage);
      await second.page.getByText(`Ви передавали ${dotted(early)}. Можна передати ще раз`).waitFor();
      await checkPage(second.page);
      await second.page
        .getByRole('button', { name: `Виправити показання від ${dotted(early)}` })
        .press('Enter');
      await second.page
        .getByRole('heading', { name: `Виправлення показання станом на ${dotted(early)}` })
        .waitFor();
      await second.page.getByText('Помилка в цифрі').click();
      await checkPage(second.page);
      await give(second.page, more(22));
      await give(second.page, more(45));
      await second.page.reload();
      await second.page
        .getByText(`Передайте ще раз, коли ${dotted(window.opensOn)} відкриється вікно`)
        .waitFor();
      await leave(second);
      expect(await currentReadingsOf(account)).toEqual([
        [early, more(22)],
        [later, more(45)],
      ]);

      const days = daysBetween(later, firstDayAfter(month));
      const asked = new RegExp(
        `Ви передавали ${dotted(later)}\\.\\s+Передайте ще раз, щоб не рахувати ${days} `,
      );
      const home = await openOn(window.opensOn, device, account, homePage);
      await home.page.getByText(asked).waitFor();
      await checkPage(home.page);
      await home.page.goto(`${env.product.url}${readingPage}?account=${account}`);
      await home.page.getByText(asked).waitFor();
      await waitUntilIdle(home.page);
      await give(home.page, more(60));
      await home.page.getByText(asked).waitFor({ state: 'detached' });
      expect(await fields(home.page).count()).toBe(0);
      await checkPage(home.page);
      expect(await checkLargeLetters(home.page, readingPage)).toEqual([]);
      await home.page.goto(`${env.product.url}${homePage}?account=${account}`);
      await home.page.getByRole('heading', { name: /Що зробити зараз/ }).waitFor();
      await home.page.getByText('Передайте показання').waitFor({ state: 'detached' });
      await leave(home);
      expect(await currentReadingsOf(account)).toEqual([
        [early, more(22)],
        [later, more(45)],
        [firstDay(addMonths(month, 1)), more(60)],
      ]);
    });
  });
}
