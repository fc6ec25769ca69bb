import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { BILL_GET } from '#billing/api/bills.ts';
import { BENEFIT_ADD, BENEFIT_LIST, BENEFIT_REMOVE } from '#billing/api/charges.ts';
import type { ModuleInput } from '#billing/api/define-module.ts';
import { LEDGER_LIST } from '#billing/api/ledger.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { closeMonth } from '#billing/testing/close-month.ts';
import { giveReading } from '#billing/testing/give-reading.ts';
import { provideTestBilling } from '#billing/testing/hooks/provide-test-billing.ts';
import { type AccountFixture, makeAccount } from '#billing/testing/make-account.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { newId } from '#platform/uuid.ts';

const billing = provideTestBilling({ now: '2026-10-20T10:00:00Z', hasSupplier: true });

beforeAll(async () => {
  await sql`insert into billing.period (period, state)
    values ('2026-08', 'closed'), ('2026-09', 'closed'), ('2026-10', 'open')`.execute(billing.db);
});

const clerk = { id: 'A', name: 'Олена', roles: ['billing'] };
type Added = ModuleInput<typeof BENEFIT_ADD>;

const granted = (accountNumber: string, more: Partial<Added> = {}): Added => ({
  ...{ accountNumber, period: '2026-10', kind: 'benefit', title: 'Учасник бойових дій', sum: '108.07' },
  ...{ reason: 'Лист № 12', requestId: newId(), administrator: clerk },
  ...more,
});
const add = (accountNumber: string, more: Partial<Added> = {}) =>
  billing.call(BENEFIT_ADD, granted(accountNumber, more));

async function added(accountNumber: string, more: Partial<Added> = {}) {
  return (await billing.ask(BENEFIT_ADD, granted(accountNumber, more))).benefit;
}

const remove = (accountNumber: string, benefitId: string, requestId = newId()) =>
  billing.call(BENEFIT_REMOVE, {
    ...{ accountNumber, benefitId, requestId, reason: 'Помилка', administrator: clerk },
  });

const list = (accountNumber: string) => billing.ask(BENEFIT_LIST, { accountNumber, limit: 20 });

const household = (fixture: AccountFixture = {}) =>
  makeAccount(billing.db, { history: [{ period: '2026-09', closing: { single: 1000 } }], ...fixture });

/** One that an import brought. */
const imported = (accountNumber: string, period = '2026-10', posted = '2026-10') =>
  sql`
  insert into billing.benefit (account_number, period, kind, posting_period, benefit_id, amount_kopiykas)
  values (${accountNumber}, ${period}, 'subsidy', ${posted}, ${newId()}, 2000)`.execute(billing.db);

async function auditOf(accountNumber: string) {
  const { rows } = await sql<{ action: string; before: unknown; after: unknown }>`
    select action, before, after from billing.audit_entry where account_number = ${accountNumber}
    order by happened_at, audit_id`.execute(billing.db);
  return rows;
}

const refusal = (code: string, params = {}) => expect.objectContaining({ ok: false, code, ...params });

test('what staff enter waits for the first open month, beside what an import brought, with its audit', async () => {
  const { accountNumber } = await household();
  await imported(accountNumber);
  const { benefitId, ...benefit } = await added(accountNumber, { period: '2026-09' });
  expect(benefit).toEqual({
    ...{ period: '2026-09', kind: 'benefit', title: 'Учасник бойових дій', sum: '108.07' },
    ...{ postingPeriod: '2026-10', state: 'waiting', canRemove: true },
    entered: { by: 'Олена', at: '2026-10-20T10:00:00.000Z', reason: 'Лист № 12' },
  });
  const { benefits, months, next } = await list(accountNumber);
  expect(benefits).toMatchObject([
    { period: '2026-10', kind: 'subsidy', entered: null, canRemove: false, state: 'waiting' },
    { period: '2026-09', benefitId },
  ]);
  expect([months, next]).toEqual([{ first: '2026-08', last: '2026-10' }, null]);
  const facts = {
    ...{ period: '2026-09', benefitKind: 'benefit', title: 'Учасник бойових дій', sum: '108.07' },
    postingPeriod: '2026-10',
  };
  expect(await auditOf(accountNumber)).toEqual([
    { action: 'benefit.added', before: null, after: { ...facts, reason: 'Лист № 12' } },
  ]);
  expect(await remove(accountNumber, benefitId)).toMatchObject({ ok: true });
  expect((await auditOf(accountNumber))[1]).toEqual({
    ...{ action: 'benefit.removed', before: facts, after: { reason: 'Помилка' } },
  });
  expect((await list(accountNumber)).benefits).toHaveLength(1);
});

