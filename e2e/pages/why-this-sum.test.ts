import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatMoney, parseMoney, sumMoney, zeroMoney } from '#domain/money.ts';
import { addMonths, billingPeriod } from '#domain/time/billing-period.ts';
import { sampleSignIns } from '../support/sample-users.ts';
import { type CabinetPages, startCabinetPages } from './cabinet-pages.tsx';
import { checkPage, type Page } from './page.ts';

const lastPeriod = addMonths(billingPeriod('2026-11'), -1);
const firstPeriod = addMonths(lastPeriod, -23);
const question = 'Чому така сума?';

let cabinet: CabinetPages;
let page: Page;

beforeAll(async () => {
  cabinet = await startCabinetPages();
  page = cabinet.page;
});
afterAll(() => cabinet.close());

/** The bill of a household that has paid nothing for months. */
const openBill = (path: string) =>
  cabinet.visit(sampleSignIns.personOfOne, `/cabinet/person/bills/${path}`, '2390001130');

describe('why this sum', () => {
  it('the question is answered by keyboard alone, against the bill before and last year', async () => {
    await openBill(lastPeriod);
    const reasons = page.getByRole('list', { name: 'Від нарахованого за' });
    expect(await reasons.count()).toBe(0);
    await page.locator('summary', { hasText: question }).press('Enter');
    await reasons.waitFor();
    await cabinet.settled();
    expect(new URL(page.url()).searchParams.get('against')).toBe('previous');
    await checkPage();

    const shown = await page.locator('li[data-way] strong').allTextContents();
    const total = await page
      .getByRole('listitem')
      .filter({ hasText: 'Разом' })
      .locator('strong')
      .textContent();
    const sums = shown.map((sum) => parseMoney(sum.replace('+', '')) ?? zeroMoney);
    expect(shown.length).toBeGreaterThan(1);
    expect(formatMoney(sumMoney(sums))).toBe(total?.replace('+', ''));

    await page.getByText('Показати таблицею').first().click();
    // The first is on the screen, the other on paper.
    await page.getByRole('table', { name: 'З чого складається різниця' }).first().waitFor();

    await page.getByRole('radio', { checked: true }).press('ArrowRight');
    await page.waitForURL(/against=lastYear/);
    await cabinet.settled();
    // The debt is another one, the month cost the same: that is what was asked.
    await page.getByText(/коштує стільки ж, скільки/).waitFor();
    await page.getByText(/^На день рахунку з минулого після оплат лишався борг/).waitFor();
    await checkPage();

    await page.reload();
    await page.getByRole('radio', { name: /торік/, checked: true }).waitFor();
    await page.locator('summary', { hasText: question }).click();
    await page.waitForURL((url) => !url.search.includes('against'));
    expect(await reasons.count()).toBe(0);
    expect(cabinet.takeProblems()).toEqual([]);
  });

  it('the first bill says that there is nothing to compare with', async () => {
    await openBill(`${firstPeriod}?against=previous`);
    await page.getByText('Це перший рахунок за цим об’єктом.').waitFor();
    await checkPage();
    expect(cabinet.takeProblems()).toEqual([]);
  });

  it('a failure leaves the bill as it is, and is tried again', async () => {
    await openBill(lastPeriod);
    cabinet.replaceAnswers({ '/api/bills/explain': 'failure' });
    await page.locator('summary', { hasText: question }).click();
    await page.getByText('Не вдалося порівняти рахунки').waitFor();
    await checkPage();
    expect(await page.getByText('Усього нараховано').isVisible()).toBe(true);
    cabinet.replaceAnswers({});
    await page.getByRole('button', { name: 'Спробувати ще раз' }).click();
    await page.getByRole('list', { name: 'Від нарахованого за' }).waitFor();
  });

  it('without a network it says so, and answers when the network is back', async () => {
    await openBill(lastPeriod);
    cabinet.setOnline(false);
    await page.locator('summary', { hasText: question }).click();
    await page.getByText('Не вдалося порівняти рахунки').waitFor();
    await checkPage();
    cabinet.setOnline(true);
    await page.getByRole('button', { name: 'Спробувати ще раз' }).click();
    await page.getByRole('list', { name: 'Від нарахованого за' }).waitFor();
  });
});

it('where the contact centre says the sum every bill that was made is shown; of the month without one it is whom to call', async () => {
  const person = sampleSignIns.personOfDifficult;
  const bills = '/cabinet/person/bills';
  await cabinet.visit(person, `${bills}/${lastPeriod}`, '2390002017');
  await page.getByRole('heading', { name: /^Рахунок за / }).waitFor();
  await page.locator('summary', { hasText: question }).click();
  await page.getByRole('list', { name: 'Від нарахованого за' }).waitFor();
  await page.goto(`${cabinet.product.url}${bills}/${addMonths(lastPeriod, 1)}`);
  await page.getByText('Суму скаже контактний центр').waitFor();
  await page.locator('main a[href^="tel:"]').first().waitFor();
  expect(await page.getByText('За цей місяць рахунку немає').count()).toBe(0);
  await cabinet.settled();
  await checkPage();
  expect(cabinet.takeProblems()).toEqual([]);
});
