import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Module, ModuleInput, ModuleOutput } from '#billing/api/define-module.ts';
import { PAYMENT_CONFIRM, PAYMENT_RETURN, PAYMENT_START } from '#billing/api/payments.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { type ActFixture, makeAct } from '#billing/testing/make-money.ts';
import { personBalance } from '#contract/balance.ts';
import type { InputOf } from '#contract/define-call.ts';
import type { AdminRole } from '#contract/identity/admin-roles.ts';
import type { ManagedAct } from '#contract/values/managed-act.ts';
import {
  cancelAct,
  decideAct,
  decideActProposal,
  drawUpAct,
  getManagedAct,
  inviteToHearing,
  listManagedActs,
  managedActPdf,
  planInstalments,
} from '#contract/violation-acts/manage-acts.ts';
import { listActs } from '#contract/violation-acts.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { newId } from '#platform/uuid.ts';
import { signInDependent } from '#portal/testing/callers/sign-in-dependent.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

let first: string;
let second: string;

const signIn = (...roles: AdminRole[]) => app.signIn([], 'admin', roles);

const app = provideTestApp({ hasSupplier: true });

beforeAll(async () => {
  [first, second] = [await signIn('billing'), await signIn('billing')];
});

const facts = {
  drawnOn: '2026-10-12',
  kind: 'bypass' as const,
  clause: 'пп. 5 п. 8.2.4',
  place: 'м. Полтава, вул. Соборності, 1, кв. 2',
  meterSerial: null,
  found: 'Підключення до лічильника в обхід.',
  present: ['Інспектор Коваль', 'споживач'],
};
let counted = 0;
const newNumber = () => `A-${++counted}/2026`;
const newAccount = async () => (await makeAccount(app.billingDb)).accountNumber;

type Drawn = Partial<InputOf<typeof drawUpAct>>;
const draw = (more: Drawn = {}, token = first) =>
  app.post(drawUpAct, { token, actNumber: newNumber(), ...facts, requestId: newId(), ...more });

/** What names an act and the step that is looked at. */
const of = ({ account, actNumber, revision }: Pick<ManagedAct, 'account' | 'actNumber' | 'revision'>) => ({
  account,
  actNumber,
  revision,
});
const read = async ({ account, actNumber }: { account: string; actNumber: string }, token = first) =>
  (await app.post(getManagedAct, { token, account, actNumber })).body.act;

const violation = {
  kind: 'violation' as const,
  protocolNumber: '7/П',
  protocolOn: '2026-11-10',
  periodFrom: '2026-09-13',
  periodTo: '2026-10-12',
  basis: {
    volume: { kind: 'byPower' as const, watts: 2000, hoursPerDay: 8 },
    amount: { kind: 'byPrice' as const, price: '4.32' },
  },
};
const reason = 'Рішення комісії';

const decide = (act: ManagedAct, more: object = {}, token = first) =>
  app.post(decideAct, { token, ...of(act), decision: violation, reason, requestId: newId(), ...more });
const settle = (act: ManagedAct, kind: 'confirm' | 'withdraw', token = second) =>
  app.post(decideActProposal, {
    token,
    account: act.account,
    actNumber: act.actNumber,
    stepId: act.steps[0]?.stepId,
    decision: kind === 'confirm' ? { kind } : { kind, reason: 'Помилка в сумі' },
  });
const cancel = (act: ManagedAct, more: object = {}, token = first) =>
  app.post(cancelAct, { token, ...of(act), reason: 'Скасовано комісією', requestId: newId(), ...more });
type Parts = readonly (readonly [dueOn: string, sum: string])[];
/** What is owed for a billed act. */
const inTwo: Parts = [
  ['2026-11-20', '1000.00'],
  ['2026-12-20', '1073.60'],
];
const plan = (act: ManagedAct, parts: Parts, more: object = {}) =>
  app.post(planInstalments, {
    token: first,
    ...of(act),
    parts: parts.map(([dueOn, sum]) => ({ dueOn, sum })),
    reason: 'Заява споживача',
    requestId: newId(),
    ...more,
  });

