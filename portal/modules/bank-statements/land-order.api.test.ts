import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Module, ModuleInput, ModuleOutput } from '#billing/api/define-module.ts';
import { PAYMENT_CONFIRM, PAYMENT_RETURN, PAYMENT_START } from '#billing/api/payments.ts';
import type { BankRow } from '#billing/modules/bank-statements/testing/statement-fixture.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { makeAct } from '#billing/testing/make-money.ts';
import { assignStatementRow, matchRowToOrder, undoStatementRow } from '#contract/bank-statements.ts';
import { newId } from '#platform/uuid.ts';
import { provideStatementDesk } from '#portal/testing/hooks/provide-statement-desk.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

let account: string;

const cabinet = provideTestApp({ hasSupplier: true });
const { post, book, unmatched, makeDebtor, owedBy } = provideStatementDesk(cabinet);

beforeEach(async () => {
  account = await makeDebtor();
});

async function ask<M extends Module>(module: M, input: ModuleInput<M>): Promise<ModuleOutput<M>> {
  const result = await cabinet.billing.run(module.name, input, { reference: newId(), actor: 'test' });
  if (!result.ok) throw new Error(result.code);
  return result.data as ModuleOutput<M>;
}

/** An order of the account, which nobody confirmed yet. */
async function start(amount = '432.50', actNumber: string | null = null): Promise<string> {
  const purpose = actNumber === null ? 'energy' : 'violationAct';
  const order = { account, provider: 'liqpay', purpose, sum: amount, requestId: newId() };
  const { payment } = await ask(PAYMENT_START, { ...order, actNumber: actNumber ?? undefined } as never);
  return payment.orderId;
}

const confirmation = (orderId: string, amount: string) => ({
  ...{ provider: 'liqpay', orderId, amount, currency: 'UAH', providerReference: newId(), reportedAt: null },
  evidence: { reference: newId() },
});

/** An order of the account that is on its way. */
async function pay(amount = '432.50', actNumber: string | null = null): Promise<string> {
  const orderId = await start(amount, actNumber);
  await ask(PAYMENT_CONFIRM, confirmation(orderId, amount) as never);
  return orderId;
}

const row = (more: BankRow = {}): BankRow => ({
  ...{ id: newId(), date: '20.11.2026', sum: '432,50', purpose: `о/р ${account}`, ...more },
});

const land = async (statement: number, line: number, orderId: string) =>
  (await post(matchRowToOrder, { statement, line, orderId })).body;

const owed = () => owedBy(account);

describe('a row that may be an order on its way', () => {
  test('shows the order, and lands it by one press: the debt stays, the row and the order are done', async () => {
    const orderId = await pay();
    const statement = await book([row()]);
    const [waiting] = await unmatched(statement);
    expect(waiting?.reason).toBe('order.mayBeOnItsWay');
    expect(waiting?.orders).toEqual([
      { orderId, accountNumber: account, provider: 'liqpay', paidOn: '2026-11-20', sum: '432.50' },
    ]);
    const body = await land(statement, 2, orderId);
    const matched = { outcome: 'matched', reason: 'operator', accountNumber: account, orderId };
    expect(body.row).toMatchObject({ ...matched, canUndo: false });
    const undone = await post(undoStatementRow, { statement, line: 2 });
    expect(undone.body.code).toBe('statements.notUndoable');
    expect(body.statement.totals.matched).toEqual({ count: 1, sum: '432.50' });
    expect(await owed()).toBe(0n);
    const { rows } = await sql`
      select p.state, p.landed_on, a.actor like 'admin:%' as by_admin,
        (select count(*)::int from billing.outbox_event o where o.account_number = p.account_number
          and o.kind = 'payment.landed') as events
      from billing.payment p join billing.audit_entry a on a.account_number = p.account_number and a.action = 'payment.landed'
      where p.order_id = ${orderId}`.execute(cabinet.billingDb);
    expect(rows).toEqual([{ state: 'matched', landed_on: '2026-11-20', by_admin: true, events: 1 }]);
    expect(await checkLedger(cabinet.billingDb)).toEqual([]);
  });

  test('is of two one, whatever is pressed: the order lands once, and the other row waits on', async () => {
    const orderId = await pay();
    const statement = await book([row(), row()]);
    const answers = await Promise.all([land(statement, 2, orderId), land(statement, 3, orderId)]);
    expect(answers.map(({ code }) => code ?? 'landed').sort()).toEqual(['landed', 'statements.orderLanded']);
    const [other, ...more] = await unmatched(statement);
    expect(more).toEqual([]);
    expect(other).toMatchObject({ reason: 'order.mayBeOnItsWay', orders: [] });
    expect(await owed()).toBe(0n);
    expect(await checkLedger(cabinet.billingDb)).toEqual([]);
  });

  test('may be assigned to the account as another payment, and taken back', async () => {
    await pay();
    const statement = await book([row()]);
    const assigned = await post(assignStatementRow, { statement, line: 2, account });
    expect(assigned.body.row).toMatchObject({ outcome: 'matched', orderId: null });
    expect(await owed()).toBe(-43_250n);
    await post(undoStatementRow, { statement, line: 2 });
    expect(await owed()).toBe(0n);
    expect((await unmatched(statement))[0]).toMatchObject({ reason: 'undone', orders: [{ sum: '432.50' }] });
    expect(await checkLedger(cabinet.billingDb)).toEqual([]);
  });
});

test('an order of an act that nobody confirmed lands by a row that says nothing, and the act is paid', async () => {
  await makeAct(cabinet.billingDb, account, { actNumber: 'A-1', sum: '100.00' });
  const orderId = await start('100.00', 'A-1');
  const statement = await book([row({ sum: '100,00', purpose: 'за світло' })]);
  expect((await land(statement, 2, orderId)).row).toMatchObject({ outcome: 'matched', orderId });
  const { rows } = await sql`
    select state from billing.violation_act where account_number = ${account}`.execute(cabinet.billingDb);
  expect(rows).toEqual([{ state: 'paid' }]);
  expect(await owed()).toBe(43_250n);
  expect(await checkLedger(cabinet.billingDb)).toEqual([]);
});

describe('refused', () => {
  test('an order that is not there, of another sum, that landed already, or whose money went back', async () => {
    const landed = await pay('10.00');
    const returned = await pay('20.00');
    await ask(PAYMENT_RETURN, confirmation(returned, '20.00') as never);
    const statement = await book([
      row({ sum: '10,00', purpose: landed }),
      row({ sum: '20,00', purpose: 'за світло' }),
    ]);
    const codeOf = async (orderId: string) => (await land(statement, 3, orderId)).code;
    expect(await codeOf('2390009999-112026-1')).toBe('statements.unknownOrder');
    expect(await codeOf(await pay('20.01'))).toBe('statements.orderAmount');
    expect(await codeOf(landed)).toBe('statements.orderLanded');
    expect(await codeOf(returned)).toBe('statements.orderReturned');
    expect((await land(statement, 2, landed)).code).toBe('statements.wrongState');
    expect((await land(statement, 99, landed)).code).toBe('common.notFound');
    expect((await land(999_999, 2, landed)).code).toBe('common.notFound');
    expect(await unmatched(statement)).toHaveLength(1);
    expect(await checkLedger(cabinet.billingDb)).toEqual([]);
  });
});
