import { expect, test } from '@playwright/test';
import { firstDayAfter, periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf, kyivInstant } from '#domain/time/kyiv.ts';
import { addDays, formatDate, type LocalDate } from '#domain/time/local-date.ts';
import { addWorkingDays } from '#domain/time/working-days.ts';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { waitUntilIdle } from '#e2e/support/page/visit.ts';
import { createProductClock, type ProductClock } from '#e2e/support/product/product-clock.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { systemClock } from '#platform/clock.ts';
import { callProduct } from './support/call-product.ts';
import { sampleSignIns } from './support/sample-users.ts';

const account = '1000000002';
/** The last day of the month: the window of entities is open. */
const lastDay = addDays(firstDayAfter(periodOf(kyivDateOf(systemClock.now()))), -1) as LocalDate;
const noon = kyivInstant(lastDay, 12, 0);
const decidedBy = formatDate(addWorkingDays(lastDay, 1, new Set()));

let env: OwnTestEnvironment;
let clock: ProductClock;

test.beforeAll(async ({ browser }) => {
  clock = await createProductClock(noon);
  env = await startTestEnvironment(browser, clock.environment);
});
test.afterAll(async () => {
  await env.close();
  await clock.remove();
});

interface PointRow {
  readonly meterId: string;
  readonly kind: string;
  readonly previousValue: number;
  readonly currentValue: number | null;
  readonly isUnderReview: boolean;
  readonly coefficient: number;
  readonly contractedPowerKw: number;
  readonly dailyAverageKwh: number | null;
}
interface Point {
  readonly eic: string;
  readonly blocked: unknown;
  readonly rows: readonly PointRow[];
}

async function openPoints(token: string): Promise<readonly Point[]> {
  const { points } = await callProduct(env.product.url, '/api/readings/points', { token, account });
  return (points as Point[]).filter(({ blocked }) => blocked === null);
}

/** The value after as many kWh as in the same month last year, times a factor. */
const valueAfter = ({ previousValue, dailyAverageKwh, coefficient }: PointRow, factor: number) =>
  previousValue + Math.max(1, Math.round((factor * (dailyAverageKwh ?? 0) * 30) / coefficient));

const reviewed = 5;

test('a chain pastes readings of all points and reads what is accepted and what an operator decides', async () => {
  const { page, problems, context, token } = await signedInPage(env, sampleSignIns.entityOfTwo, 'desk');
  await page.clock.install({ time: noon });
  await page.goto(`${env.product.url}/cabinet/entity`);
  await page.getByRole('button', { name: new RegExp(account) }).click();
  await page.waitForURL(/\/cabinet\/entity\/indication/);
  const cells = page.locator('input[id^="cell-"]');
  await cells.first().waitFor();
  await waitUntilIdle(page);

  const points = (await openPoints(token)).filter(
    ({ rows }) => rows.length === 1 && rows[0]?.currentValue === null && rows[0].dailyAverageKwh !== null,
  );
  expect(points.length).toBeGreaterThan(100);
  // 8 % more than last year is nothing for an operator; three times as much is, where the meter lets it through.
  const large = new Set(
    points
      .filter(({ rows: [row] }) => row && row.contractedPowerKw * 24 * 30 > (row.dailyAverageKwh ?? 0) * 100)
      .slice(0, reviewed)
      .map(({ eic }) => eic),
  );
  expect(large.size).toBe(reviewed);
  const block = points.map(
    ({ eic, rows: [row] }) => `${eic}\t${row && valueAfter(row, large.has(eic) ? 3 : 1.08)}`,
  );
  await cells.first().focus();
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, block.join('\n'));
  await page.getByText(`Вставлено ${points.length} показ`).waitFor();
  const totals = page.getByRole('region', { name: 'Разом', exact: true });
  const kwh = async () => /([\d\u00a0]+) кВт·год/.exec((await totals.textContent()) ?? '')?.[1];
  const typed = await kwh();

  await page.getByRole('button', { name: /^Передати \d+ показ/ }).click();
  const accepted = points.length - reviewed;
  await page.getByText(`${accepted} прийнято, ${reviewed} перевірить оператор до ${decidedBy}`).waitFor();
  await waitUntilIdle(page);
  await expect(totals).toContainText(`на перевірці ${reviewed}`);
  // What is sent stays the total of the month.
  expect(await kwh()).toBe(typed);
  await checkPage(page);
  const after = await openPoints(token);
  expect(after.filter(({ rows: [row] }) => row?.isUnderReview).map(({ eic }) => eic)).toEqual([...large]);

  // The state of a row is the same after the page is loaded again.
  await page.reload();
  await cells.first().waitFor();
  await waitUntilIdle(page);
  const [first] = [...large];
  await page.getByLabel('Пошук').fill(first ?? '');
  await expect(page.getByRole('row', { name: new RegExp(first ?? '') })).toContainText('на перевірці');
  expect(problems).toEqual([]);
  await context.close();
});