const drawn = async (more: Drawn = {}) =>
  (await draw({ account: more.account ?? (await newAccount()), ...more })).body.act;
/** An act of 2,073.60, decided by two. */
const billed = async () => (await settle((await decide(await drawn())).body.act, 'confirm')).body.act;
/** An act that an import has brought. */
async function imported(act: Partial<ActFixture>) {
  const account = await newAccount();
  const actNumber = newNumber();
  await makeAct(app.billingDb, account, { actNumber, sum: '3000.00', ...act });
  return read({ account, actNumber });
}

async function ask<M extends Module>(module: M, input: ModuleInput<M>): Promise<ModuleOutput<M>> {
  const result = await app.billing.run(module.name, input, { reference: newId(), actor: 'test' });
  if (!result.ok) throw new Error(result.code);
  return result.data as ModuleOutput<M>;
}

/** Begins a payment of an act; the provider confirms it later. */
async function begin({ account, actNumber }: ManagedAct, sum: string) {
  const what = { account, purpose: 'violationAct' as const, actNumber };
  const { payment } = await ask(PAYMENT_START, { ...what, provider: 'sandbox', sum, requestId: newId() });
  return { orderId: payment.orderId, provider: 'sandbox', amount: sum, currency: 'UAH' };
}
type Order = Awaited<ReturnType<typeof begin>>;
const confirmPayment = (order: Order) =>
  ask(PAYMENT_CONFIRM, { ...order, providerReference: `S-${order.orderId}`, evidence: {} });
async function pay(act: ManagedAct, sum: string) {
  const order = await begin(act, sum);
  await confirmPayment(order);
  return order;
}
const giveBack = (order: Order) =>
  ask(PAYMENT_RETURN, { ...order, providerReference: `S-${order.orderId}`, evidence: {} });

/** Sums of an account by its ledger accounts, added up apart from the product, debit above zero. */
async function booksOf(account: string): Promise<Record<string, string>> {
  const { rows } = await sql<{ side: string; sum: string }>`
    select side, sum(signed)::text as sum from (
      select debit_account as side, amount_kopiykas as signed from billing.ledger_entry where account_number = ${account}
      union all
      select credit_account, -amount_kopiykas from billing.ledger_entry where account_number = ${account}) moved
    group by side having sum(signed) <> 0`.execute(app.billingDb);
  expect(rows.reduce((all, { sum }) => all + BigInt(sum), 0n)).toBe(0n);
  return Object.fromEntries(rows.map(({ side, sum }) => [side, sum]));
}
async function expectSoundBooks(account: string) {
  const problems = await checkLedger(app.billingDb);
  expect(problems.filter(({ accountNumber }) => accountNumber === account)).toEqual([]);
}

describe('drawing up', () => {
  test('an act is drawn up with its facts, seen by its customer and kept in the audit', async () => {
    const account = await newAccount();
    const { httpStatus, body } = await draw({ account });
    expect(httpStatus).toBe(200);
    expect(body.act).toMatchObject({
      ...{ account, ...facts, state: 'drawn', sum: '0.00', owed: '0.00', revision: 1, files: ['act'] },
      can: ['invite', 'decide', 'cancel'],
      cancelTakesTwo: false,
      terms: { hearingDays: 20, paymentDays: 30 },
      steps: [{ kind: 'drawn', state: 'applied', isOwn: true, before: {} }],
    });
    const customer = await app.signIn([account]);
    const { acts } = (await app.post(listActs, { token: customer, account })).body;
    const { drawnOn, clause } = facts;
    expect(acts).toMatchObject([{ state: 'drawn', drawnOn, clause, owed: '0.00' }]);
    const { rows } = await sql<{ action: string; after: object }>`
      select action, after from billing.audit_entry where account_number = ${account}`.execute(app.billingDb);
    expect(rows).toMatchObject([{ action: 'violationAct.drawn', after: { found: facts.found } }]);
  });

  test('a number that any act has is refused, whatever the case of its letters, and of two at once one is drawn up', async () => {
    const known = await imported({ state: 'drawn' });
    const account = await newAccount();
    const refused = await draw({ account, actNumber: known.actNumber.toLowerCase() });
    expect(refused.body).toMatchObject({
      code: 'acts.numberTaken',
      details: { account: known.account, actNumber: known.actNumber },
    });
    const actNumber = newNumber();
    const both = await Promise.all([
      draw({ account, actNumber }),
      draw({ account: await newAccount(), actNumber: actNumber.toLowerCase() }, second),
    ]);
    const outcomes = both.map(({ body }) => body.code ?? body.status);
    expect(outcomes.toSorted()).toEqual(['acts.numberTaken', 'success']);
  });

  test.each<[Drawn, string]>([
    [{ drawnOn: '2026-11-21' }, 'acts.futureDay'],
    [{ meterSerial: '999' }, 'acts.unknownMeter'],
    [{ account: '9999999999' }, 'common.notFound'],
  ])('%o is refused with %s', async (more, code) => {
    expect((await draw({ account: await newAccount(), ...more })).body.code).toBe(code);
  });
});

