import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { AccountFixture } from '#billing/testing/make-account.ts';
import { personBalance } from '#contract/balance.ts';
import { listMeters, previewReading } from '#contract/readings.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { provideReadingApp } from '#portal/testing/hooks/provide-reading-app.ts';
import { makeReadingCustomer } from '#portal/testing/scenarios/reading-customer.ts';

const app = provideReadingApp();

async function customer(fixture?: AccountFixture) {
  const made = await makeReadingCustomer(app, fixture);
  const { token, accountNumber, meterId } = made;
  return {
    ...made,
    preview: (values: Record<string, string>) =>
      app.post(previewReading, { token, account: accountNumber, meterId, values }),
    meters: () => app.post(listMeters, { token, account: accountNumber }),
  };
}

const entity = { customerType: 'entity' } as const;
const commercial = { pointState: 'commercial' } as const;

async function owe(accountNumber: string, kopiykas: bigint): Promise<void> {
  await app.billingDb
    .insertInto('billing.ledger_entry')
    .values({
      account_number: accountNumber,
      period: '2026-09',
      entry_id: newId(),
      kind: 'opening',
      debit_account: 'receivable',
      credit_account: 'opening',
      amount_kopiykas: kopiykas,
      posted_at: '2026-09-30T00:00:00Z',
    })
    .execute();
}

test('the deviation is measured by what last year came to after all recalculations, the latest one counts', async () => {
  const { preview, accountNumber, meterId } = await customer();
  expect((await preview({ single: '2250' })).body.outcome).toMatchObject({ code: 'readings.deviation' });
  const revised = {
    account_number: accountNumber,
    period: '2025-10',
    meter_id: meterId,
    zone: 'single',
    from_date: '2025-10-01',
    to_date: '2025-11-01',
    opening_value: 900n,
    basis: 'actual',
  } as const;
  await app.billingDb
    .insertInto('billing.consumption_revision')
    .values([
      { ...revised, booked_period: '2025-11', closing_value: 940n, energy_wh: 40_000n },
      { ...revised, booked_period: '2025-12', closing_value: 1140n, energy_wh: 240_000n },
    ])
    .execute();
  expect((await preview({ single: '2250' })).body.outcome).toMatchObject({ kind: 'accepted', totalKwh: 250 });
});

test('a preview answers the cost, and what happens without a reading', async () => {
  const { preview, stored, accountNumber } = await customer();
  await owe(accountNumber, 10_000n);
  const { httpStatus, body } = await preview({ single: '2103' });
  expect(httpStatus).toBe(200);
  expect(body.outcome).toMatchObject({ kind: 'accepted', totalKwh: 103 });
  expect(body.cost).toMatchObject({
    kwh: 103,
    sum: '444.96',
    bill: { opening: '100.00', charged: '444.96', recalculated: '0.00', paid: '0.00', toPay: '544.96' },
    lines: [{ kind: 'energy', zone: 'single', kwh: 103, price: '4.32', coefficient: '1', sum: '444.96' }],
  });
  // Last October counted 100 kWh in as many days.
  expect(body.withoutReading).toMatchObject({ kwh: 100, sum: '432.00', bill: { toPay: '532.00' } });
  // In the window it counts as of the 1st, whatever the day.
  expect(body.dateEffect).toBeNull();
  expect(await stored()).toEqual([]);
});

test('a preview costs what the receipt says afterwards', async () => {
  const { preview, submit } = await customer({
    meters: [{ zoneScheme: 'three' }],
    history: [{ period: '2026-09', closing: { peak: 100, halfPeak: 200, night: 300 } }],
  });
  const values = { peak: '131', halfPeak: '277', night: '341' };
  const previewed = await preview(values);
  const submitted = await submit(values);
  expect(submitted.body.receipt.sum).toBe(previewed.body.cost?.sum);
  expect(submitted.body.receipt.totalKwh).toBe(previewed.body.cost?.kwh);
});

