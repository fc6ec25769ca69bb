import { expect, test } from '@playwright/test';
import pg from 'pg';
import { firstDayAfter, periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf, kyivInstant } from '#domain/time/kyiv.ts';
import { addDays } from '#domain/time/local-date.ts';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { checkBothLooks } from '#e2e/support/page/narrow-look.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { openToldAction } from '#e2e/support/page/told-action.ts';
import { turnInto, waitUntilIdle } from '#e2e/support/page/visit.ts';
import { createProductClock, type ProductClock } from '#e2e/support/product/product-clock.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { systemClock } from '#platform/clock.ts';
import { showMonthName } from '#web/lib/format.ts';
import { callProduct } from './support/call-product.ts';
import { createAdministrator } from './support/create-administrator.ts';
import { adminBy, sampleSignIns } from './support/sample-users.ts';
import { signInByCall } from './support/sign-in-by-call.ts';

/** The month of the sample that is open, and a day on which its readings are no longer taken. */
const period = periodOf(kyivDateOf(systemClock.now()));
const noon = kyivInstant(addDays(firstDayAfter(period), 5), 12, 0);
/** The last day of the month: the window of entities is open. */
const lastDay = kyivInstant(addDays(firstDayAfter(period), -1), 12, 0);

const difficult = '2390002012';
const chain = '1000000002';
/** Points of the chain whose readings wait for an operator, and all readings of the month that do: the sample has some. */
let given = 0;
let undecided = 0;

let env: OwnTestEnvironment;
let clock: ProductClock;
test.beforeAll(async ({ browser }) => {
  clock = await createProductClock(lastDay);
  env = await startTestEnvironment(browser, clock.environment);
  await createAdministrator(env.product, 'keeper', ['--role', 'billing']);
});
test.afterAll(async () => {
  await env.close();
  await clock.remove();
});

/** Gives an account another tariff; one without versions can't be charged. */
async function setTariff(accountNumber: string, tariffCode: string): Promise<void> {
  const client = new pg.Client({ connectionString: env.product.databaseUrl });
  await client.connect();
  await client.query(
    `insert into billing.tariff (tariff_code, title) values ($1, 'Без цін') on conflict do nothing`,
    [tariffCode],
  );
  await client.query('update billing.account set tariff_code = $2 where account_number = $1', [
    accountNumber,
    tariffCode,
  ]);
  await client.end();
}

interface PointRow {
  readonly meterId: string;
  readonly kind: string;
  readonly previousValue: number;
  readonly currentValue: number | null;
  readonly coefficient: number;
  readonly dailyAverageKwh: number | null;
}

/** Gives readings of some points of the chain, each three times the usual month, so that an operator has to look at them. */
async function giveUnusualReadings(): Promise<void> {
  const { user } = await signInByCall(env.product.url, sampleSignIns.entityOfTwo);
  const asked = { token: user.token, account: chain };
  const { points } = await callProduct(env.product.url, '/api/readings/points', asked);
  const open = (points as { blocked: unknown; rows: PointRow[] }[])
    .filter(({ blocked, rows }) => blocked === null && rows.length === 1 && rows[0]?.currentValue === null)
    .flatMap(({ rows }) => rows)
    .slice(0, 12);
  const rows = open.map(({ meterId, kind, previousValue, dailyAverageKwh, coefficient }) => ({
    meterId,
    values: { [kind]: String(previousValue + Math.round(((dailyAverageKwh ?? 300) * 96) / coefficient)) },
    confirmed: ['readings.deviation'],
  }));
  const answer = await callProduct(env.product.url, '/api/readings/submit-points', {
    ...asked,
    requestId: crypto.randomUUID(),
    rows,
  });
  const outcomes = (answer.rows as { outcome: { kind: string } }[]).map(({ outcome }) => outcome.kind);
  // Of some points so much is more than their power allows: those are refused.
  given += outcomes.filter((kind) => kind === 'underReview').length;
  expect(given).toBeGreaterThan(2);
}

test('a chain gives readings that an operator has to look at', async () => {
  await giveUnusualReadings();
  clock.set(noon);
});