describe('invitation', () => {
  const invite = (act: ManagedAct, servedOn: string, hearingOn: string | null) =>
    app.post(inviteToHearing, { token: first, ...of(act), servedOn, hearingOn, requestId: newId() });

  test('the act is served, then heard after the days of the rules', async () => {
    const act = await drawn();
    const served = (await invite(act, '2026-10-20', null)).body.act;
    expect(served).toMatchObject({ state: 'served', servedOn: '2026-10-20', hearingOn: null, revision: 2 });
    const early = (await invite(served, '2026-10-20', '2026-11-08')).body;
    expect(early).toMatchObject({ code: 'acts.hearingTooSoon' });
    expect(early.message).toContain('20 днів');
    expect(early.message).toContain('09.11.2026');
    const heard = { state: 'hearingSet', hearingOn: '2026-11-09' };
    expect((await invite(served, '2026-10-20', '2026-11-09')).body.act).toMatchObject(heard);
  });

  test('days that do not follow each other, or are still to come, are refused', async () => {
    const act = await drawn();
    expect((await invite(act, '2026-10-11', null)).body.code).toBe('acts.badDays');
    expect((await invite(act, '2026-11-21', null)).body.code).toBe('acts.futureDay');
  });
});

describe('decision', () => {
  test('a sum is computed by its basis, waits, and is owed once another person confirms it', async () => {
    const act = await drawn();
    const { body } = await decide(act);
    expect(body.act).toMatchObject({ state: 'drawn', owed: '0.00', can: [], revision: 2 });
    expect(body.act.steps[0]).toMatchObject({
      ...{ kind: 'decided', state: 'proposed', isOwn: true, reason },
      after: { state: 'billed', days: 30, kwh: 480, sum: '2073.60', vat: '345.60', basis: violation.basis },
      before: { state: 'drawn', sum: '0.00', kwh: 0 },
    });
    expect(await booksOf(act.account)).toEqual({});
    expect((await settle(body.act, 'confirm', first)).body.code).toBe('decisions.ownProposal');
    const dependent = await signInDependent(app, first, ['billing']);
    expect((await settle(body.act, 'confirm', dependent)).body.code).toBe('decisions.dependentPerson');
    const { act: decided } = (await settle(body.act, 'confirm')).body;
    expect(decided).toMatchObject({
      ...{ state: 'billed', sum: '2073.60', vat: '345.60', kwh: 480, days: 30, owed: '2073.60' },
      ...{ dueOn: '2026-12-20', protocolNumber: '7/П', revision: 3, files: ['act', 'calculation', 'bill'] },
      can: ['instalments', 'cancel'],
      cancelTakesTwo: true,
    });
    expect(decided.steps[0]).toMatchObject({ state: 'confirmed', after: { dueOn: '2026-12-20' } });
    expect(await booksOf(act.account)).toEqual({ actReceivable: '207360', actRevenue: '-207360' });
    await expectSoundBooks(act.account);
    // The same confirmation again changes nothing more.
    expect((await settle(decided, 'confirm')).body.act).toEqual({ ...decided, steps: expect.anything() });
    const { rows } = await sql<{ kind: string; payload: object }>`
      select kind, payload from billing.outbox_event where account_number = ${act.account}`.execute(
      app.billingDb,
    );
    expect(rows).toMatchObject([
      { kind: 'violationAct.billed', payload: { sum: '2073.60', dueOn: '2026-12-20' } },
    ]);
  });

  test('energy and sum may be those of the protocol', async () => {
    const amount = { kind: 'byProtocol', sum: '3000.07' };
    const basis = { volume: { kind: 'byProtocol', kwh: 694 }, amount };
    const { act } = (await decide(await drawn(), { decision: { ...violation, basis } })).body;
    expect(act.steps[0]?.after).toMatchObject({ kwh: 694, sum: '3000.07', vat: '500.01', basis });
  });

  test('a withdrawn proposal leaves the act as it was, and is decided only once', async () => {
    const { act } = (await decide(await drawn())).body;
    const withdrawn = (await settle(act, 'withdraw', first)).body.act;
    expect(withdrawn).toMatchObject({ state: 'drawn', can: ['invite', 'decide', 'cancel'], revision: 3 });
    expect(withdrawn.steps[0]).toMatchObject({ state: 'withdrawn', decided: { reason: 'Помилка в сумі' } });
    expect((await settle(act, 'confirm')).body.code).toBe('acts.decided');
    expect(await booksOf(act.account)).toEqual({});
  });

  test('without a violation an undecided act is cancelled at once, one that was decided elsewhere by two', async () => {
    const decision = { kind: 'noViolation', protocolNumber: '8/П', protocolOn: '2026-11-10' };
    const { act: undecided } = (await decide(await drawn(), { decision })).body;
    expect(undecided).toMatchObject({ state: 'cancelled', protocolNumber: '8/П', can: [] });
    expect(undecided.steps[0]).toMatchObject({ kind: 'decided', state: 'applied' });
    const { act } = (await decide(await imported({ state: 'decided' }), { decision })).body;
    expect(act.steps[0]?.state).toBe('proposed');
    expect((await settle(act, 'confirm')).body.act.state).toBe('cancelled');
  });

  test.each([
    [{ protocolOn: '2026-10-11' }, 'acts.badDays'],
    [{ protocolOn: '2026-11-21' }, 'acts.futureDay'],
    [{ periodFrom: '2026-10-13' }, 'acts.badDays'],
    [{ periodTo: '2026-11-11' }, 'acts.badDays'],
    [
      {
        basis: { volume: { kind: 'byProtocol', kwh: 1 }, amount: { kind: 'byProtocol', sum: '0.00' } },
      },
      'acts.sumOutOfRange',
    ],
    [
      {
        basis: {
          volume: { kind: 'byPower', watts: 100_000_000, hoursPerDay: 24 },
          amount: { kind: 'byPrice', price: '999999999.00' },
        },
      },
      'acts.sumOutOfRange',
    ],
  ])('%o is refused with %s', async (more, code) => {
    expect((await decide(await drawn(), { decision: { ...violation, ...more } })).body.code).toBe(code);
  });

  test('the database refuses a confirmation by the author, and a sum that nobody has confirmed', async () => {
    const { act } = (await decide(await drawn())).body;
    const own = sql`
      update billing.act_step set state = 'confirmed', decided_number = 3, decided_at = now(), decided_by_id = author_id,
        decided_by_name = 'x', decided_reason = '' where step_id = ${act.steps[0]?.stepId}::uuid`;
    await expect(own.execute(app.billingDb)).rejects.toThrow('act_step_two_persons_check');
    const alone = sql`update billing.violation_act set amount_kopiykas = 5 where act_number = ${act.actNumber}`;
    await expect(alone.execute(app.billingDb)).rejects.toThrow('two persons');
    const edited = sql`update billing.act_step set reason = 'x' where act_number = ${act.actNumber}`;
    await expect(edited.execute(app.billingDb)).rejects.toThrow('only decided, once');
  });
});

