import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkLedger, insertPostings } from '#billing/modules/ledger/public.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { type ContractFixture, makeEntity } from '#billing/testing/make-contract.ts';
import { makeAct, makeCharge } from '#billing/testing/make-money.ts';
import { entityBalance, personBalance } from '#contract/balance.ts';
import { paymentOptions, startPayment } from '#contract/payments/payments.ts';
import { entriesForCharge, entriesForPayment } from '#domain/ledger/ledger.ts';
import { parseMoney, zeroMoney } from '#domain/money.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

const app = provideTestApp({ now: '2026-03-10T10:00:00Z', hasSupplier: true });

beforeAll(async () => {
  // The indexes and the rate of worked number W12.
  await sql`insert into billing.economic_rate (kind, valid_from, value, source) values
    ('inflation', '2026-01-01', 1007, 'test'), ('inflation', '2026-02-01', 1010, 'test'),
    ('discountRate', '2025-01-01', 1550, 'test')`.execute(app.billingDb);
});

const amountOf = (sum: string) => parseMoney(sum) ?? zeroMoney;

/** An entity with a contract, signed in. */
async function makeCustomer(contract: Partial<ContractFixture> = {}) {
  const { accountNumber: account } = await makeEntity(app.billingDb, {
    period: billingPeriod('2025-11'),
    contract: { priceKind: 'spot', ...contract },
    points: [],
  });
  await sql`update billing.entity_contract set penalty_rate_times = 2 where account_number = ${account}`.execute(
    app.billingDb,
  );
  const token = await app.signIn([account], 'entity');
  const balance = async (on?: string) => (await app.post(entityBalance, { token, account, on })).body.balance;
  return { account, token, balance };
}

/** A bill of November 2025, due on 20 December, charged in the books. */
async function makeBill(account: string, sum: string) {
  const amount = amountOf(sum);
  await sql`
    insert into billing.bill (account_number, period, bill_number, issued_on, due_on, opening_kopiykas,
      charged_kopiykas, recalculated_kopiykas, paid_kopiykas, closing_kopiykas, energy_wh, is_estimated)
    values (${account}, '2025-11', ${`N-${account}`}, '2025-12-03', '2025-12-20', 0, ${amount}, 0, 0, ${amount}, 0, false)`.execute(
    app.billingDb,
  );
  await makeCharge(app.billingDb, account, '2025-11', sum);
}

/** Energy that is paid at a moment. */
const pay = (account: string, sum: string, at: string) =>
  post(account, entriesForPayment({ event: 'confirmed', purpose: 'energy', amount: amountOf(sum) }), at);

async function post(account: string, entries: ReturnType<typeof entriesForCharge>, at: string) {
  const more = entries.map((entry) => ({
    accountNumber: account,
    period: billingPeriod(at.slice(0, 7)),
    entry,
    postedAt: instantFromIso(at),
  }));
  await insertPostings(app.billingDb, more);
}