test('in the middle of a month the cost is of what was counted so far, the bill of the whole month, and what the day changes', async () => {
  app.clock.set(instantFromIso('2026-10-11T10:00:00Z'));
  const { preview, accountNumber } = await customer();
  await owe(accountNumber, 100n);
  const { body } = await preview({ single: '2040' });
  expect(body.cost).toMatchObject({ kwh: 40, sum: '172.80' });
  // 21 more days at 100 kWh in 31: 68 kWh; 108 × 4.32 and the debt
  expect(body.cost?.bill?.toPay).toBe('467.56');
  // The rest by average, or the same digits on the 1st.
  expect(body.dateEffect).toMatchObject({
    today: { kwh: 108, sum: '466.56', bill: { toPay: '467.56' } },
    first: '2026-11-01',
    onFirst: { kwh: 40, sum: '172.80', bill: { opening: '1.00', charged: '172.80', toPay: '173.80' } },
  });
  expect((await preview({ single: '1990' })).body.dateEffect).toBeNull();
});

const estimated = [
  { period: '2026-08', closing: { single: 2000 } },
  { period: '2026-09', closing: { single: 2200 }, basis: 'estimated' },
] as const;

test('the bill of each way adds up, also with money that comes back', async () => {
  app.clock.set(instantFromIso('2026-10-11T10:00:00Z'));
  const { preview, accountNumber } = await customer({ history: estimated });
  await owe(accountNumber, 100_000n);
  const { body } = await preview({ single: '2150' });
  const ways = [body.cost, body.withoutReading, body.dateEffect?.today, body.dateEffect?.onFirst];
  for (const way of ways) {
    const { opening, charged, recalculated, paid, toPay } = way?.bill ?? {};
    const sum = [opening, charged, recalculated].reduce((total, part) => total + Number(part) * 100, 0);
    expect(Math.round(sum - Number(paid) * 100)).toBe(Math.round(Number(toPay) * 100));
  }
  expect(body.dateEffect?.onFirst.bill).toMatchObject({ opening: '1000.00', recalculated: '-544.32' });
});

test('a reading below what was charged by average shows the money that comes back', async () => {
  const { preview } = await customer({ history: estimated });
  const { body } = await preview({ single: '2150' });
  expect(body.outcome).toMatchObject({ kind: 'accepted', totalKwh: 150 });
  expect(body.cost).toMatchObject({
    kwh: 76,
    sum: '-216.00',
    bill: { toPay: '0.00' },
    // 150 kWh in 61 days: 74 of them in September, for which 200 were charged.
    lines: [
      { kind: 'energy', kwh: 76, sum: '328.32', from: '2026-10-01' },
      { kind: 'recalculation', kwh: -126, sum: '-544.32', from: '2026-09-01' },
    ],
  });
});

test('values that cannot be counted, and none, have no cost, say why, and what happens without a reading', async () => {
  const { preview } = await customer();
  const { body } = await preview({ single: '1990' });
  expect(body.outcome).toMatchObject({ kind: 'refused', code: 'readings.lowerThanPrevious', totalKwh: null });
  expect(body.outcome.message).toContain('photo@example.test');
  expect(body).toMatchObject({ cost: null, withoutReading: { kwh: 100 } });
  const untyped = { outcome: { code: 'field.required', registers: [] }, cost: null };
  expect((await preview({})).body).toMatchObject({ ...untyped, withoutReading: { kwh: 100 } });
});

test('meters are listed with previous values, the window and, once given, the current reading', async () => {
  const { meters, submit, meterId, eicCode } = await customer();
  const before = await meters();
  expect(before.body.meters).toMatchObject([
    {
      meterId,
      eic: eicCode,
      zoneScheme: 'single',
      digitCapacity: 5,
      coefficient: 1,
      contractedPowerKw: 5,
      registers: [
        {
          zone: 'single',
          previousValue: 2000,
          previousDate: '2026-10-01',
          known: [{ value: 2000, date: '2026-10-01' }],
          currentValue: null,
        },
      ],
      blocked: null,
      currentReading: null,
    },
  ]);
  expect(before.body.window).toEqual({
    isOpen: true,
    opensOn: '2026-10-30',
    closesAt: '2026-11-02T11:00:00.000Z',
    period: '2026-10',
    effectiveDate: '2026-11-01',
  });
  const { body } = await submit({ single: '2103' });
  const [after] = (await meters()).body.meters;
  expect(after?.registers[0]).toMatchObject({ currentValue: 2103, currentDate: '2026-11-01' });
  expect(after?.currentReading).toEqual({
    receiptNumber: body.receipt.number,
    submittedAt: '2026-10-31T10:00:00.000Z',
    effectiveDate: '2026-11-01',
    state: 'accepted',
    values: { single: 2103 },
    totalKwh: 103,
    sum: '444.96',
    correctable: true,
  });
});

