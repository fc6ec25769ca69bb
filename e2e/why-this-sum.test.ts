import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatMoney, parseMoney, sumMoney, zeroMoney } from '#domain/money.ts';
import { addMonths, periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { systemClock } from '#platform/clock.ts';
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

const lastPeriod = addMonths(periodOf(kyivDateOf(systemClock.now())), -1);
const firstPeriod = addMonths(lastPeriod, -23);
const question = 'Чому така сума?';

let stage: TestEnvironment;

beforeAll(async () => {
  stage = await startTestEnvironment();
  await chooseObject(stage.product.url, sampleSignIns.personOfOne, '2390001130');
});
afterAll(() => stage.close());

/** The bill of a household that has paid nothing for months. */
const openBill = (device: Device, path: string): Promise<SignedInVisitor> =>
  signedInPage(stage, sampleSignIns.personOfOne, device, { path: `/cabinet/person/bills/${path}` });

describe.each(['phone', 'desk'] as const)('why this sum, on a %s', (device) => {
  it('the question is answered by keyboard alone, against the bill before and last year', async () => {
    const { page, problems, context } = await openBill(device, lastPeriod);
    expect(await page.getByRole('toolbar', { name: 'Від нарахованого за' }).count()).toBe(0);
    await page.locator('summary', { hasText: question }).press('Enter');
    const chart = page.getByRole('toolbar', { name: 'Від нарахованого за' });
    await chart.waitFor();
    await waitUntilIdle(page);
    expect(new URL(page.url()).searchParams.get('against')).toBe('previous');
    await checkPage(page);

    const shown = await page.locator('li[data-way] strong').allTextContents();
    const total = await page
      .getByRole('listitem')
      .filter({ hasText: 'Разом' })
      .locator('strong')
      .textContent();
    const sums = shown.map((sum) => parseMoney(sum.replace('+', '')) ?? zeroMoney);
    expect(shown.length).toBeGreaterThan(1);
    expect(formatMoney(sumMoney(sums))).toBe(total?.replace('+', ''));

    await chart.locator('[aria-pressed=true]').press('Home');
    await page.keyboard.press('ArrowRight');
    const step = chart.locator('[aria-pressed=true]');
    expect(await step.textContent()).toContain(await page.locator('li[data-selected] > span').textContent());
    await checkPage(page);

    await page.getByText('Показати таблицею').first().click();
    await page.getByRole('table', { name: 'З чого складається різниця' }).waitFor();
    await checkPage(page);

    await page.getByRole('radio', { checked: true }).press('ArrowRight');
    await page.waitForURL(/against=lastYear/);
    await waitUntilIdle(page);
    // The debt is another one, the month cost the same: that is what was asked.
    await page.getByText(/коштує стільки ж, скільки/).waitFor();
    await page.getByText(/^З минулого після оплат лишився борг/).waitFor();
    await checkPage(page);

    await page.reload();
    await page.getByRole('radio', { name: /торік/, checked: true }).waitFor();
    await page.locator('summary', { hasText: question }).click();
    await page.waitForURL((url) => !url.search.includes('against'));
    expect(await chart.count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('on paper it is a table in the bill, and nothing when it was not asked', async () => {
    const { page, context } = await openBill(device, `${lastPeriod}?against=previous`);
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('table', { name: 'З чого складається різниця' }).waitFor();
    expect(await page.getByRole('toolbar', { name: 'Від нарахованого за' }).isVisible()).toBe(false);
    expect(await page.locator('nav').first().isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await page.locator('summary', { hasText: question }).click();
    await page.waitForURL((url) => !url.search.includes('against'));
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByText(question).isVisible()).toBe(false);
    await context.close();
  });

  it('the first bill says that there is nothing to compare with', async () => {
    const { page, problems, context } = await openBill(device, `${firstPeriod}?against=previous`);
    await page.getByText('Це перший рахунок за цим об’єктом.').waitFor();
    await checkPage(page);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('a failure leaves the bill as it is, and is tried again', async () => {
    const { page, context } = await openBill(device, lastPeriod);
    await page.route('**/api/bills/explain', (route) => route.fulfill({ status: 500, body: '' }));
    await page.locator('summary', { hasText: question }).click();
    await page.getByText('Не вдалося порівняти рахунки').waitFor();
    await checkPage(page);
    expect(await page.getByText('Звідки ця сума').isVisible()).toBe(true);
    await page.unroute('**/api/bills/explain');
    await page.getByRole('button', { name: 'Спробувати ще раз' }).click();
    await page.getByRole('toolbar', { name: 'Від нарахованого за' }).waitFor();
    await context.close();
  });

  it('without a network it says so, and answers when the network is back', async () => {
    const { page, context } = await openBill(device, lastPeriod);
    await context.setOffline(true);
    await page.locator('summary', { hasText: question }).click();
    await page.getByText('Не вдалося порівняти рахунки').waitFor();
    await checkPage(page);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Спробувати ще раз' }).click();
    await page.getByRole('toolbar', { name: 'Від нарахованого за' }).waitFor();
    await context.close();
  });
});

it('where the contact centre says the sum every bill that was made is shown; of the month without one it is whom to call', async () => {
  const person = sampleSignIns.personOfDifficult;
  await chooseObject(stage.product.url, person, '2390002017');
  const bills = '/cabinet/person/bills';
  const { page, problems, context } = await signedInPage(stage, person, 'phone', {
    path: `${bills}/${lastPeriod}`,
  });
  await page.getByRole('heading', { name: /^Рахунок за / }).waitFor();
  await page.locator('summary', { hasText: question }).click();
  await page.getByRole('toolbar', { name: 'Від нарахованого за' }).waitFor();
  await page.goto(`${stage.product.url}${bills}/${addMonths(lastPeriod, 1)}`);
  await page.getByText('Суму скаже контактний центр').waitFor();
  await page.locator('main a[href^="tel:"]').first().waitFor();
  expect(await page.getByText('За цей місяць рахунку немає').count()).toBe(0);
  await waitUntilIdle(page);
  await checkPage(page);
  // A refusal is told by its status too: the browser notes it, the cabinet does not.
  expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
  await context.close();
});