test('the list goes on in parts, by month and kind', async () => {
  const { accountNumber } = await household();
  for (const period of ['2026-08', '2026-09', '2026-10'])
    for (const kind of ['benefit', 'subsidy'] as const) await added(accountNumber, { period, kind });
  const first = await billing.ask(BENEFIT_LIST, { accountNumber, limit: 3 });
  const after = first.next ?? { period: '', kind: 'benefit' };
  const rest = await billing.ask(BENEFIT_LIST, { accountNumber, limit: 3, after });
  expect([...first.benefits, ...rest.benefits].map(({ period, kind }) => `${period} ${kind}`)).toEqual(
    ['2026-10', '2026-09', '2026-08'].flatMap((period) => [`${period} benefit`, `${period} subsidy`]),
  );
  expect(rest.next).toBeNull();
});

test('a request counts once, also when it comes twice at once', async () => {
  const { accountNumber } = await household();
  const requestId = newId();
  const twice = [1, 2].map(() => add(accountNumber, { requestId }));
  const [one, other] = await Promise.all(twice);
  expect(one).toMatchObject({ ok: true });
  expect(other).toEqual(one);
  expect(await add(accountNumber, { requestId, sum: '108.08' })).toEqual(refusal('common.requestReused'));
  const { benefits } = await list(accountNumber);
  expect(benefits).toHaveLength(1);
  const benefitId = benefits[0]?.benefitId ?? '';
  const removal = newId();
  const removed = await remove(accountNumber, benefitId, removal);
  expect(await remove(accountNumber, benefitId, removal)).toEqual(removed);
  expect(await remove(accountNumber, newId(), removal)).toEqual(refusal('common.requestReused'));
  expect(await remove(accountNumber, benefitId)).toEqual(refusal('management.changedMeanwhile'));
  expect(await add(accountNumber, { requestId })).toEqual(refusal('management.changedMeanwhile'));
});

test('of two that enter the same month and kind at once one is told that it is there', async () => {
  const { accountNumber } = await household();
  const outcomes = await Promise.all([add(accountNumber), add(accountNumber, { sum: '5.00' })]);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  expect(outcomes.filter(({ ok }) => !ok)).toEqual([refusal('benefits.alreadyThere')]);
});

test('what no closing would book, what takes two and what has no month of the books is refused', async () => {
  const { accountNumber } = await household();
  expect(await add(accountNumber, { sum: '1000.00' })).toMatchObject({ ok: true });
  const refused = async (more: Partial<Added>) => add(accountNumber, { kind: 'subsidy', ...more });
  const takesTwo = refusal('benefits.takesTwo', { params: { most: '1\u00a0000,00' } });
  expect(await refused({ sum: '1000.01' })).toEqual(takesTwo);
  const bounds = { params: { from: '08.2026', to: '10.2026' } };
  for (const period of ['2026-07', '2026-11'])
    expect(await refused({ period })).toEqual(refusal('benefits.monthOutOfRange', bounds));
  const owner = { ...clerk, roles: ['owner'] };
  expect(await refused({ sum: '1000.01', administrator: owner })).toMatchObject({ ok: true });
  const administrator = { ...clerk, roles: ['operator' as const] };
  expect(await refused({ administrator })).toEqual(refusal('common.forbidden'));
  const ended = await household({ contractEndedOn: '2026-08-31' });
  const notCharged = refusal('benefits.notCharged', { params: { period: '10.2026' } });
  expect(await add(ended.accountNumber)).toEqual(notCharged);
  const shop = await makeAccount(billing.db, { customerType: 'entity' });
  expect(await add(shop.accountNumber)).toEqual(refusal('benefits.notHousehold'));
  expect((await list(shop.accountNumber)).months).toBeNull();
  for (const outcome of [await add('2300000000'), await remove('2300000000', newId())])
    expect(outcome).toEqual(refusal('common.notFound'));
});

