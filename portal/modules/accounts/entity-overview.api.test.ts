import { beforeAll, expect, test } from 'vitest';
import { type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import { makeEntity } from '#billing/testing/make-contract.ts';
import { addPoints } from '#billing/testing/make-contract-terms.ts';
import { makeAct } from '#billing/testing/make-money.ts';
import { entityOverview } from '#contract/accounts/entity-accounts.ts';
import { consumptionHistory, entityConsumption } from '#contract/consumption.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { signInMember } from '#portal/testing/callers/make-member.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

let store: AccountHandle;
let office: AccountHandle;
let token: string;

const app = provideTestApp({ now: '2026-10-31T10:00:00Z', hasSupplier: true });

beforeAll(async () => {
  store = await makeAccount(app.billingDb, { customerType: 'entity', meters: [] });
  office = await makeAccount(app.billingDb, { customerType: 'entity' });
  await addPoints(app.billingDb, store, ['62Z000000000OV1X', '62Z000000000OV2X']);
  await makeAct(app.billingDb, store.accountNumber, { actNumber: 'OV-1', sum: '3000.50' });
  await app.billingDb
    .insertInto('billing.planned_payment')
    .values([
      {
        account_number: office.accountNumber,
        period: '2026-11',
        part_number: 1,
        due_on: '2026-11-05',
        amount_kopiykas: 9_000_000n,
      },
      {
        account_number: office.accountNumber,
        period: '2026-11',
        part_number: 2,
        due_on: '2026-11-15',
        amount_kopiykas: 12_000_000n,
      },
    ])
    .execute();
  token = await app.signIn([store.accountNumber, office.accountNumber], 'entity');
});

test('tells points and debt of each account, and what is due when', async () => {
  const { body } = await app.post(entityOverview, { token });
  expect(body.today).toBe('2026-10-31');
  expect(body.accounts).toEqual([
    { account: store.accountNumber, points: 3, debt: '3000.50', awaitsReading: false },
    { account: office.accountNumber, points: 1, debt: '0.00', awaitsReading: true },
  ]);
  expect(body.dues).toEqual([
    { account: store.accountNumber, kind: 'act', dueOn: null, sum: '3000.50', period: null },
    {
      account: office.accountNumber,
      kind: 'planned',
      dueOn: '2026-11-05',
      sum: '90000.00',
      period: '2026-11',
    },
    {
      account: office.accountNumber,
      kind: 'planned',
      dueOn: '2026-11-15',
      sum: '120000.00',
      period: '2026-11',
    },
  ]);
  expect(body.window?.opensOn).toMatch(/^2026-1[01]-/);
});

test.each([
  ['viewer', true, []],
  ['powerEngineer', false, []],
] as const)('a %s is told of points, of money %s, of no acts', async (role, seesMoney, acts) => {
  const member = await signInMember(app, store.accountNumber, { role });
  const { body } = await app.post(entityOverview, { token: member });
  expect(body.accounts).toMatchObject([
    { points: 3, debt: seesMoney ? '3000.50' : null, awaitsReading: false },
    { points: 1, debt: seesMoney ? '0.00' : null, awaitsReading: true },
  ]);
  expect(body.dues).toHaveLength(seesMoney ? 3 : 0);
  expect(body.actsToSign).toEqual(acts);
});

test('energy of own points is told without sums to who is limited to them', async () => {
  const quantities = [
    ['62Z000000000OV1X', 700n],
    ['62Z000000000OV2X', 40n],
  ] as const;
  for (const [eic_code, kwh] of quantities)
    await app.billingDb
      .insertInto('billing.invoice_quantity')
      .values({
        account_number: store.accountNumber,
        period: '2026-09',
        eic_code,
        metered_kwh: kwh,
        loss_kwh: 0n,
        sub_loss_kwh: 0n,
        sub_kwh: 0n,
        billed_kwh: kwh,
      })
      .execute();
  const limits = { accounts: [store.accountNumber], points: ['62Z000000000OV1X'] };
  const member = await signInMember(app, store.accountNumber, { role: 'powerEngineer', ...limits });
  const { body } = await app.post(entityConsumption, { token: member });
  expect(body.accounts).toBe(1);
  expect(body.months.find(({ period }) => period === '2026-09')).toEqual({
    period: '2026-09',
    kwh: 700,
    sum: null,
    invoices: 1,
    lastYearKwh: null,
  });
  expect((await app.post(entityOverview, { token: member })).body).toMatchObject({
    code: 'common.forbidden',
  });
});

test('an overpayment settles planned payments in their order', async () => {
  const { accountNumber } = office;
  await app.billingDb
    .insertInto('billing.ledger_entry')
    .values({
      account_number: accountNumber,
      entry_id: '0199f000-0000-7000-8000-0000000000aa',
      period: '2026-10',
      kind: 'opening',
      debit_account: 'opening',
      credit_account: 'receivable',
      amount_kopiykas: 10_000_000n,
      posted_at: '2026-10-01T00:00:00Z',
    })
    .execute();
  const { body } = await app.post(entityOverview, { token });
  expect(body.dues.filter(({ account }) => account === accountNumber)).toMatchObject([
    { dueOn: '2026-11-15', sum: '110000.00' },
  ]);
});

test('money owed for reactive energy is that of the newest invoices', async () => {
  const made = await makeAccount(app.billingDb, { customerType: 'entity' });
  const account_number = made.accountNumber;
  const invoice = {
    account_number,
    payee: 'operator',
    price_base: 'net',
    quantity: 10n,
    issued_on: '2026-10-01',
  } as const;
  await app.billingDb
    .insertInto('billing.invoice')
    .values([
      {
        ...invoice,
        period: '2026-08',
        invoice_number: 'R8',
        act_number: 'A8',
        due_on: '2026-09-20',
        net_kopiykas: 1000n,
        vat_kopiykas: 200n,
        gross_kopiykas: 1200n,
      },
      {
        ...invoice,
        period: '2026-09',
        invoice_number: 'R9',
        act_number: 'A9',
        due_on: '2026-10-20',
        net_kopiykas: 2000n,
        vat_kopiykas: 400n,
        gross_kopiykas: 2400n,
      },
    ])
    .execute();
  await app.billingDb
    .insertInto('billing.ledger_entry')
    .values({
      account_number,
      entry_id: '0199f000-0000-7000-8000-0000000000ab',
      period: '2026-09',
      kind: 'reactive',
      debit_account: 'reactiveReceivable',
      credit_account: 'reactiveRevenue',
      amount_kopiykas: 3000n,
      posted_at: '2026-10-01T00:00:00Z',
    })
    .execute();
  const { body } = await app.post(entityOverview, { token: await app.signIn([account_number], 'entity') });
  expect(body.accounts).toMatchObject([{ debt: '30.00' }]);
  expect(body.dues.filter(({ kind }) => kind === 'reactive')).toEqual([
    { account: account_number, kind: 'reactive', dueOn: '2026-10-20', sum: '24.00', period: '2026-09' },
    { account: account_number, kind: 'reactive', dueOn: '2026-09-20', sum: '6.00', period: '2026-08' },
  ]);
});

test('what a sub-consumer took counts once in the months of an account, at the point it went through', async () => {
  const { accountNumber, points } = await makeEntity(app.billingDb, {
    period: billingPeriod('2026-09'),
    contract: { priceKind: 'universal' },
    points: [
      { before: 0, after: 900 },
      { before: 0, after: 250, subOf: 0, isSubBilled: true },
      { before: 0, after: 100, subOf: 0 },
    ],
  });
  for (const [index, kwh] of [900, 250, 100].entries())
    await app.billingDb
      .insertInto('billing.consumption')
      .values({
        account_number: accountNumber,
        period: '2026-09',
        meter_id: points[index]?.meterId ?? '',
        zone: 'single',
        from_date: '2026-09-01',
        to_date: '2026-10-01',
        opening_value: 0n,
        closing_value: BigInt(kwh),
        energy_wh: BigInt(kwh * 1000),
        basis: 'actual',
      })
      .execute();
  const owner = await app.signIn([accountNumber], 'entity');
  const { body } = await app.post(consumptionHistory, { token: owner, account: accountNumber });
  expect(body.months).toMatchObject([
    { period: '2026-08', totalKwh: 0 },
    { period: '2026-09', zones: { single: 900 }, totalKwh: 900 },
  ]);
});
