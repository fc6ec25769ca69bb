import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { closeMonth } from '#billing/testing/close-month.ts';
import { giveReading } from '#billing/testing/give-reading.ts';
import { type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { explainBill } from '#contract/bills.ts';
import { moneyFromWire, moneyToWire, sumMoney } from '#domain/money.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

let household: AccountHandle;
let callCentre: AccountHandle;
let overestimated: AccountHandle;
let token: string;

async function book(kind: string, debit: string, credit: string, period: string, kopiykas: number) {
  await sql`insert into billing.ledger_entry (account_number, period, entry_id, kind, debit_account, credit_account,
      amount_kopiykas, posted_at)
    values (${household.accountNumber}, ${period}, gen_random_uuid(), ${kind}, ${debit}, ${credit}, ${kopiykas}, now())`.execute(
    cabinet.billingDb,
  );
}

const cabinet = provideTestApp({ now: '2026-12-05T10:00:00Z' });

/** Three months of a two-zone meter: the second with a benefit, the third with a payment; nothing a year ago. */
beforeAll(async () => {
  const db = cabinet.billingDb;
  await makeSupplier(db);
  household = await makeAccount(db, {
    meters: [{ zoneScheme: 'two', digitCapacity: 6 }],
    history: [{ period: '2026-08', closing: { day: 1000, night: 500 } }],
  });
  callCentre = await makeAccount(db, {});
  // September is estimated by the summer; in October the meter shows that it was less.
  overestimated = await makeAccount(db, {
    history: [
      { period: '2026-07', closing: { single: 1000 } },
      { period: '2026-08', closing: { single: 2000 } },
    ],
  });
  await giveReading(db, {
    ...overestimated,
    period: '2026-10',
    effectiveDate: '2026-11-01',
    values: { single: 2100 },
  });
  await sql`update billing.account set billing_condition = 'callCentre'
    where account_number = ${callCentre.accountNumber}`.execute(db);
  for (const [period, effectiveDate, values] of [
    ['2026-09', '2026-10-01', { day: 1060, night: 560 }],
    ['2026-10', '2026-11-01', { day: 1140, night: 600 }],
    ['2026-11', '2026-12-01', { day: 1220, night: 640 }],
  ] as const) {
    await giveReading(db, { ...household, period, effectiveDate, values });
  }
  await book('benefit', 'benefit', 'receivable', '2026-10', 10_000);
  await book('payment', 'bank', 'receivable', '2026-11', 50_000);
  for (const period of ['2026-09', '2026-10', '2026-11']) await closeMonth(cabinet.url, period);
  token = await cabinet.signIn(
    [household, callCentre, overestimated].map(({ accountNumber }) => accountNumber),
  );
});

const explain = (period: string, against: 'previous' | 'lastYear' = 'previous') =>
  cabinet.post(explainBill, { token, account: household.accountNumber, period, against });

describe('why a bill is what it is', () => {
  test('days, each zone, benefit and debt, each with its facts', async () => {
    const { httpStatus, body } = await explain('2026-10');
    expect(httpStatus).toBe(200);
    expect(body.base).toEqual({ period: '2026-09', closing: '388.80', cost: '388.80', kwh: 120, days: 30 });
    expect(body.bill).toEqual({ period: '2026-10', closing: '720.80', cost: '332.00', kwh: 120, days: 31 });
    expect(body.parts).toEqual([
      { kind: 'days', sum: '12.96', facts: { from: 30, to: 31, kwh: 4 } },
      { kind: 'kwh', zone: 'day', sum: '77.76', facts: { from: 60, to: 80, kwh: 18 } },
      { kind: 'kwh', zone: 'night', sum: '-47.52', facts: { from: 60, to: 40, kwh: -22 } },
      { kind: 'tariff', sum: '0.00', facts: { from: ['4.32'], to: ['4.32'] } },
      { kind: 'recalculation', sum: '0.00', facts: { from: '0.00', to: '0.00' } },
      { kind: 'benefit', sum: '-100.00', facts: { from: '0.00', to: '-100.00' } },
      { kind: 'debt', sum: '388.80', facts: { from: '0.00', to: '388.80' } },
    ]);
    expect(body.difference).toBe('332.00');
    expect(body.available).toEqual({ previous: '2026-09', lastYear: null });
  });

  test('a benefit that is no more and a payment: the parts still add up', async () => {
    const { body } = await explain('2026-11');
    const byKind = new Map(body.parts.map((part) => [part.kind, part.sum]));
    expect([byKind.get('benefit'), byKind.get('debt')]).toEqual(['100.00', '-168.00']);
    const sum = sumMoney(body.parts.map((part) => moneyFromWire(part.sum)));
    expect(moneyToWire(sum)).toBe(body.difference);
  });

  test('what an estimate had too much is a recalculation', async () => {
    const payload = {
      token,
      account: overestimated.accountNumber,
      period: '2026-10',
      against: 'previous',
    } as const;
    const { body } = await cabinet.post(explainBill, payload);
    expect(body.parts.flatMap(({ kind, sum }) => (sum === '0.00' ? [] : [`${kind} ${sum}`]))).toEqual([
      'days 138.24',
      'kwh -4099.68',
      'recalculation -3970.08',
      'debt 4181.76',
    ]);
    expect(body.parts.find(({ kind }) => kind === 'recalculation')?.facts).toEqual({
      from: '0.00',
      to: '-3970.08',
    });
  });

  test('the first bill has nothing to be compared with', async () => {
    const { httpStatus, body } = await explain('2026-09');
    expect([httpStatus, body.code, body.message]).toEqual([
      422,
      'billing.noComparison',
      'Немає рахунку, з яким можна порівняти.',
    ]);
  });

  test('without a bill of a year ago the answer names the one that there is', async () => {
    const { body } = await explain('2026-11', 'lastYear');
    expect([body.code, body.details]).toEqual([
      'billing.noComparison',
      { available: { previous: '2026-10', lastYear: null } },
    ]);
  });

  test('a month without a bill says that nothing was charged', async () => {
    expect((await explain('2026-12')).body.code).toBe('billing.noCharges');
  });

  test('a month whose sum the contact centre says names its phones; a bill that was made is explained', async () => {
    const payload = { token, account: callCentre.accountNumber, against: 'previous' } as const;
    const unmade = await cabinet.post(explainBill, { ...payload, period: '2026-12' });
    expect(unmade.body.message).toBe('За цим рахунком зверніться до контактного центру: 0800300400.');
    const made = await cabinet.post(explainBill, { ...payload, period: '2026-10' });
    expect([made.httpStatus, made.body.bill?.period]).toEqual([200, '2026-10']);
  });
});
