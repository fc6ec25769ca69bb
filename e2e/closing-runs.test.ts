import { expect, test } from '@playwright/test';
import { firstDayAfter, periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf, kyivInstant } from '#domain/time/kyiv.ts';
import { addDays } from '#domain/time/local-date.ts';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { turnInto } from '#e2e/support/page/visit.ts';
import { createProductClock, type ProductClock } from '#e2e/support/product/product-clock.ts';
import { startTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { systemClock } from '#platform/clock.ts';
import { showMonthName } from '#web/lib/format.ts';
import { sampleSignIns } from './support/sample-users.ts';

/** The month of the sample that is open, and a day on which its readings are no longer taken. */
const period = periodOf(kyivDateOf(systemClock.now()));
const noon = kyivInstant(addDays(firstDayAfter(period), 5), 12, 0);

let env: TestEnvironment;
let clock: ProductClock;
test.beforeAll(async ({ browser }) => {
  clock = await createProductClock(noon);
  env = await startTestEnvironment(browser, clock.environment);
});
test.afterAll(async () => {
  await env.close();
  await clock.remove();
});

test('a month is counted by a dry run, looked at, and closed from the page', async () => {
  test.slow();
  const path = '/cabinet/admin/management/runs';
  const { page, problems, context } = await signedInPage(env, sampleSignIns.owner, 'desk', { path });
  const month = page.getByRole('region', { name: new RegExp(showMonthName(period), 'i') });
  await month.getByRole('button', { name: 'Пробний розрахунок', exact: true }).click();
  await month.getByText('Місяць можна закривати').waitFor({ timeout: 60_000 });
  await expect(month.getByRole('table', { name: 'На чому ґрунтуються нарахування' })).toContainText('Разом');
  const exceptions = page.getByRole('region', { name: 'Що перевірити' }).first();
  await exceptions.getByRole('heading', { name: 'Що перевірити' }).waitFor();
  await checkPage(page);
  await turnInto(page, 'phone');
  await checkPage(page);
  await turnInto(page, 'desk');

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
});
