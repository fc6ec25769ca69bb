import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { PAYMENT_CONFIRM } from '#billing/api/payments.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { createBillingClient, inProcess } from '#billing/client.ts';
import { workRegisters } from '#billing/modules/registers/public.ts';
import { bankFile } from '#billing/modules/registers/testing/register-stage.ts';
import { type AccountFixture, makeAccount } from '#billing/testing/make-account.ts';
import { makeAct, makeCharge } from '#billing/testing/make-money.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { allCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/define-call.ts';
import { startPayment } from '#contract/payments.ts';
import { addPhoto, submitReading } from '#contract/readings.ts';
import { addRegisterPart, bookRegister, openRegister } from '#contract/registers.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { newId } from '#platform/uuid.ts';
import { jpegSegment, makeJpeg } from '#portal/testing/make-picture.ts';
import { steadyHistory } from '#portal/testing/reading-customer.ts';
import { samplePayloads } from '#portal/testing/sample-payloads.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';

let cabinet: TestApp;
let administrator: string;
let stranger: string;
let connected: ReturnType<typeof connectDatabase<unknown>>;

beforeAll(async () => {
  // In the window of readings: the October reading can be given.
  cabinet = await startTestApp('2026-10-31T10:00:00Z');
  await makeSupplier(cabinet.billingDb);
  await sql`insert into billing.period (period, state) values ('2026-09', 'closed'), ('2026-10', 'open')
    on conflict (period) do update set state = excluded.state`.execute(cabinet.billingDb);
  connected = connectDatabase<unknown>({ url: cabinet.url, poolSize: 4 });
  administrator = await cabinet.signIn([], 'admin');
  stranger = await cabinet.signIn([]);
});
afterAll(async () => {
  await connected.close();
  await cabinet.close();
});

/** A person with a home and a garage that owe for August and September. */
async function makeOwner(fixture: AccountFixture = {}) {
  const [home, garage] = [
    await makeAccount(cabinet.billingDb, fixture),
    await makeAccount(cabinet.billingDb, fixture),
  ];
  for (const { accountNumber } of [home, garage]) {
    for (const period of ['2026-08', '2026-09'])
      await makeCharge(cabinet.billingDb, accountNumber, period, '432.50');
    await makeAct(cabinet.billingDb, accountNumber, {
      actNumber: 'A-1',
      sum: '3000.00',
      drawnOn: '2026-09-07',
    });
  }
  const accounts = [home.accountNumber, garage.accountNumber];
  return {
    account: home.accountNumber,
    garage: garage.accountNumber,
    home,
    garageMeter: garage.meterId,
    token: await cabinet.signIn(accounts),
    relative: await cabinet.signIn(accounts),
  };
}

const reader = { history: steadyHistory, meters: [{}, {}] };

async function addedPhoto(token: string, account: string, comment: string): Promise<string> {
  const content = makeJpeg(jpegSegment(0xfe, comment)).toString('base64');
  return (await cabinet.post(addPhoto, { token, account, content, requestId: newId() })).body.photoId;
}

/** A payment that the test bank took money for. */
async function paid(token: string, account: string): Promise<string> {
  const order = { provider: 'monobank', purpose: 'energy', sum: '100.00', requestId: newId() };
  const { payment } = (await cabinet.post(startPayment, { token, account, ...order })).body;
  const client = createBillingClient({
    transport: inProcess(cabinet.billing),
    record: () => undefined,
    clock: cabinet.clock,
  });
  const evidence = { providerReference: 'mono-5', evidence: { ok: true } };
  const confirmed = { provider: 'monobank', orderId: payment.orderId, amount: '100.00', currency: 'UAH' };
  await client.call(PAYMENT_CONFIRM, { ...confirmed, ...evidence }, { reference: newId(), actor: 'test' });
  await sql`update portal.sandbox_bank_order set decision = 'paid', decided_at = now()
    where order_id = ${payment.orderId}`.execute(cabinet.portalDb);
  return payment.paymentId;
}

/** A booked register with rows that belong to nobody: lines 2 and 3. */
async function makeRegister(): Promise<number> {
  const content = bankFile(
    Array.from({ length: 2 }, () => ({
      date: '18.10.2026 10:15:00',
      purpose: 'за світло',
      sum: '100,00',
    })),
  );
  const file = { format: 'bank-statement', fileName: 'виписка.csv', byteCount: content.length };
  const { register } = (await cabinet.post(openRegister, { token: administrator, ...file })).body.register;
  const part = { register, part: 1, content: content.toString('base64'), isLast: true };
  await cabinet.post(addRegisterPart, { token: administrator, ...part });
  const work = () =>
    workRegisters({ db: connected.db as BillingDatabase, pool: connected.pool, clock: cabinet.clock });
  await work();
  await cabinet.post(bookRegister, { token: administrator, register });
  await work();
  return register;
}

