import { beforeAll, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { addPoints, makeContract } from '#billing/testing/make-contract-terms.ts';
import { insertMeter } from '#billing/testing/make-meter.ts';
import { meterHistory } from '#contract/readings.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

const otherPoint = '62Z0000000OTHERX';
let account: string;
let eic: string;
let token: string;
let serials: readonly string[];

const app = provideTestApp({ now: '2026-10-31T10:00:00Z', hasSupplier: true });

beforeAll(async () => {
  const made = await makeAccount(app.billingDb, {
    customerType: 'entity',
    meters: [
      {
        installedOn: '2026-01-10',
        installedValues: { single: 99_000 },
        removedOn: '2026-09-15',
        removedValues: { single: 400 },
        meterState: 'removed',
      },
      { installedOn: '2026-09-15', coefficient: 20, installedValues: { single: 7 } },
    ],
    history: [
      { period: '2026-01', closing: { single: 99_871 } },
      { period: '2026-02', closing: { single: 214 } },
    ],
  });
  account = made.accountNumber;
  eic = made.eicCode;
  serials = made.meters.map(({ serialNumber }) => serialNumber);
  await makeContract(app.billingDb, made);
  await addPoints(app.billingDb, made, [otherPoint]);
  await app.billingDb
    .insertInto('billing.contract_point')
    .values({
      account_number: account,
      eic_code: eic,
      valid_from: '2025-01-01',
      object_name: 'Shop',
      voltage_class: 2,
    })
    .execute();
  await app.billingDb
    .updateTable('billing.meter')
    .set({ verified_on: '2026-05-05' })
    .where('serial_number', '=', serials[0] ?? '')
    .execute();
  await insertMeter(app.billingDb, {
    accountNumber: account,
    eicCode: otherPoint,
    meter: {
      installedOn: '2020-01-01',
      removedOn: '2020-06-01',
      removedValues: { single: 5 },
      meterState: 'removed',
    },
  });
  token = await app.signIn([account], 'entity');
});

const history = async (more: object = {}) => (await app.post(meterHistory, { token, account, ...more })).body;

test('the life of a point is told newest first, a replaced meter with the values of both', async () => {
  const { events, next, points } = await history({ eic });
  expect(next).toBeNull();
  expect(points).toEqual([
    { eic: otherPoint, objectName: '' },
    { eic, objectName: 'Shop' },
  ]);
  expect(events).toMatchObject([
    {
      kind: 'installed',
      date: '2026-09-15',
      objectName: 'Shop',
      serialNumber: serials[1],
      values: { single: 7 },
      coefficient: 20,
      replaced: { serialNumber: serials[0], values: { single: 400 } },
    },
    { kind: 'verified', date: '2026-05-05', serialNumber: serials[0] },
    {
      kind: 'reading',
      date: '2026-03-01',
      values: { single: 214 },
      hasRolledOver: true,
      isUnderReview: false,
    },
    { kind: 'reading', date: '2026-02-01', values: { single: 99_871 }, hasRolledOver: false },
    { kind: 'installed', date: '2026-01-10', replaced: null, values: { single: 99_000 } },
  ]);
});

test('a meter that was taken away and not replaced is told of', async () => {
  const { events } = await history({ eic: otherPoint });
  expect(events).toMatchObject([
    { kind: 'removed', date: '2020-06-01', values: { single: 5 } },
    { kind: 'installed', date: '2020-01-01' },
  ]);
});

test('values of channels are readings, too', async () => {
  const { accountNumber, meterId } = await makeAccount(app.billingDb, { customerType: 'entity' });
  const channel = { account_number: accountNumber, meter_id: meterId, channel: 'reactiveImport' as const };
  await app.billingDb
    .insertInto('billing.meter_channel')
    .values({ ...channel, installed_value: 0n })
    .execute();
  await app.billingDb
    .insertInto('billing.channel_reading')
    .values({
      ...channel,
      period: '2026-09',
      value: 320n,
      source: 'operator',
      submitted_at: '2026-10-02T08:00:00Z',
    })
    .execute();
  const other = await app.signIn([accountNumber], 'entity');
  const { body } = await app.post(meterHistory, { token: other, account: accountNumber });
  expect(body.events[0]).toMatchObject({
    kind: 'reading',
    date: '2026-10-01',
    source: 'operator',
    values: { reactiveImport: 320 },
  });
});

test('a point of another account has no events', async () => {
  const { eicCode } = await makeAccount(app.billingDb);
  expect((await history({ eic: eicCode })).events).toEqual([]);
});

test('goes on after the cursor without a gap, and refuses a wrong one', async () => {
  const months = Array.from({ length: 70 }, (_, n) => {
    const period = `${2020 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`;
    return { period, closing: { single: 100 + n } };
  });
  const long = await makeAccount(app.billingDb, { customerType: 'entity', history: months });
  const payload = { token: await app.signIn([long.accountNumber], 'entity'), account: long.accountNumber };
  const first = (await app.post(meterHistory, payload)).body;
  expect(first.events).toHaveLength(50);
  const second = (await app.post(meterHistory, { ...payload, cursor: first.next })).body;
  expect([second.events.length, second.next]).toEqual([21, null]);
  const days = [...first.events, ...second.events].map(({ date }) => date);
  expect(days).toEqual([...days].sort().reverse());
  expect((await app.post(meterHistory, { ...payload, cursor: 'x' })).httpStatus).toBe(400);
});