test('an old meter that was removed is not listed, and the new one begins at its own first value', async () => {
  const { meters } = await customer({
    meters: [
      { installedOn: '2026-10-12', installedValues: { single: 7 } },
      { meterState: 'removed', removedOn: '2026-10-12', removedValues: { single: 2040 } },
    ],
  });
  const { body } = await meters();
  expect(body.meters).toHaveLength(1);
  const register = { previousValue: 7, previousDate: '2026-10-12', known: [{ value: 7 }] };
  expect(body.meters[0]?.registers).toMatchObject([{ ...register, currentValue: null }]);
});

test.each<[string, AccountFixture, string | null, string]>([
  ['the shut window alone, says when it opens', entity, '2026-10-30', 'readings.entityPeriodClosed'],
  [
    'a blocked account, waits for none',
    { ...entity, inputBlocked: true },
    null,
    'readings.entityInputBlocked',
  ],
  [
    'a disabled meter, waits for none',
    { meters: [{ meterState: 'disabled' }] },
    null,
    'readings.meterDisabled',
  ],
  ['metering of companies, waits for none', { ...entity, ...commercial }, null, 'billing.commercialMetering'],
  ['metering of persons, waits for none', commercial, null, 'readings.takenByOperator'],
])('what blocks, %s', async (_, fixture, opensOn, code) => {
  app.clock.set(instantFromIso('2026-10-20T10:00:00Z'));
  const { meters } = await customer(fixture);
  const message = expect.stringMatching(/\S/);
  expect((await meters()).body.meters[0]?.blocked).toEqual({ code, message, opensOn });
});

test('the balance expects the very bill that the form showed for the reading', async () => {
  app.clock.set(instantFromIso('2026-10-20T10:00:00Z'));
  const { preview, submit, token, accountNumber } = await customer();
  await owe(accountNumber, 10_000n);
  const { body } = await preview({ single: '2060' });
  expect((await submit({ single: '2060' })).httpStatus).toBe(200);
  const { body: after } = await app.post(personBalance, { token, account: accountNumber });
  expect(after.balance).toMatchObject({ debet: '100.00', endDebet: body.cost?.bill?.toPay });
});

test('in a correction the other way is that the accepted reading stays', async () => {
  const { preview, submit } = await customer();
  const accepted = await preview({ single: '2130' });
  expect((await submit({ single: '2130' }, { confirmed: ['readings.deviation'] })).httpStatus).toBe(200);
  const { body } = await preview({ single: '2103' });
  expect(body.cost).toMatchObject({ kwh: 103 });
  expect(body.withoutReading).toEqual(accepted.body.cost);
});

test('of several registers what was accepted stays when the rest is not given', async () => {
  const { preview, submit, token, accountNumber } = await customer({
    meters: [{ zoneScheme: 'three' }],
    history: [
      { period: '2026-08', closing: { peak: 100, halfPeak: 200, night: 300 } },
      { period: '2026-09', closing: { peak: 131, halfPeak: 277, night: 341 } },
    ],
  });
  expect((await submit({ peak: '200' })).httpStatus).toBe(200);
  const { body } = await preview({});
  const peak = body.withoutReading?.lines.find(({ zone }) => zone === 'peak');
  expect(peak).toMatchObject({ kwh: 69, isEstimated: false });
  const { body: home } = await app.post(personBalance, { token, account: accountNumber });
  expect(home.balance.endDebet).toBe(body.withoutReading?.bill?.toPay);
});

test.each([
  ['callCentre', 'billing.invoiceByCallCentre', 'зверніться до контактного центру: 0800300400'],
  ['contractChanges', 'billing.contractChanges', 'Через зміни в договорі'],
  ['specialGroup', 'billing.specialConditionsGroup', 'показань усієї групи'],
])('%s: home and reading name no sum, and say why in the same words', async (condition, code, words) => {
  const { preview, token, accountNumber } = await customer();
  await owe(accountNumber, 10_000n);
  await sql`update billing.account set billing_condition = ${condition}
    where account_number = ${accountNumber}`.execute(app.billingDb);
  const why = { code, message: expect.stringContaining(words) };
  const { body } = await preview({ single: '2103' });
  expect(body).toMatchObject({ cost: null, withoutReading: null, dateEffect: null, noForecast: why });
  const { body: home } = await app.post(personBalance, { token, account: accountNumber });
  expect(home.balance).toMatchObject({ debet: '100.00', endDebet: '0', noForecast: why });
});
