import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  PAYMENT_CONFIRM,
  PAYMENT_PICK_QUERIES,
  PAYMENT_REFUND_ASK,
  PAYMENT_RETURN,
  PAYMENT_START,
} from '#billing/api/payments.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeAct, makeCharge } from '#billing/testing/make-money.ts';
import type { Instant } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { bankFile, openRegisterStage, type RegisterStage } from './testing/register-stage.ts';

let stage: RegisterStage;
beforeAll(async () => {
  stage = await openRegisterStage();
});
afterAll(async () => {
  expect(await stage.problems()).toEqual([]);
  await stage.close();
});

async function makeDebtor(): Promise<string> {
  const { accountNumber } = await makeAccount(stage.db);
  await makeCharge(stage.db, accountNumber, '2026-10', '432.50');
  return accountNumber;
}

async function start(accountNumber: string, amount: string, actNumber: string | null = null) {
  const { payment } = await stage.billing.ask(PAYMENT_START, {
    accountNumber,
    provider: 'liqpay',
    purpose: actNumber === null ? 'energy' : 'violationAct',
    actNumber,
    amount,
    requestId: newId(),
  });
  return payment;
}

const word = (orderId: string, amount: string) => ({
  provider: 'liqpay',
  orderId,
  amount,
  currency: 'UAH',
  providerReference: null,
  evidence: {},
});

describe('a register and a provider at the same order', () => {
  test('money that is asked back is asked for again after the register showed it', async () => {
    const account = await makeDebtor();
    const { orderId, paymentId } = await start(account, '432.50');
    await stage.billing.ask(PAYMENT_CONFIRM, word(orderId, '432.50'));
    await stage.billing.ask(PAYMENT_REFUND_ASK, { accountNumber: account, paymentId, reason: 'twice' });
    await stage.run(bankFile([{ purpose: `LiqPay ${orderId}`, sum: '432,50' }]));
    const { clock } = stage.billing;
    const now = clock.now();
    clock.set((now + 120_000) as Instant);
    const { orders } = await stage.billing.ask(PAYMENT_PICK_QUERIES, { provider: 'liqpay', limit: 1000 });
    clock.set(now);
    expect(orders.map((order) => [order.orderId, order.isRefundAsked])).toContainEqual([orderId, true]);
  });

  test('a report, a return and a register at once, in any order, book the money at most once', async () => {
    for (let round = 0; round < 6; round += 1) {
      const account = await makeDebtor();
      const { orderId } = await start(account, '432.50');
      const told = word(orderId, '432.50');
      const done = await Promise.allSettled([
        stage.billing.ask(PAYMENT_CONFIRM, told),
        stage.run(bankFile([{ purpose: `LiqPay ${orderId}`, sum: '432,50' }])),
        stage.billing.ask(PAYMENT_CONFIRM, told),
        ...(round % 2 === 0 ? [stage.billing.ask(PAYMENT_RETURN, told)] : []),
      ]);
      expect(done.map(({ status }) => status)).toEqual(done.map(() => 'fulfilled'));
      expect(await stage.owedBy(account)).toBe(round % 2 === 0 ? 43_250n : 0n);
    }
  });

  test('an act that two orders pay is shown as paid by both, whichever way the money came', async () => {
    for (let round = 0; round < 8; round += 1) {
      const account = await makeDebtor();
      const actNumber = `77/${account.slice(-5)}`;
      await makeAct(stage.db, account, { actNumber, sum: '1000.00' });
      const [one, other] = [
        await start(account, '400.00', actNumber),
        await start(account, '600.00', actNumber),
      ];
      await Promise.all([
        stage.run(bankFile([{ purpose: `LiqPay ${one.orderId}`, sum: '400,00' }])),
        stage.billing.ask(PAYMENT_CONFIRM, word(other.orderId, '600.00')),
      ]);
      const { rows } =
        await sql`select state from billing.violation_act where act_number = ${actNumber}`.execute(stage.db);
      expect(rows).toEqual([{ state: 'paid' }]);
    }
  });
});

test('an act that was paid twice over is told to an operator, once', async () => {
  const account = await makeDebtor();
  const actNumber = `78/${account.slice(-5)}`;
  await makeAct(stage.db, account, { actNumber, sum: '1000.00' });
  const orders = [await start(account, '1000.00', actNumber), await start(account, '1000.00', actNumber)];
  for (const { orderId } of [...orders, ...orders]) {
    await stage.billing.ask(PAYMENT_CONFIRM, word(orderId, '1000.00'));
  }
  const { rows } = await sql`
    select kind, facts from billing.operator_event where account_number = ${account}`.execute(stage.db);
  expect(rows).toEqual([{ kind: 'act.overpaid', facts: { actNumber, over: '1000.00' } }]);
});

test('what we tell providers of an order comes back as a purpose that lands it, and counts once', async () => {
  const account = await makeDebtor();
  const payment = await start(account, '432.50');
  const { orderId } = payment;
  await stage.billing.ask(PAYMENT_CONFIRM, word(orderId, '432.50'));
  const purpose = `Замовлення ${orderId}: Електроенергія, о/р ${account}`;
  const { register } = await stage.run(bankFile([{ purpose, sum: '432,50' }]));
  expect(await stage.outcomesOf(register.registerNumber)).toEqual([`matched order ${account} ${orderId}`]);
  expect(await stage.owedBy(account)).toBe(0n);
});