test('billing counts a month by a dry run, looks at its exceptions and closes it; the owner reads of both among the actions', async () => {
  test.slow();
  const path = '/cabinet/admin/management/runs';
  const { page, problems, context, token } = await signedInPage(env, adminBy('keeper'), 'desk', { path });
  const month = page.getByRole('region', { name: new RegExp(showMonthName(period), 'i') });
  await setTariff(difficult, 'unpriced');
  await month.getByRole('button', { name: 'Пробний розрахунок', exact: true }).click();
  // An account that can't be charged keeps the month open, stands in the list with its reason, and is put right.
  await month.getByText('1 рахунок неможливо розрахувати').waitFor({ timeout: 60_000 });
  await expect(month.getByRole('button', { name: 'Закрити місяць', exact: true })).toHaveCount(0);
  const list = page.getByRole('table', { name: 'Рахунки, які треба перевірити' });
  await expect(list.getByRole('row').filter({ hasText: difficult })).toContainText('unpriced');
  const download = page.waitForEvent('download');
  await page.getByRole('group', { name: 'Зберегти список' }).getByRole('button', { name: 'CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  await checkPage(page);
  await setTariff(difficult, 'household');
  await month.getByRole('button', { name: 'Порахувати ще раз' }).click();
  await month.getByText('Усі рахунки вдалося розрахувати').waitFor({ timeout: 60_000 });
  // What no operator has decided is named first, with what is charged in its place and where it is decided.
  const { plan } = await callProduct(env.product.url, '/api/admin/periods/state', { token });
  undecided = (plan as { undecided: { readings: number } }).undecided.readings;
  expect(undecided).toBeGreaterThanOrEqual(given);
  await month.getByText(new RegExp(`^${undecided} показан\\S+ за цей місяць ще на перевірці`)).waitFor();
  await month.getByText(/замість них буде нараховано/).waitFor();
  await expect(list.getByRole('row').nth(1)).toContainText(`Показань на перевірці: ${given}`);
  await expect(month.getByRole('link', { name: 'Розглянути показання' })).toHaveAttribute(
    'href',
    '/cabinet/admin/management/readings-review',
  );
  await expect(month.getByRole('table', { name: 'На чому ґрунтуються нарахування' })).toContainText('Разом');
  // What the sample has to look at stops no closing.
  for (const [account, ...words] of [
    ['2470010055', 'Різка зміна споживання', 'а того самого місяця торік було'],
    ['2400010110', 'За нормою', 'Показань немає, порівняти ні з чим'],
    ['2400010036', 'Немає лічильника', 'Жоден лічильник не рахує'],
  ] as const) {
    const row = list.getByRole('row').filter({ hasText: account });
    for (const said of words) await expect(row).toContainText(said);
  }
  await checkBothLooks(page);
  await turnInto(page, 'desk');
  await page.getByLabel('Що перевірити в рахунку').selectOption('Немає лічильника');
  await page.getByRole('button', { name: 'Показати', exact: true }).click();
  await expect(list.getByRole('row')).toHaveCount(2);
  await list.getByRole('link', { name: '2400010036' }).press('Enter');
  await page.waitForURL(/\/master-data\?account=2400010036/);
  await waitUntilIdle(page);
  await checkBothLooks(page);
  await turnInto(page, 'desk');
  await page.goBack();
  await month.getByText('Усі рахунки вдалося розрахувати').waitFor();

  await month.getByRole('button', { name: 'Закрити місяць', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Рахунки отримають усі клієнти').waitFor();
  await dialog.getByLabel('Причина дії').fill('Закриття за планом');
  await dialog.getByRole('button', { name: /Закрити місяць на/ }).click();
  await dialog.getByText('Підтвердьте, що закриваєте без цих показань.').waitFor();
  await dialog.getByRole('checkbox', { name: new RegExp(`${undecided} показан\\S+ на перевірці`) }).check();
  await checkPage(page);
  await dialog.getByRole('button', { name: /Закрити місяць на/ }).click();
  const months = page.getByRole('table', { name: 'Місяці' });
  await expect(months.getByRole('row', { name: new RegExp(showMonthName(period), 'i') })).toContainText(
    'місяць закрито',
    {
      timeout: 60_000,
    },
  );
  expect(problems).toEqual([]);
  await context.close();

  const owner = await signedInPage(env, sampleSignIns.owner, 'phone');
  const run = { login: 'keeper', who: 'keeper', what: 'Пробний розрахунок або закриття місяця' };
  for (const says of [
    ['Пробний розрахунок розпочато', `Період${period}`, 'Номер розрахунку1', 'Станвідкрито → у черзі'],
    [
      'Причина: Закриття за планом',
      'Закриття місяця розпочато',
      'Станвідкрито → у черзі',
      `Показань без рішення${undecided}`,
    ],
  ]) {
    await openToldAction(owner.page, env.product.url, { ...run, says });
    await checkPage(owner.page);
  }
  await owner.context.close();
});

test('the invoice of the chain says at which points an average was charged, and why', async () => {
  const { page, problems, context } = await signedInPage(env, sampleSignIns.entityOfTwo, 'desk');
  await page.goto(`${env.product.url}/cabinet/entity`);
  await page.getByRole('button', { name: new RegExp(chain) }).click();
  await page.waitForURL(/\/cabinet\/entity\/indication/);
  await page.goto(
    `${env.product.url}/cabinet/entity/bills/invoices?period=${period}&payee=supplier&points=estimated`,
  );
  await page.getByText(/пораховано без показань на кінець місяця/).waitFor();
  const marks = page.getByText(/споживанням; показання перевіряє оператор$/);
  await expect(marks).toHaveCount(given);
  await waitUntilIdle(page);
  await checkBothLooks(page);
  expect(problems).toEqual([]);
  await context.close();
});
