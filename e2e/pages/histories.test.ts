import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callProduct } from '../support/call-product.ts';
import { sampleSignIns } from '../support/sample-users.ts';
import { type CabinetPages, startCabinetPages } from './cabinet-pages.tsx';
import { until } from './locator.ts';
import { checkPage, type Page } from './page.ts';

const account = '2390001111';
let cabinet: CabinetPages;
let page: Page;

beforeAll(async () => {
  cabinet = await startCabinetPages();
  page = cabinet.page;
});
afterAll(() => cabinet.close());

const payments = '/cabinet/person/directory/payment-history';
const readings = '/cabinet/person/directory/indicators-history';

const open = (path: string) => cabinet.visit(sampleSignIns.personOfThree, path, account);

/** Keeps the list as a file by its button; gives the file. */
async function keep(format: 'XLSX' | 'CSV'): Promise<Buffer> {
  return (await cabinet.keep(() => page.getByRole('button', { name: format }).click())).content;
}

const rowsOn = () => page.getByRole('row').filter({ has: page.getByRole('rowheader') });

describe('the histories', () => {
  it('of payments: all, one year by a press, the address and «back» agree, both files', async () => {
    await open(payments);
    await rowsOn().first().waitFor();
    const all = await rowsOn().count();
    await page.getByText(`Показано ${all} з ${all}`).waitFor();
    await checkPage();

    await page.getByRole('button', { name: 'Минулий рік' }).press('Enter');
    await page.waitForURL(/from=\d{4}-01-01&to=\d{4}-12-31/);
    const year = new URL(page.url()).searchParams.get('from')?.slice(0, 4) ?? '';
    await cabinet.settled();
    const ofYear = await rowsOn().count();
    expect(ofYear).toBeLessThan(all);
    expect(await rowsOn().getByRole('rowheader').getByText(`.${year}`).count()).toBe(ofYear);
    await page.reload();
    await rowsOn().first().waitFor();
    expect(await rowsOn().count()).toBe(ofYear);
    await page.goBack();
    await page.getByText(`Показано ${all} з ${all}`).waitFor();
    expect(await page.getByLabel('Від', { exact: true }).inputValue()).toBe('');

    const book = read(await keep('XLSX'));
    const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {};
    expect(utils.sheet_to_json(sheet)).toHaveLength(all + 1);
    const lines = (await keep('CSV')).toString('utf8').trim().split('\r\n');
    expect(lines).toHaveLength(all + 1);

    await rowsOn().first().getByRole('rowheader').getByRole('link').press('Enter');
    await page.waitForURL(/\/payments\/[0-9a-f-]{36}$/);
    expect(cabinet.takeProblems()).toEqual([]);
  });

  it('of readings: the next part on a press, the whole of it in the file, a filter that finds nothing', async () => {
    await open(readings);
    await rowsOn().first().waitFor();
    await expectText(rowsOn().first(), '80', '40', 'прийнято');
    await checkPage();
    const more = page.getByRole('button', { name: 'Показати ще' });
    const first = await rowsOn().count();
    for (let part = 2; (await more.count()) > 0; part += 1) {
      expect(part).toBeLessThan(9);
      const shown = await rowsOn().count();
      await more.press('Enter');
      await rowsOn().nth(shown).waitFor();
    }
    const all = await rowsOn().count();
    expect(all).toBeGreaterThanOrEqual(24);
    expect(all).toBeGreaterThan(first);
    await page.getByText(`Показано ${all} з ${all}`).waitFor();
    expect(document.activeElement?.getAttribute('role')).toBe('status');
    expect(document.activeElement?.textContent).toContain(`${all} з ${all}`);
    // Day and night have a row each, and the titles one.
    const lines = (await keep('CSV')).toString('utf8').trim().split('\r\n');
    expect(lines).toHaveLength(2 * all + 1);

    await page.getByRole('button', { name: 'Дати, джерело і стан' }).press('Enter');
    await page.getByLabel('Стан').selectOption('rejected');
    await page.getByRole('button', { name: 'Показати', exact: true }).press('Enter');
    await page.getByText('За цими умовами показань немає').waitFor();
    await cabinet.settled();
    await checkPage();
    await page.getByRole('button', { name: 'Показати всі показання' }).press('Enter');
    await rowsOn().first().waitFor();
    expect(cabinet.takeProblems()).toEqual([]);
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
    'an account without %s sees a text for the empty list',
    async (_, path, call, words, nothing) => {
      cabinet.replaceAnswers({ [call]: { next: null, ...nothing } });
      await open(path);
      await page.getByText(words).waitFor();
      cabinet.replaceAnswers({});
      await cabinet.settled();
      await checkPage();
    },
  );

  it('without a network what is shown stays, a part that does not come says so, and files wait', async () => {
    await open(readings);
    await rowsOn().first().waitFor();
    const shown = await rowsOn().count();
    cabinet.setOnline(false);
    await page.getByText('Файл чекає мережі.').waitFor();
    expect(await page.getByRole('button', { name: 'XLSX' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Показати ще' }).press('Enter');
    await page.getByRole('main').getByRole('alert').waitFor();
    expect(await rowsOn().count()).toBe(shown);
    cabinet.setOnline(true);
    await cabinet.settled();
    await page.getByRole('button', { name: 'Показати ще' }).press('Enter');
    await until(() => expect(rowsOn().elements().length).toBeGreaterThan(shown));
  });
});

it.each([
  ['2390002001', 'was replaced'],
  ['2390002004', 'went through zero'],
])('what was used by the meter of %s, which %s, is what the month counted', async (difficult) => {
  const { url } = cabinet.product;
  const token = await cabinet.signIn(sampleSignIns.personOfDifficult);
  const asked = { token, account: difficult };
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
