import { readFile } from 'node:fs/promises';
import { read, utils } from '@e965/xlsx';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callProduct } from './support/call-product.ts';
import { checkPage } from './support/check-page.ts';
import { chooseObject } from './support/choose-object.ts';
import { sampleSignIns } from './support/sample-users.ts';
import { type SignedInOptions, signedInPage, signInByCall } from './support/signed-in-page.ts';
import {
  type Device,
  startTestEnvironment,
  type TestEnvironment,
  waitUntilIdle,
} from './support/test-environment.ts';

const account = '2390001111';
let stage: TestEnvironment;

beforeAll(async () => {
  stage = await startTestEnvironment();
  await chooseObject(stage.product.url, sampleSignIns.personOfThree, account);
});
afterAll(() => stage.close());

const payments = '/cabinet/person/directory/payment-history';
const readings = '/cabinet/person/directory/indicators-history';

const open = (device: Device, path: string, options: SignedInOptions = {}) =>
  signedInPage(stage, sampleSignIns.personOfThree, device, { ...options, path });

/** Keeps the list as a file by its button; gives the file. */
async function keep(page: Page, format: 'XLSX' | 'CSV'): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: format }).click(),
  ]);
  return readFile(await download.path());
}

const rowsOn = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('rowheader') });

describe.each([
  ['phone', 'light'],
  ['desk', 'dark'],
] as const)('the histories on a %s', (device, colorScheme) => {
  it('of payments: all, one year by a press, the address and «back» agree, both files', async () => {
    const { page, problems, context } = await open(device, payments, { colorScheme });
    await rowsOn(page).first().waitFor();
    const all = await rowsOn(page).count();
    await page.getByText(`Показано ${all} з ${all}`).waitFor();
    await checkPage(page);

    await page.getByRole('button', { name: 'Минулий рік' }).press('Enter');
    await page.waitForURL(/from=\d{4}-01-01&to=\d{4}-12-31/);
    const year = new URL(page.url()).searchParams.get('from')?.slice(0, 4) ?? '';
    await waitUntilIdle(page);
    const ofYear = await rowsOn(page).count();
    expect(ofYear).toBeLessThan(all);
    expect(await rowsOn(page).getByRole('rowheader').getByText(`.${year}`).count()).toBe(ofYear);
    await page.reload();
    await rowsOn(page).first().waitFor();
    expect(await rowsOn(page).count()).toBe(ofYear);
    await page.goBack();
    await page.getByText(`Показано ${all} з ${all}`).waitFor();
    expect(await page.getByLabel('Від', { exact: true }).inputValue()).toBe('');

    const book = read(await keep(page, 'XLSX'));
    const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {};
    expect(utils.sheet_to_json(sheet)).toHaveLength(all + 1);
    const lines = (await keep(page, 'CSV')).toString('utf8').trim().split('\r\n');
    expect(lines).toHaveLength(all + 1);

    await rowsOn(page).first().getByRole('rowheader').getByRole('link').press('Enter');
    await page.waitForURL(/\/payments\/[0-9a-f-]{36}$/);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('of readings: the next part on a press, the whole of it in the file, a filter that finds nothing', async () => {
    const { page, problems, context } = await open(device, readings, { colorScheme });
    await rowsOn(page).first().waitFor();
    await expectText(rowsOn(page).first(), '80', '40', 'прийнято');
    await checkPage(page);
    const more = page.getByRole('button', { name: 'Показати ще' });
    const first = await rowsOn(page).count();
    for (let part = 2; (await more.count()) > 0; part += 1) {
      expect(part).toBeLessThan(9);
      const shown = await rowsOn(page).count();
      await more.press('Enter');
      await rowsOn(page).nth(shown).waitFor();
    }
    const all = await rowsOn(page).count();
    expect(all).toBeGreaterThanOrEqual(24);
    expect(all).toBeGreaterThan(first);
    await page.getByText(`Показано ${all} з ${all}`).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(`${all} з ${all}`);
    // Day and night have a row each, and the titles one.
    const lines = (await keep(page, 'CSV')).toString('utf8').trim().split('\r\n');
    expect(lines).toHaveLength(2 * all + 1);

    if (device === 'phone') await page.getByRole('button', { name: 'Дати, джерело і стан' }).press('Enter');
    await page.getByLabel('Стан').selectOption('rejected');
    await page.getByRole('button', { name: 'Показати', exact: true }).press('Enter');
    await page.getByText('За цими умовами показань немає').waitFor();
    await waitUntilIdle(page);
    await checkPage(page);
    await page.getByRole('button', { name: 'Показати всі показання' }).press('Enter');
    await rowsOn(page).first().waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});

async function expectText(row: ReturnType<typeof rowsOn>, ...words: string[]): Promise<void> {
  const text = await row.innerText();
  for (const word of words) expect(text).toContain(word);
}

describe('where something is missing', () => {
  it.each([
    [
      'payments',
      payments,
      '/api/payments/list',
      'Оплат ще немає',
      { payments: [], totals: { count: 0, sum: '0.00', listed: 0 } },
    ],
    [
      'readings',
      readings,
      '/api/readings/history',
      'Показань ще немає',
      { readings: [], meters: [], count: 0 },
    ],
  ] as const)(
    'an account without %s is told what will stand there',
    async (_, path, call, words, nothing) => {
      const { page, context } = await open('phone', path, { viewport: { width: 320, height: 640 } });
      await page.route(`**${call}`, (route) =>
        route.fulfill({ json: { status: 'success', next: null, ...nothing } }),
      );
      await page.reload();
      await page.getByText(words).waitFor();
      await waitUntilIdle(page);
      await checkPage(page);
      await context.close();
    },
  );

  it('without a network what is shown stays, a part that does not come says so, and files wait', async () => {
    const { page, context } = await open('phone', readings);
    await rowsOn(page).first().waitFor();
    const shown = await rowsOn(page).count();
    await context.setOffline(true);
    await page.getByText('Файл чекає мережі.').waitFor();
    expect(await page.getByRole('button', { name: 'XLSX' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Показати ще' }).press('Enter');
    await page.getByRole('main').getByRole('alert').waitFor();
    expect(await rowsOn(page).count()).toBe(shown);
    await context.setOffline(false);
    // The network may be a moment late: who sees no more rows presses again.
    const pressAgain = async () => {
      const rows = await rowsOn(page).count();
      if (rows === shown) await page.getByRole('button', { name: 'Показати ще' }).press('Enter');
      return rows;
    };
    await expect.poll(pressAgain, { interval: 2000, timeout: 60_000 }).toBeGreaterThan(shown);
    await context.close();
  });
});

it('on paper the list stands alone, as a table', async () => {
  const { page, context } = await open('desk', payments, { colorScheme: 'light' });
  await rowsOn(page).first().waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
  expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
  expect(await page.getByRole('columnheader').first().isVisible()).toBe(true);
  await context.close();
});

it.each([
  ['2390002001', 'was replaced'],
  ['2390002004', 'went through zero'],
])('what was used by the meter of %s, which %s, is what the month counted', async (difficult) => {
  const { url } = stage.product;
  const { user } = await signInByCall(url, sampleSignIns.personOfDifficult);
  const asked = { token: user.token, account: difficult };
  const history = await callProduct(url, '/api/readings/history', asked);
  const rows = history.readings as { period: string; value: number; kwhSincePrevious: number }[];
  const lower = rows.find(({ value }, index) => value < (rows[index + 1]?.value ?? 0));
  const { months } = await callProduct(url, '/api/consumption/history', asked);
  const month = (months as { period: string; totalKwh: number }[]).find(
    ({ period }) => period === lower?.period,
  );
  expect(lower?.kwhSincePrevious).toBeGreaterThan(0);
  expect(lower?.kwhSincePrevious).toBe(month?.totalKwh);
});
