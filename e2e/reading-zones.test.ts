import { expect, type Page, test } from '@playwright/test';
import pg from 'pg';
import { checkBothLooks } from '#e2e/support/page/narrow-look.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { waitUntilIdle } from '#e2e/support/page/visit.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { callProduct } from './support/call-product.ts';
import { sampleSignIns } from './support/sample-users.ts';

let env: OwnTestEnvironment;
let database: pg.Pool;

test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
  database = new pg.Pool({ connectionString: env.product.databaseUrl, max: 1 });
  // A window that is open on every day.
  await database.query(
    `update billing.supplier
        set rules = rules || '{"readings": {"window": {"person": {"lastDays": 31}}}}'`,
  );
});
test.afterAll(async () => {
  await database.end();
  await env.close();
});

interface Meters {
  meters: { registers: { zone: string; previousValue: number }[] }[];
}

async function registersOf(token: string, account: string) {
  const answer = await callProduct(env.product.url, '/api/meters/list', { token, account });
  return (answer as unknown as Meters).meters[0]?.registers ?? [];
}

/** Zones with a reading of the month that is not billed yet, in the order in which they were given. */
async function zonesGiven(account: string): Promise<string[]> {
  const { rows } = await database.query<{ zone: string }>(
    `select zone from billing.reading
      where account_number = $1 and period > (select max(period) from billing.bill where account_number = $1)
      order by submitted_at, array_position(array['peak', 'halfPeak', 'day', 'night'], zone)`,
    [account],
  );
  return rows.map(({ zone }) => zone);
}

const fields = (page: Page) => page.locator('main input[inputmode="numeric"]');
const receipt = (page: Page) => page.locator('main [data-paper]');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Answers the question whether so much is right, and waits for the receipt with this title. */
async function agreeIfAsked(page: Page, title: string | RegExp): Promise<void> {
  const agree = button(page, 'Погоджуюсь');
  const taken = receipt(page).getByRole('heading', { name: title });
  await agree.or(taken).first().waitFor();
  if (await agree.isVisible()) await agree.click();
  await taken.waitFor();
  await waitUntilIdle(page);
}

const whole = /^Показання (прийнято|на перевірці)$/;

// The browser notes the status with which the server asks.
const isNoQuestion = (problem: string) => !/status of 422/.test(problem);

test('on a phone a household with two zones is led from home to its second zone before anything is sent', async () => {
  const account = '2390001111';
  const path = `/cabinet/person?account=${account}`;
  const { page, token, problems, context } = await signedInPage(env, sampleSignIns.personOfThree, 'phone', {
    path,
  });
  const [day, night] = await registersOf(token, account);
  await fields(page)
    .first()
    .fill(String((day?.previousValue ?? 0) + 40));
  const next = button(page, 'Далі: Ніч');
  await next.waitFor();
  await page.getByText(/^Лише День: .* Якщо Ніч не передати, порахуємо за середнім/).waitFor();
  await checkBothLooks(page);
  await next.click();
  expect(
    await fields(page)
      .nth(1)
      .evaluate((field) => field === document.activeElement),
  ).toBe(true);
  await expect(fields(page).nth(1)).toBeInViewport();
  expect(await zonesGiven(account)).toEqual([]);
  await page.keyboard.type(String((night?.previousValue ?? 0) + 20));
  await next.waitFor({ state: 'detached' });
  await button(page, 'Передати').click();
  await agreeIfAsked(page, whole);
  await expect(receipt(page)).toContainText('День', { useInnerText: true });
  expect(await zonesGiven(account)).toEqual(['day', 'night']);
  expect(problems.filter(isNoQuestion)).toEqual([]);
  await context.close();
});

test('on a phone a part of three zones is sent as a part, names the rest and is completed', async () => {
  const account = '2390002009';
  const { page, token, problems, context } = await signedInPage(
    env,
    sampleSignIns.personOfDifficult,
    'phone',
    {
      path: `/cabinet/person?account=${account}`,
    },
  );
  await waitUntilIdle(page);
  await page.goto(`${env.product.url}/cabinet/person/indication?account=${account}`);
  const registers = await registersOf(token, account);
  const typedOf = (index: number) => String((registers[index]?.previousValue ?? 0) + 10);
  await fields(page).first().fill(typedOf(0));
  await page.keyboard.press('Enter');
  expect(
    await fields(page)
      .nth(1)
      .evaluate((field) => field === document.activeElement),
  ).toBe(true);
  const later = button(page, 'Напівпік і Ніч передам пізніше');
  await later.waitFor();
  await checkBothLooks(page);
  await later.click();
  await agreeIfAsked(page, /^(Прийнято: Пік|Показання на перевірці)$/);
  await page.getByText('Передано не все: бракує Напівпік і Ніч').waitFor();
  await expect(page.getByText('Передано не все: бракує Напівпік і Ніч')).toBeInViewport();
  expect(await receipt(page).getByText('Показання прийнято').count()).toBe(0);
  expect(await zonesGiven(account)).toEqual(['peak']);
  await checkBothLooks(page);

  await fields(page).first().fill(typedOf(1));
  await button(page, 'Далі: Ніч').click();
  await page.keyboard.type(typedOf(2));
  await page.keyboard.press('Enter');
  await agreeIfAsked(page, whole);
  expect(await page.getByText('Передано не все').count()).toBe(0);
  expect(await zonesGiven(account)).toEqual(['peak', 'halfPeak', 'night']);
  expect(problems.filter(isNoQuestion)).toEqual([]);
  await context.close();
});