describe('two at once', () => {
  test('the second sees what the first has changed, and may go on from there', async () => {
    const act = await drawn();
    const both = await Promise.all([decide(act, {}, first), cancel(act, {}, second)]);
    const refused = both.find(({ body }) => body.status === 'fail')?.body;
    expect(refused).toMatchObject({ code: 'acts.changedMeanwhile', details: { act: { revision: 2 } } });
    expect(both.filter(({ body }) => body.status === 'success')).toHaveLength(1);
  });

  test('of two confirmations at once one takes effect', async () => {
    const third = await signIn('owner');
    const { act } = (await decide(await drawn())).body;
    await Promise.all([settle(act, 'confirm', second), settle(act, 'confirm', third)]);
    expect(await booksOf(act.account)).toEqual({ actReceivable: '207360', actRevenue: '-207360' });
  });

  test('nothing else is begun while a step waits; the same request again is answered', async () => {
    const requestId = newId();
    const act = await drawn();
    const proposed = (await decide(act, { requestId })).body.act;
    expect((await decide(act, { requestId })).body.act).toEqual(proposed);
    expect((await decide(act, { requestId, reason: 'Інша' })).body.code).toBe('common.requestReused');
    expect((await cancel(proposed)).body.code).toBe('acts.proposalWaits');
  });

  test('a payment that comes while a cancellation is confirmed becomes an advance', async () => {
    const act = await billed();
    const order = await begin(act, '1000.00');
    const proposed = (await cancel(act)).body.act;
    await Promise.all([settle(proposed, 'confirm'), confirmPayment(order)]);
    expect(await booksOf(act.account)).toEqual({ inTransit: '100000', receivable: '-100000' });
    await expectSoundBooks(act.account);
  });
});

