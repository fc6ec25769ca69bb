import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeEntity } from '#billing/testing/make-contract.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { entityBalance } from '#contract/balance.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';

let app: TestApp;
let account: string;
let token: string;

/** Books a sum at noon of a day. */
async function book(
  day: string,
  kind: string,
  debit: string,
  credit: string,
  kopiykas: number,
): Promise<void> {
  await sql`insert into billing.ledger_entry (account_number, period, entry_id, kind, debit_account, credit_account,
      amount_kopiykas, posted_at, payment_id)
    values (${account}, ${day.slice(0, 7)}, gen_random_uuid(), ${kind}, ${debit}, ${credit}, ${kopiykas},
      ${`${day}T10:00:00Z`}, case when ${kind} = 'payment' then gen_random_uuid() end)`.execute(
    app.billingDb,
  );
}

beforeAll(async () => {
  app = await startTestApp('2026-03-10T10:00:00Z');
  await makeSupplier(app.billingDb);
  const made = await makeEntity(app.billingDb, {
    period: billingPeriod('2025-11'),
    contract: { priceKind: 'spot' },
    points: [{ before: 0, after: 100 }],
  });
  account = made.accountNumber;
  await sql`update billing.entity_contract set penalty_rate_times = 2 where account_number = ${account}`.execute(
    app.billingDb,
  );
  await sql`insert into billing.economic_rate (kind, valid_from, value, source) values
    ('inflation', '2025-11-01', 1004, 'test'), ('inflation', '2025-12-01', 1002, 'test'),
    ('inflation', '2026-01-01', 1007, 'test'), ('inflation', '2026-02-01', 1010, 'test'),
    ('discountRate', '2025-03-07', 1550, 'test')`.execute(app.billingDb);
  await sql`insert into billing.bill (account_number, period, bill_number, issued_on, due_on, opening_kopiykas, charged_kopiykas,
      recalculated_kopiykas, paid_kopiykas, closing_kopiykas, energy_wh, is_estimated)
    values (${account}, '2025-11', 'B-11', '2025-12-03', '2025-12-20', 0, 38532641, 0, 0, 38532641, 0, false)`.execute(
    app.billingDb,
  );
  await sql`insert into billing.planned_payment (account_number, period, part_number, due_on, amount_kopiykas) values
    (${account}, '2026-03', 1, '2026-03-05', 9000000), (${account}, '2026-03', 2, '2026-03-25', 21000000)`.execute(
    app.billingDb,
  );
  await book('2025-11-30', 'charge', 'receivable', 'revenue', 38532641);
  await book('2025-12-03', 'reactive', 'reactiveReceivable', 'reactiveRevenue', 1723398);
  await book('2026-02-01', 'reactivePayment', 'operatorBank', 'reactiveReceivable', 1000000);
  await book('2026-02-03', 'act', 'actReceivable', 'actRevenue', 50000);
  token = await app.signIn([account], 'entity');
});
afterAll(() => app.close());

const balanceOn = async (on?: string) => (await app.post(entityBalance, { token, account, on })).body.balance;

test('W12: what the lateness of an invoice would cost is told, and nothing of it is booked', async () => {
  const balance = await balanceOn();
  expect(balance.late).toEqual([
    {
      period: '2025-11',
      invoiceNumber: 'B-11',
      dueOn: '2025-12-20',
      debt: '385326.41',
      days: 80,
      threePercent: '2533.65',
      inflation: '6577.52',
      penalty: '26181.08',
    },
  ]);
  expect(balance.lateTotals).toEqual({ threePercent: '2533.65', inflation: '6577.52', penalty: '26181.08' });
  expect(balance.energy).toEqual({ debt: '385326.41', overpaid: '0.00', inTransit: '0.00' });
});

test('each kind of debt stands apart, with the operator as the payee of reactive energy', async () => {
  const { reactive, acts } = await balanceOn();
  expect(reactive).toEqual({ debt: '7233.98', overpaid: '0.00', payee: 'Operator' });
  expect(acts).toBe('500.00');
});

test('a balance of an earlier day knows nothing of what came later', async () => {
  expect(await balanceOn('2025-12-20')).toMatchObject({
    on: '2025-12-20',
    energy: { debt: '385326.41' },
    reactive: { debt: '17233.98' },
    acts: '0.00',
    advances: null,
    late: [],
  });
  expect(await balanceOn('2025-11-29')).toMatchObject({ energy: { debt: '0.00' }, reactive: null });
});

test('advances are the planned payments of the month and what was paid in it', async () => {
  await book('2026-03-09', 'payment', 'inTransit', 'receivable', 4000000);
  const balance = await balanceOn();
  expect(balance.advances).toEqual({
    period: '2026-03',
    parts: [
      { partNumber: 1, dueOn: '2026-03-05', sum: '90000.00' },
      { partNumber: 2, dueOn: '2026-03-25', sum: '210000.00' },
    ],
    planned: '300000.00',
    paid: '40000.00',
  });
  expect(balance.energy).toEqual({ debt: '345326.41', overpaid: '0.00', inTransit: '40000.00' });
  expect(balance.late[0]?.debt).toBe('345326.41');
});

test('a day that is no day is refused', async () => {
  const { httpStatus } = await app.post(entityBalance, { token, account, on: '2026-02-30' });
  expect(httpStatus).toBe(400);
});