type Payload = Readonly<Record<string, unknown>>;

/** A payload that succeeds beside the sample, and for each of its fields what else could be asked for. */
interface Scenario {
  readonly payload: Payload;
  /** By field: what is sent in its place, with what has to go along. */
  readonly others: Readonly<Record<string, Payload>>;
  /** Fields that make nothing else: the first answer comes again. Source: decision 0071. */
  readonly same?: Readonly<Record<string, unknown>>;
  /**
   * Readings and photos keep their ids within an account: thousands a second are written by keys that begin with it. Another
   * account's reading is one of its own, never the first answer.
   */
  readonly ownIdsOfAccounts?: true;
  /** Another session that may make the same call of the account. */
  readonly relative?: string;
  /** What was asked for is for whoever asked alone: the request id of somebody else is refused. */
  readonly isPrivate?: true;
}

const scenarios: Readonly<Record<string, () => Promise<Scenario>>> = {
  '/api/payments/start': async () => {
    const { account, garage, token, relative } = await makeOwner();
    return {
      payload: { token, account },
      relative,
      others: {
        account: { account: garage },
        purpose: { purpose: 'violationAct', actNumber: 'A-1' },
        actNumber: { purpose: 'violationAct', actNumber: 'A-1' },
        period: { period: '2026-09' },
        sum: { sum: '100.01' },
        provider: { provider: 'monobank' },
        also: { also: [{ account: garage, purpose: 'energy', sum: '1.00' }] },
      },
    };
  },
  '/api/readings/submit': async () => {
    const { account, garage, home, garageMeter, token, relative } = await makeOwner(reader);
    const [photoId, otherPhoto] = [
      await addedPhoto(token, account, '1'),
      await addedPhoto(token, account, '2'),
    ];
    return {
      payload: { token, account, meterId: home.meterId, values: { single: '2103' }, photoId },
      relative,
      ownIdsOfAccounts: true,
      others: {
        account: { account: garage, meterId: garageMeter, photoId: undefined },
        meterId: { meterId: home.meters[1]?.meterId },
        values: { values: { single: '2104' } },
        photoId: { photoId: otherPhoto },
      },
      same: { confirmed: ['readings.deviation'], takenAt: '2026-10-31T09:59:00.000Z' },
    };
  },
  '/api/readings/correct': async () => {
    const { account, garage, home, garageMeter, token, relative } = await makeOwner(reader);
    for (const one of [account, garage]) {
      const reading = { account: one, values: { single: '2101' }, requestId: newId() };
      const meterId = one === account ? home.meterId : garageMeter;
      await cabinet.post(submitReading, { token, meterId, ...reading });
    }
    const [photoId, otherPhoto] = [
      await addedPhoto(token, account, '1'),
      await addedPhoto(token, account, '2'),
    ];
    return {
      payload: { token, account, meterId: home.meterId, values: { single: '2103' }, photoId },
      relative,
      ownIdsOfAccounts: true,
      others: {
        account: { account: garage, meterId: garageMeter, photoId: undefined },
        meterId: { meterId: home.meters[1]?.meterId },
        values: { values: { single: '2104' } },
        photoId: { photoId: otherPhoto },
        reason: { reason: 'Інша' },
      },
      same: { confirmed: ['readings.deviation'], takenAt: '2026-10-31T09:59:00.000Z' },
    };
  },
  '/api/readings/add-photo': async () => {
    const { account, garage, token, relative } = await makeOwner();
    return {
      payload: { token, account },
      relative,
      ownIdsOfAccounts: true,
      others: {
        account: { account: garage },
        content: { content: makeJpeg(jpegSegment(0xfe, 'another')).toString('base64') },
      },
    };
  },
  '/api/documents/request': async () => {
    const { account, garage, token, relative } = await makeOwner();
    return {
      payload: { token, account, kind: 'bills', from: '2026-08', to: '2026-08', scope: 'account' },
      relative,
      isPrivate: true,
      others: {
        account: { account: garage },
        kind: { kind: 'reconciliation' },
        from: { from: '2026-09', to: '2026-09' },
        to: { to: '2026-09' },
        scope: { scope: 'all' },
      },
    };
  },
  '/api/person/objects/renew-code': async () => {
    const { account, garage, token } = await makeOwner();
    // Only the holder may: the phone of every contract here.
    await sql`update portal.identity set phone = '+380501234567', phone_confirmed_at = now() where identity_id in
      (select identity_id from portal.identity_account where account_number = ${account} order by identity_id limit 1)`.execute(
      cabinet.portalDb,
    );
    return { payload: { token, account }, others: { account: { account: garage } } };
  },
  '/api/admin/registers/assign': async () => {
    const { account, garage } = await makeOwner();
    const register = await makeRegister();
    return {
      payload: { token: administrator, account, register, line: 2 },
      others: {
        account: { account: garage },
        register: { register: await makeRegister() },
        line: { line: 3 },
        actNumber: { actNumber: 'A-1' },
      },
    };
  },
  '/api/admin/ledger/correct': async () => {
    const { account, garage } = await makeOwner();
    const reason = 'Помилка';
    return {
      payload: { token: administrator, account, what: { kind: 'add', sum: '10.00' }, reason },
      others: {
        account: { account: garage },
        what: { what: { kind: 'add', sum: '10.01' } },
        reason: { reason: 'Інша' },
      },
    };
  },
  '/api/admin/payments/refund': async () => {
    const { account, garage, token } = await makeOwner();
    return {
      payload: { token: administrator, account, paymentId: await paid(token, account), reason: 'Двічі' },
      others: {
        // A payment is of one account.
        account: { account: garage, paymentId: await paid(token, garage) },
        paymentId: { paymentId: await paid(token, account) },
        reason: { reason: 'Інша' },
      },
    };
  },
};