describe('instalments', () => {
  test('parts add up to what is unpaid, replace the former ones, and payments go to the earliest', async () => {
    const act = await billed();
    const planned = (await plan(act, inTwo)).body.act;
    expect(planned).toMatchObject({
      ...{ state: 'instalments', dueOn: '2026-11-20', owed: '1000.00', unpaid: '2073.60' },
      nextPart: { dueOn: '2026-11-20', sum: '1000.00', left: '1000.00' },
    });
    const { account, actNumber } = act;
    const paper = await app.download(managedActPdf, { token: first, account, actNumber, kind: 'bill' });
    const words = readPdfText(paper.rawPayload).replaceAll('\u00a0', ' ');
    expect(words).toContain('До сплати 1 000,00 грн');
    expect(words).toMatch(/Частини, строк яких ще не настав [−-]1 073,60 До сплати 1 000,00/);
    await pay(act, '1200.00');
    const paid = await read(act);
    expect(paid).toMatchObject({
      ...{ state: 'instalments', dueOn: '2026-12-20', owed: '873.60', unpaid: '873.60', isOverdue: false },
      instalments: [{ left: '0.00' }, { sum: '1073.60', left: '873.60' }],
      nextPart: { dueOn: '2026-12-20', left: '873.60' },
    });
    const anew: Parts = [
      ['2027-01-10', '400.00'],
      ['2027-02-10', '473.60'],
    ];
    const again = (await plan(paid, anew)).body.act;
    expect(again).toMatchObject({
      dueOn: '2027-01-10',
      steps: [{ before: { instalments: [{ sum: '1000.00' }, { sum: '1073.60' }] } }, {}, {}, {}],
    });
    const token = await app.signIn([act.account]);
    const { acts } = (await app.post(listActs, { token, account: act.account })).body;
    expect(acts[0]).toMatchObject({
      ...{ dueOn: '2027-01-10', owed: '400.00', unpaid: '873.60' },
      instalments: [{ dueOn: '2027-01-10', sum: '400.00', left: '400.00' }, { left: '473.60' }],
      nextPart: { dueOn: '2027-01-10' },
    });
    const order = await pay(act, '873.60');
    expect(await read(act)).toMatchObject({ state: 'paid', owed: '0.00', can: ['cancel'] });
    await giveBack(order);
    expect(await read(act)).toMatchObject({ state: 'instalments', owed: '400.00', unpaid: '873.60' });
    await expectSoundBooks(act.account);
  });

  test('other sums and days are refused; a payment in between changes what is to be shared', async () => {
    const act = await billed();
    const wrong = (await plan(act, [['2026-12-01', '2073.59']])).body;
    expect(wrong).toMatchObject({ code: 'acts.wrongSum' });
    expect(wrong.message.replaceAll('\u00a0', ' ')).toContain('2 073,60');
    const sameDay: Parts = inTwo.map(([, sum]) => ['2026-12-20', sum]);
    expect((await plan(act, sameDay)).body.code).toBe('acts.badDays');
    expect((await plan(act, [['2026-11-19', '2073.60']])).body.code).toBe('acts.badDays');
    await pay(act, '73.60');
    expect((await plan(act, [['2026-12-01', '2073.60']])).body.code).toBe('acts.wrongSum');
    expect((await plan(act, [['2026-12-01', '2000.00']])).body.status).toBe('success');
    expect((await plan(await drawn(), [['2026-12-01', '10.00']])).body.code).toBe('acts.wrongState');
  });

  test('the database refuses parts that are not what is unpaid', async () => {
    const { account, actNumber } = await billed();
    const insert = (sums: string, total: number) =>
      sql`insert into billing.act_schedule (account_number, act_number, revision, due_on, amounts_kopiykas, total_kopiykas)
        values (${account}, ${actNumber}, 9, '{2026-12-01,2026-12-02}', ${sums}::bigint[], ${total})`.execute(
        app.billingDb,
      );
    await expect(insert('{100000,107360}', 207_361)).rejects.toThrow('add up to its total');
    await expect(insert('{100000,107361}', 207_361)).rejects.toThrow('what is unpaid of the act');
    await insert('{100000,107360}', 207_360);
    const changed = sql`update billing.act_schedule set total_kopiykas = 1`.execute(app.billingDb);
    await expect(changed).rejects.toThrow('replaced, never changed');
  });
});

