import { afterAll, beforeAll, expect, it } from 'vitest';
import { listMeters } from '#contract/readings.ts';
import { sampleSignIns } from '../support/sample-users.ts';
import { type CabinetPages, startCabinetPages } from './cabinet-pages.tsx';
import { checkPage, type Page } from './page.ts';

let cabinet: CabinetPages;
let page: Page;
beforeAll(async () => {
  cabinet = await startCabinetPages();
  page = cabinet.page;
});
afterAll(() => cabinet.close());

const panel = () =>
  page.locator('main section').filter({ has: page.locator('h2', { hasText: 'Що зробити зараз' }) });
const fields = () => panel().locator('input[inputmode="numeric"]');
const give = () => panel().getByRole('button', { name: 'Передати', exact: true });
/** What stands as the receipt's number once the reading was taken. */
const receipt = () => panel().locator('[data-paper]');

async function readingsOf(account: string): Promise<number> {
  const { count } = await cabinet.server.billingDb
    .selectFrom('billing.reading_submission')
    .where('account_number', '=', account)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

it('from home to an accepted reading: lower values are refused with a text; after right values and a tap the receipt replaces the fields', async () => {
  // Heated by electricity: less would be looked at by the operator.
  const account = '2390001113';
  // The window of readings is open.
  cabinet.setClock('2026-11-30T10:00:00Z');
  const token = await cabinet.visit(sampleSignIns.personOfThree, '/cabinet/person', account);
  const { body } = await cabinet.server.post(listMeters, { token, account });
  const previous = (body.meters[0]?.registers ?? []).map(({ previousValue }) => previousValue);
  await fields().first().waitFor();
  await cabinet.settled();
  expect(await fields().count()).toBe(previous.length);
  await checkPage();

  for (const [index, value] of previous.entries())
    await fields()
      .nth(index)
      .fill(String(value - 7));
  await give().click();
  await panel()
    .getByText(/^Показання менші за попередні не враховуються/)
    .first()
    .waitFor();
  await checkPage();
  const before = await readingsOf(account);

  for (const [index, value] of previous.entries())
    await fields()
      .nth(index)
      .fill(String(value + 1500 + index));
  await panel()
    .getByText(/^[\d\s]+кВт·год на .* грн\. Рахунок буде/)
    .waitFor();
  await cabinet.settled();
  await checkPage();
  await give().click();
  const agree = panel().getByRole('button', { name: 'Усе правильно, передати' });
  await agree.or(receipt()).first().waitFor();
  if (await agree.isVisible()) await agree.click();
  await receipt()
    .getByText(/^Показання (прийнято|на перевірці)$/)
    .waitFor();
  await cabinet.settled();
  expect(cabinet.address()).toMatch(/^\/cabinet\/person(\?|$)/);
  expect(await readingsOf(account)).toBe(before + 1);
  expect(await panel().getByRole('heading', { level: 2 }).textContent()).not.toContain('Передайте показання');
  await checkPage();
});