test('one of an import is not removed, nor is any while an import has them to itself', async () => {
  const { accountNumber } = await household();
  await imported(accountNumber);
  const [brought] = (await list(accountNumber)).benefits;
  expect(await remove(accountNumber, brought?.benefitId ?? '')).toEqual(refusal('benefits.ofImport'));
  await expect(
    sql`delete from billing.benefit where account_number = ${accountNumber}`.execute(billing.db),
  ).rejects.toThrow('never removed');
  const { benefitId } = await added(accountNumber);
  const importing = connectDatabase<unknown>({ url: billing.url, poolSize: 1 });
  await importing.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('billing.benefit', 0))`.execute(trx);
    expect(await add(accountNumber, { period: '2026-09' })).toEqual(refusal('benefits.importRuns'));
    expect(await remove(accountNumber, benefitId)).toEqual(refusal('benefits.importRuns'));
  });
  await importing.close();
  expect(await remove(accountNumber, benefitId)).toMatchObject({ ok: true });
});

test('a closing waits for what is being entered, and what comes after its start belongs to the next month', async () => {
  const { accountNumber } = await household();
  const other = connectDatabase<unknown>({ url: billing.url, poolSize: 2 });
  const close = () =>
    sql`update billing.period set state = 'closing' where period = '2026-10'`.execute(other.db);
  const reopen = () =>
    sql`update billing.period set state = 'open' where period = '2026-10'`.execute(other.db);
  let waits: Promise<unknown> = Promise.resolve();
  await billing.db.transaction().execute(async (trx) => {
    // As the module holds it.
    await sql`select from billing.period where state <> 'closed' for share`.execute(trx);
    let isClosing = false;
    waits = close().then(() => {
      isClosing = true;
    });
    for (let turn = 0; turn < 50; turn += 1) {
      const { rows } = await sql`select from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(other.db);
      if (rows.length > 0) break;
    }
    expect(isClosing).toBe(false);
  });
  await waits;
  const entered = await added(accountNumber, { kind: 'subsidy' });
  expect(entered).toMatchObject({ period: '2026-10', postingPeriod: '2026-11', canRemove: true });
  await reopen();
  const { benefitId } = await added(accountNumber);
  await close();
  expect((await list(accountNumber)).benefits[0]).toMatchObject({ benefitId, canRemove: false });
  expect(await remove(accountNumber, benefitId)).toEqual(refusal('benefits.booked'));
  await expect(
    sql`delete from billing.benefit where account_number = ${accountNumber} and kind = 'benefit'`.execute(
      billing.db,
    ),
  ).rejects.toThrow('never removed');
  await reopen();
  await other.close();
});

test('a closing books it once, and bill and ledger agree to the kopiyka', async () => {
  const account = await household();
  const { accountNumber } = account;
  const values = { single: 1100 };
  await giveReading(billing.db, { ...account, period: '2026-10', effectiveDate: '2026-11-01', values });
  await imported(accountNumber);
  const { benefitId } = await added(accountNumber);
  // Charged for the last time.
  const leaving = await household({ contractEndedOn: '2026-10-10' });
  await added(leaving.accountNumber);
  await closeMonth(billing.url, '2026-10');
  billing.clock.set(instantFromIso('2026-11-05T10:00:00Z'));
  const { bill } = await billing.ask(BILL_GET, { accountNumber, period: '2026-10' });
  expect(bill).toMatchObject({
    ...{ opening: '0.00', charged: '432.00', benefit: '-128.07', corrected: '0.00', closing: '303.93' },
    benefits: expect.arrayContaining([
      { kind: 'benefit', title: 'Учасник бойових дій', sum: '-108.07' },
      { kind: 'subsidy', title: '', sum: '-20.00' },
    ]),
  });
  const { entries, balance } = await billing.ask(LEDGER_LIST, { accountNumber, limit: 20 });
  expect(balance).toBe('303.93');
  expect(entries.filter(({ entryId }) => entryId === benefitId)).toMatchObject([
    { kind: 'benefit', sum: '-108.07', period: '2026-10' },
  ]);
  expect(await checkLedger(billing.db)).toEqual([]);
  expect((await list(accountNumber)).benefits).toMatchObject([
    { kind: 'benefit', state: 'booked', canRemove: false },
    { kind: 'subsidy', state: 'booked', canRemove: false },
  ]);
  expect((await list(leaving.accountNumber)).benefits).toMatchObject([{ state: 'booked' }]);
  expect(await remove(accountNumber, benefitId)).toEqual(refusal('benefits.booked'));
  expect(await add(accountNumber)).toEqual(refusal('benefits.alreadyThere'));
  // Of the month that is closed now: the next one books it.
  const next = await household();
  expect(await added(next.accountNumber)).toMatchObject({ period: '2026-10', postingPeriod: '2026-11' });
});

test('one whose month was closed without charging the account is shown as not booked', async () => {
  const { accountNumber } = await household();
  await imported(accountNumber, '2026-09', '2026-09');
  expect((await list(accountNumber)).benefits).toMatchObject([{ state: 'missed', canRemove: false }]);
});