describe('cancellation', () => {
  test('an act before its decision is cancelled by one person, one that was decided by two', async () => {
    const { act } = (await cancel(await drawn())).body;
    expect(act).toMatchObject({ state: 'cancelled', can: [], steps: [{ state: 'applied' }, {}] });
    const decided = await billed();
    expect((await decide(decided)).body.code).toBe('acts.wrongState');
    const proposed = (await cancel(decided)).body.act;
    expect(proposed).toMatchObject({ state: 'billed', steps: [{ state: 'proposed' }, {}, {}] });
    expect((await settle(proposed, 'confirm', first)).body.code).toBe('decisions.ownProposal');
    expect((await settle(proposed, 'confirm')).body.act).toMatchObject({ state: 'cancelled', owed: '0.00' });
    expect(await booksOf(proposed.account)).toEqual({});
    expect((await cancel(act)).body.code).toBe('acts.wrongState');
  });

  test('what was paid becomes an advance, and goes with the payment when that goes back', async () => {
    const act = await billed();
    const [, other] = [await pay(act, '500.00'), await pay(act, '700.50')];
    const proposed = (await cancel(await read(act))).body.act;
    const { act: cancelled } = (await settle(proposed, 'confirm')).body;
    expect(cancelled).toMatchObject({ state: 'cancelled', owed: '0.00', unpaid: '0.00' });
    expect(cancelled.steps[0]?.after).toMatchObject({ advance: '1200.50' });
    expect(await booksOf(act.account)).toEqual({ inTransit: '120050', receivable: '-120050' });
    const token = await app.signIn([act.account]);
    expect((await app.post(personBalance, { token, account: act.account })).body).toMatchObject({
      balance: { credit: '1200.50', debetAct: { items: [] } },
    });
    await expectSoundBooks(act.account);
    await giveBack(other);
    expect(await booksOf(act.account)).toEqual({ inTransit: '50000', receivable: '-50000' });
    await expectSoundBooks(act.account);
  });

  test('an order that the provider confirms after the cancellation becomes an advance too', async () => {
    const act = await billed();
    const order = await begin(act, '2073.60');
    await settle((await cancel(act)).body.act, 'confirm');
    await confirmPayment(order);
    expect(await booksOf(act.account)).toEqual({ inTransit: '207360', receivable: '-207360' });
    await expectSoundBooks(act.account);
  });

  test('an imported act that was paid before the history gives its whole sum back', async () => {
    const act = await imported({ state: 'paid', isBooked: false });
    const { act: cancelled } = (await settle((await cancel(act)).body.act, 'confirm')).body;
    expect(cancelled.steps[0]?.after.advance).toBe('3000.00');
    expect(await booksOf(act.account)).toEqual({ actRevenue: '300000', receivable: '-300000' });
    await expectSoundBooks(act.account);
  });

  test('random payments, returns, schedules and cancellations lose no kopiyka', async () => {
    let seed = 20261120;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    for (let round = 0; round < 8; round += 1) {
      const act = await billed();
      const orders: { order: Order; kopiykas: number; isBack: boolean }[] = [];
      let isCancelled = false;
      for (let move = 0; move < 6; move += 1) {
        const open = orders.filter(({ isBack }) => !isBack);
        const pick = random(4);
        if (pick === 0 && open.length > 0) {
          const taken = open[random(open.length)];
          if (taken === undefined) throw new Error('no order');
          await giveBack(taken.order);
          taken.isBack = true;
        } else if (pick === 1 && !isCancelled && move > 2) {
          await settle((await cancel(await read(act))).body.act, 'confirm');
          isCancelled = true;
        } else if (!isCancelled) {
          const left = Number((await read(act)).unpaid.replace('.', ''));
          const kopiykas = Math.min(left, 100 + random(60_000));
          if (kopiykas < 100) continue;
          const order = await pay(act, (kopiykas / 100).toFixed(2));
          orders.push({ order, kopiykas, isBack: false });
        }
      }
      const paid = orders.reduce((sum, { kopiykas, isBack }) => sum + (isBack ? 0 : kopiykas), 0);
      const expected: Record<string, string> = isCancelled
        ? { inTransit: String(paid), receivable: String(-paid) }
        : { inTransit: String(paid), actReceivable: String(207_360 - paid), actRevenue: '-207360' };
      const sums = Object.entries(expected).filter(([, sum]) => Number(sum) !== 0);
      expect(await booksOf(act.account)).toEqual(Object.fromEntries(sums));
      await expectSoundBooks(act.account);
    }
  });
});

