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
import { createAdministrator } from './support/create-administrator.ts';
import { adminBy, sampleSignIns } from './support/sample-users.ts';

/** The month of the sample that is open, and a day on which its readings are no longer taken. */
const period = periodOf(kyivDateOf(systemClock.now()));
const noon = kyivInstant(addDays(firstDayAfter(period), 5), 12, 0);

const difficult = '2390002012';

let env: OwnTestEnvironment;
let clock: ProductClock;
test.beforeAll(async ({ browser }) => {
  clock = await createProductClock(noon);
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

test('billing counts a month by a dry run, looks at its exceptions and closes it; the owner reads of both among the actions', async () => {
  test.slow();
  const path = '/cabinet/admin/management/runs';
  const { page, problems, context } = await signedInPage(env, adminBy('keeper'), 'desk', { path });
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
  await month.getByText('Місяць можна закривати').waitFor({ timeout: 60_000 });
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
  await month.getByText('Місяць можна закривати').waitFor();

  await month.getByRole('button', { name: 'Закрити місяць', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Рахунки отримають усі клієнти').waitFor();
  await dialog.getByLabel('Причина дії').fill('Закриття за планом');
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
    ['Причина: Закриття за планом', 'Закриття місяця розпочато', 'Станвідкрито → у черзі'],
  ]) {
    await openToldAction(owner.page, env.product.url, { ...run, says });
    await checkPage(owner.page);
  }
  await owner.context.close();
});
