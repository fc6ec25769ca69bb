import { sql } from 'kysely';
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
  for (const [part, dueOn, sum] of [
    [1, '2026-11-05', 9_000_000],
    [2, '2026-11-15', 12_000_000],
  ])
    await sql`insert into billing.planned_payment (account_number, period, part_number, due_on, amount_kopiykas)
      values (${office.accountNumber}, '2026-11', ${part}, ${dueOn}::date, ${sum})`.execute(app.billingDb);
  token = await app.signIn([store.accountNumber, office.accountNumber], 'entity');
});

test('tells points and debt of each account, and what is due when', async () => {
  const { body } = await app.post(entityOverview, { token });
  expect(body.today).toBe('2026-10-31');
  expect(body.accounts).toEqual([
    { account: store.accountNumber, points: 3, debt: '3000.50', awaitsReading: false },
    { account: office.accountNumber, points: 1, debt: '0.00', awaitsReading: true },
  ]);
  const planned = { account: office.accountNumber, kind: 'planned', period: '2026-11' };
  expect(body.dues).toEqual([
    { account: store.accountNumber, kind: 'act', dueOn: null, sum: '3000.50', period: null },
    { ...planned, dueOn: '2026-11-05', sum: '90000.00' },
    { ...planned, dueOn: '2026-11-15', sum: '120000.00' },
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
  for (const [eic, kwh] of [
    ['62Z000000000OV1X', 700],
    ['62Z000000000OV2X', 40],
  ])
    await sql`insert into billing.invoice_quantity
        (account_number, period, eic_code, metered_kwh, loss_kwh, sub_loss_kwh, sub_kwh, billed_kwh)
      values (${store.accountNumber}, '2026-09', ${eic}, ${kwh}, 0, 0, 0, ${kwh})`.execute(app.billingDb);
  const limits = { accounts: [store.accountNumber], points: ['62Z000000000OV1X'] };
  const member = await signInMember(app, store.accountNumber, { role: 'powerEngineer', ...limits });
  const { body } = await app.post(entityConsumption, { token: member });
  expect(body.accounts).toBe(1);
  const month = { period: '2026-09', kwh: 700, sum: null, invoices: 1, lastYearKwh: null };
  expect(body.months.find(({ period }) => period === '2026-09')).toEqual(month);
  expect((await app.post(entityOverview, { token: member })).body.code).toBe('common.forbidden');
});

/** Posts an amount between two accounts of the ledger. */
const post = (
  account: string,
  period: string,
  kind: string,
  [debit, credit]: readonly string[],
  sum: number,
) =>
  sql`insert into billing.ledger_entry (account_number, entry_id, period, kind, debit_account, credit_account,
      amount_kopiykas, posted_at)
    values (${account}, gen_random_uuid(), ${period}, ${kind}, ${debit}, ${credit}, ${sum}, '2026-10-01T00:00:00Z')
  `.execute(app.billingDb);

test('an overpayment settles planned payments in their order', async () => {
  const { accountNumber } = office;
  await post(accountNumber, '2026-10', 'opening', ['opening', 'receivable'], 10_000_000);
  const { body } = await app.post(entityOverview, { token });
  expect(body.dues.filter(({ account }) => account === accountNumber)).toMatchObject([
    { dueOn: '2026-11-15', sum: '110000.00' },
  ]);
});

test('money owed for reactive energy is that of the newest invoices', async () => {
  const { accountNumber: account } = await makeAccount(app.billingDb, { customerType: 'entity' });
  for (const [month, dueOn, net] of [
    [8, '2026-09-20', 1000],
    [9, '2026-10-20', 2000],
  ] as const)
    await sql`insert into billing.invoice (account_number, payee, price_base, quantity, issued_on, period, invoice_number,
        act_number, due_on, net_kopiykas, vat_kopiykas, gross_kopiykas)
      values (${account}, 'operator', 'net', 10, '2026-10-01', ${`2026-0${month}`}, ${`R${month}`}, ${`A${month}`},
        ${dueOn}::date, ${net}, ${net * 0.2}, ${net * 1.2})`.execute(app.billingDb);
  await post(account, '2026-09', 'reactive', ['reactiveReceivable', 'reactiveRevenue'], 3000);
  const { body } = await app.post(entityOverview, { token: await app.signIn([account], 'entity') });
  expect(body.accounts).toMatchObject([{ debt: '30.00' }]);
  expect(body.dues.filter(({ kind }) => kind === 'reactive')).toEqual([
    { account, kind: 'reactive', dueOn: '2026-10-20', sum: '24.00', period: '2026-09' },
    { account, kind: 'reactive', dueOn: '2026-09-20', sum: '6.00', period: '2026-08' },
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
    await sql`insert into billing.consumption (account_number, period, meter_id, zone, from_date, to_date, opening_value,
        closing_value, energy_wh, basis)
      values (${accountNumber}, '2026-09', ${points[index]?.meterId}::uuid, 'single', '2026-09-01', '2026-10-01', 0,
        ${kwh}, ${kwh * 1000}, 'actual')`.execute(app.billingDb);
  const owner = await app.signIn([accountNumber], 'entity');
  const { body } = await app.post(consumptionHistory, { token: owner, account: accountNumber });
  expect(body.months).toMatchObject([
    { period: '2026-08', totalKwh: 0 },
    { period: '2026-09', zones: { single: 900 }, totalKwh: 900 },
  ]);
});