describe('list', () => {
  test('acts are filtered by state, account, number, days and waiting steps, and shown in parts', async () => {
    const account = await newAccount();
    const numbers: string[] = [];
    for (let day = 1; day <= 55; day += 1) {
      const actNumber = `L-${day}`;
      numbers.unshift(actNumber);
      const drawnOn = `2026-0${1 + Math.floor(day / 28)}-${String(1 + (day % 28)).padStart(2, '0')}`;
      await makeAct(app.billingDb, account, { actNumber, sum: '10.00', drawnOn, state: 'drawn' });
    }
    const list = async (more: object) =>
      (await app.post(listManagedActs, { token: first, account, ...more })).body;
    const one = await list({});
    const two = await list({ cursor: one.next ?? '' });
    expect([...one.acts, ...two.acts].map(({ actNumber }) => actNumber)).toEqual(numbers);
    expect([one.acts.length, two.acts.length, two.next]).toEqual([50, 5, null]);
    expect((await list({ number: 'l-7' })).acts.map(({ actNumber }) => actNumber)).toEqual(['L-7']);
    expect((await list({ from: '2026-01-10', to: '2026-01-12' })).acts).toHaveLength(3);
    expect((await list({ state: 'billed' })).acts).toEqual([]);
    expect((await list({ cursor: 'bad' })).code).toBe('common.badRequest');
    const { act } = (await decide(await drawn())).body;
    const waiting = (await app.post(listManagedActs, { token: first, waiting: 'proposed' })).body.acts;
    expect(waiting.find(({ actNumber }) => actNumber === act.actNumber)).toMatchObject({
      ...{ account: act.account, kind: 'bypass', sum: '0.00', owed: '0.00', isWaiting: true },
    });
    expect(waiting.every(({ isWaiting }) => isWaiting)).toBe(true);
  });
});