const shapeOf = (call: Call) =>
  (call.input._zod.def as { readonly shape?: Record<string, z.ZodMiniType> }).shape ?? {};
const calls = allCalls.filter((call) => 'requestId' in shapeOf(call));

/** Tables that are written by every call, whatever it does. */
const ofEveryCall = /^portal\.(api_call|fm_call|error_log|session$|used_work)/;

/** What is kept, as a digest of each table. */
async function keptNow(): Promise<Readonly<Record<string, string>>> {
  const tables = await sql<{ name: string }>`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_schema in ('billing', 'portal') and table_type = 'BASE TABLE' order by 1`.execute(
    cabinet.billingDb,
  );
  const digests = tables.rows
    .filter(({ name }) => !ofEveryCall.test(name))
    .map(
      ({ name }) =>
        sql`select ${name}::text as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from ${sql.table(name)} t`,
    );
  const { rows } = await sql<{
    name: string;
    digest: string;
  }>`${sql.join(digests, sql` union all `)}`.execute(cabinet.billingDb);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

const reused = { httpStatus: 409, code: 'common.requestReused' };

describe.each(calls.map((call) => [call.path, call] as const))('a request id of %s', (path, call) => {
  test('has the first answer again for the same payload, and 409 for another in any field', async () => {
    const scenario = await scenarios[path]?.();
    if (scenario === undefined) throw new Error(`no scenario for ${path}`);
    const { others, same = {} } = scenario;
    const fields = Object.keys(shapeOf(call)).filter((name) => name !== 'token' && name !== 'requestId');
    expect([...Object.keys(others), ...Object.keys(same)].sort()).toEqual(fields.sort());
    const requestId = newId();
    const payload: Payload = { ...samplePayloads[path], ...scenario.payload, requestId };
    const send = async (change: Payload = {}) => {
      const { httpStatus, body } = await cabinet.post(path, { ...payload, ...change });
      return { httpStatus, body };
    };
    const first = await send();
    expect(first).toMatchObject({ httpStatus: 200, body: { status: 'success' } });
    const kept = await keptNow();

    expect(await send()).toEqual(first);
    expect(await send({ requestId: requestId.toUpperCase() })).toEqual(first);
    for (const [field, value] of Object.entries(same)) expect(await send({ [field]: value })).toEqual(first);
    for (const [field, change] of Object.entries(others)) {
      if (field === 'account' && scenario.ownIdsOfAccounts) continue;
      const { httpStatus, body } = await send(change);
      expect({ field, httpStatus, code: body.code }).toEqual({ field, ...reused });
    }
    if (scenario.relative !== undefined) {
      const { httpStatus, body } = await send({ token: scenario.relative });
      if (scenario.isPrivate) expect({ httpStatus, code: body.code }).toEqual(reused);
      else expect({ httpStatus, body }).toEqual(first);
    }
    if (call.audience !== 'admin') {
      expect((await send({ token: stranger })).httpStatus).toBe(404);
    }
    expect(await keptNow()).toEqual(kept);

    if (scenario.ownIdsOfAccounts) {
      const ofOther = await send(others.account);
      expect(ofOther.httpStatus).toBe(200);
      expect(ofOther.body).not.toEqual(first.body);
    }
  });
});
