import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { instantFromIso, instantToIso } from '#domain/time/instant.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { createPersonIdentity } from '#portal/modules/identity/sign-in/create-identity.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { personBy, samplePassword } from '../support/sample-users.ts';
import { type CabinetPages, readText, startCabinetPages } from './cabinet-pages.tsx';
import { checkPage, type Page } from './page.ts';

const phone = '501119900';
const readingPage = '/cabinet/person/indication';
/** Read up to August 2027; each gives one reading. */
let accounts: string[] = [];

let cabinet: CabinetPages;
let page: Page;

async function fill(url: string): Promise<void> {
  const { db, close } = connectDatabase<unknown>({ url, poolSize: 2 });
  const billing = db as BillingDatabase;
  await makeSupplier(billing);
  const history = ['03', '04', '05', '06', '07', '08'].map((month, index) => ({
    period: `2027-${month}`,
    closing: { single: 1100 + index * 100 },
  }));
  const made = [];
  for (let count = 0; count < 3; count += 1) made.push(await makeAccount(billing, { history }));
  accounts = made.map(({ accountNumber }) => accountNumber);
  const person = { phone: `+380${phone}`, password: samplePassword, email: 'days@example.com', accounts };
  await createPersonIdentity(db as PortalDatabase, person);
  await close();
}

beforeAll(async () => {
  cabinet = await startCabinetPages({}, { at: '2027-09-28T12:00:00+03:00', fill });
  page = cabinet.page;
});
afterAll(() => cabinet.close());

/** The page of readings as a person sees it at that moment, by the clocks of server and browser alike. */
async function openAt(at: string, account: string): Promise<string> {
  cabinet.setClock(instantToIso(instantFromIso(at)));
  // What the page of the test before was refused when its customer was signed out.
  cabinet.takeRefusals();
  await cabinet.visit(personBy(phone), readingPage, account);
  return readText(await cabinet.settled());
}

const open = (period: string, until: string) => `Приймаємо показання за ${period} до ${until} 13:00`;
const september = open('вересень 2027', '02.10.2027');
const october = open('жовтень 2027', '02.11.2027');
const march = open('березень 2030', '02.04.2030');
const closed = 'Найточніше — в останні дні місяця';
const counts = (day: string) => `Передане сьогодні рахується станом на ${day}`;

/** The clock only moves on. */
describe.each([
  {
    name: 'the evening before the last two days',
    at: '2027-09-28T23:59:00+03:00',
    expected: [closed, 'Наступне вікно відкриється 29.09.2027.', `${counts('28.09.2027')}, решту місяця`],
  },
  {
    name: 'midnight in Kyiv, when the last two days begin',
    at: '2027-09-29T00:00:00+03:00',
    expected: [september, 'Залишилося 3 дні 13 год', counts('01.10.2027')],
  },
  {
    name: 'the last day of the month',
    at: '2027-09-30T12:00:00+03:00',
    expected: [september, 'Залишилося 2 дні 1 год', counts('01.10.2027')],
  },
  {
    name: 'the last minute of the month, when it is still 20:59 in UTC',
    at: '2027-09-30T23:59:00+03:00',
    expected: [september, 'Залишилося 1 день 13 год', counts('01.10.2027')],
  },
  {
    name: 'midnight in Kyiv, when the month ends',
    at: '2027-10-01T00:00:00+03:00',
    expected: [september, 'Залишилося 1 день 13 год', counts('01.10.2027')],
  },
  {
    name: 'the 1st',
    at: '2027-10-01T10:00:00+03:00',
    expected: [september, 'Залишилося 1 день 3 год', counts('01.10.2027')],
  },
  {
    name: 'the 2nd at 12:59',
    at: '2027-10-02T12:59:00+03:00',
    expected: [september, 'Залишилося 1 хв', counts('01.10.2027')],
    gives: { account: 0, counts: ['2027-09', '2027-10-01'], answers: /Показання (прийнято|на перевірці)/ },
  },
  {
    name: 'the 2nd at 13:01',
    at: '2027-10-02T13:01:00+03:00',
    expected: [closed, 'Наступне вікно відкриється 30.10.2027.', counts('01.10.2027')],
    gives: { account: 1, counts: ['2027-10', '2027-10-01'], answers: /вони не увійдуть до розрахунку/ },
  },
  {
    name: 'midnight of the day with 25 hours',
    at: '2027-10-31T00:00:00+03:00',
    expected: [october, 'Залишилося 2 дні 14 год', counts('01.11.2027')],
  },
  {
    name: 'the second half past three of the day with 25 hours',
    at: '2027-10-31T03:30:00+02:00',
    expected: [october, 'Залишилося 2 дні 9 год', counts('01.11.2027')],
    gives: { account: 2, counts: ['2027-10', '2027-11-01'], answers: /Показання (прийнято|на перевірці)/ },
  },
  {
    name: 'midnight of the day with 23 hours',
    at: '2030-03-31T00:00:00+02:00',
    expected: [march, 'Залишилося 2 дні 12 год', counts('01.04.2030')],
  },
  {
    name: 'four o’clock, right after two, of the day with 23 hours',
    at: '2030-03-31T04:00:00+03:00',
    expected: [march, 'Залишилося 2 дні 9 год', counts('01.04.2030')],
  },
])('$name', ({ at, expected, gives }) => {
  it('the page of readings says what is taken until when, and as of which day it counts', async () => {
    const account = accounts[gives?.account ?? 2] ?? '';
    const pageText = await openAt(at, account);
    for (const words of expected) expect(pageText).toContain(words);
    if (gives) {
      await checkPage();
      await page.locator('main input[inputmode="numeric"]').first().fill('1650');
      await page.keyboard.press('Enter');
      const agree = page.getByRole('button', { name: 'Усе правильно, передати' });
      const paper = page.locator('main [data-paper]').filter({ hasText: gives.answers });
      await agree.or(paper).first().waitFor();
      if (await agree.isVisible()) await agree.click();
      await paper.waitFor();
      const { rows } = await sql<{ period: string; day: string; at: number }>`
        select period::text, effective_date::text as day, extract(epoch from submitted_at)::float8 * 1000 as at
        from billing.reading where account_number = ${account} and source <> 'import'`.execute(
        cabinet.server.billingDb,
      );
      expect(rows.map(({ period, day }) => [period, day])).toEqual([gives.counts]);
      expect(rows[0]?.at).toBe(instantFromIso(at));
      await cabinet.settled();
    }
    expect(cabinet.takeRefusals().filter((refusal) => !refusal.endsWith(' 422'))).toEqual([]);
  });
});