describe('the balance of an entity', () => {
  test('is nothing for an account that was never charged', async () => {
    const { balance } = await makeCustomer();
    expect(await balance()).toEqual({
      on: '2026-03-10',
      energy: { debt: '0.00', overpaid: '0.00', inTransit: '0.00' },
      reactive: null,
      acts: '0.00',
      advances: null,
      late: [],
      lateTotals: { threePercent: '0.00', inflation: '0.00', penalty: '0.00' },
    });
  });

  test('has each kind of debt apart', async () => {
    const { account, balance } = await makeCustomer();
    await makeCharge(app.billingDb, account, '2026-02', '385326.41');
    await post(account, entriesForCharge(amountOf('17233.98'), 'reactiveCharge'), '2026-03-02T08:00:00Z');
    const act = { actNumber: `E-${account}`, sum: '500.00', drawnOn: '2026-01-10' };
    await makeAct(app.billingDb, account, act);
    await pay(account, '100000.00', '2026-03-09T08:00:00Z');
    expect(await balance()).toMatchObject({
      energy: { debt: '285326.41', overpaid: '0.00', inTransit: '100000.00' },
      reactive: { debt: '17233.98', overpaid: '0.00', payee: 'Operator' },
      acts: '500.00',
    });
  });

  test('is that of the end of the day that is asked for', async () => {
    const { account, balance } = await makeCustomer();
    await makeCharge(app.billingDb, account, '2026-01', '100.00');
    await pay(account, '130.00', '2026-02-10T21:59:00Z');
    const energyOn = async (on: string) => (await balance(on)).energy;
    expect(await energyOn('2026-01-31')).toMatchObject({ debt: '0.00', overpaid: '0.00' });
    expect(await energyOn('2026-02-09')).toMatchObject({ debt: '100.00', overpaid: '0.00' });
    expect(await energyOn('2026-02-10')).toMatchObject({ debt: '0.00', overpaid: '30.00' });
  });

  test('tells what lateness would cost as W12 does, and posts nothing', async () => {
    const { account, balance } = await makeCustomer();
    await makeBill(account, '385326.41');
    const { late, lateTotals, energy } = await balance('2026-03-10');
    const cost = { threePercent: '2533.65', inflation: '6577.52', penalty: '26181.08' };
    const bill = { period: '2025-11', invoiceNumber: `N-${account}`, dueOn: '2025-12-20' };
    expect(late).toEqual([{ ...bill, debt: '385326.41', days: 80, ...cost }]);
    expect(lateTotals).toEqual(cost);
    expect(energy.debt).toBe('385326.41');
    expect((await balance('2025-12-20')).late).toEqual([]);
    const { rows } = await sql`select 1 from billing.ledger_entry where account_number = ${account}`.execute(
      app.billingDb,
    );
    expect(rows).toHaveLength(1);
  });

  test('counts lateness of what is still owed of an invoice, without a penalty where none is agreed', async () => {
    const { account, balance } = await makeCustomer();
    await sql`update billing.entity_contract set penalty_rate_times = 0 where account_number = ${account}`.execute(
      app.billingDb,
    );
    await makeBill(account, '1000.00');
    await pay(account, '400.00', '2026-01-05T08:00:00Z');
    expect((await balance()).late).toMatchObject([{ debt: '600.00', days: 80, penalty: '0.00' }]);
  });

  test('has the planned payments of the month and what was paid in it', async () => {
    const [first, second] = [
      { day: 5, percent: 40 },
      { day: 15, percent: 60 },
    ];
    const { account, token, balance } = await makeCustomer({ plannedParts: [first, second] });
    await sql`insert into billing.planned_payment (account_number, period, part_number, due_on, amount_kopiykas,
        declared_kwh, undeclared_kwh)
      values (${account}, '2026-03', 1, '2026-03-05', 4000000, 8000, 20),
        (${account}, '2026-03', 2, '2026-03-15', 6000000, 8000, 20)`.execute(app.billingDb);
    const order = { provider: 'liqpay', purpose: 'energy', sum: '50000.00', requestId: newId() };
    const { body } = await app.post(startPayment, { token, account, ...order });
    const { paymentId } = body.payment;
    await sql`update billing.payment set state = 'confirmed' where payment_id = ${paymentId}::uuid`.execute(
      app.billingDb,
    );
    const amount = amountOf('50000.00');
    const [entry] = entriesForPayment({ event: 'confirmed', purpose: 'energy', amount });
    if (entry === undefined) throw new Error('no entry');
    const period = billingPeriod('2026-03');
    const posted = { accountNumber: account, period, entry, postedAt: app.clock.now(), paymentId };
    await insertPostings(app.billingDb, [posted]);
    expect((await balance()).advances).toEqual({
      period: '2026-03',
      parts: [
        { partNumber: 1, dueOn: '2026-03-05', sum: '40000.00' },
        { partNumber: 2, dueOn: '2026-03-15', sum: '60000.00' },
      ],
      planned: '100000.00',
      volume: { declaredKwh: 8000, undeclaredKwh: 20 },
      paid: '50000.00',
    });
  });

  test('the books agree with reactive energy in them', async () => {
    expect((await checkLedger(app.billingDb)).filter(({ rule }) => rule !== 'bill.lines')).toEqual([]);
  });
});

describe('paying of an entity', () => {
  test.each([
    ['entity', '385326.41', true],
    ['entity', '999999999.99', true],
    ['entity', '1000000000.00', false],
    ['entity', '0.99', false],
    ['person', '385326.41', false],
  ] as const)('of a %s %s is taken: %s', async (customerType, sum, isTaken) => {
    const { accountNumber: account } = await makeAccount(app.billingDb, { customerType });
    const token = await app.signIn([account], customerType);
    const order = { provider: 'liqpay', purpose: 'energy', sum, requestId: newId() } as const;
    const started = await app.post(startPayment, { token, account, ...order });
    expect(started.body.status).toBe(isTaken ? 'success' : 'fail');
    const options = await app.post(paymentOptions, { token, account, purpose: 'energy', sum });
    expect(options.body.qr !== null).toBe(isTaken);
  });

  test('has the balance that persons have, for the form of paying', async () => {
    const { account, token } = await makeCustomer();
    await makeCharge(app.billingDb, account, '2026-02', '385326.41');
    const { body } = await app.post(personBalance, { token, account, type: null });
    expect(body.balance).toMatchObject({ debet: '385326.41', credit: '0', debetAct: { items: [] } });
  });
});
