import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BANK_STATEMENT_ADD_PART, BANK_STATEMENT_OPEN } from '#billing/api/bank-statements.ts';
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
import { connectDatabase } from '#platform/database/database.ts';
import { newId } from '#platform/uuid.ts';
import { processStatements } from './statement-worker.ts';
import {
  bankFile,
  kioskFile,
  type StatementFixture,
  startStatementFixture,
} from './testing/statement-fixture.ts';

let fixture: StatementFixture;
beforeAll(async () => {
  fixture = await startStatementFixture();
});
afterAll(async () => {
  expect(await fixture.problems()).toEqual([]);
  await fixture.close();
});

async function makeDebtor(): Promise<string> {
  const { accountNumber } = await makeAccount(fixture.db);
  await makeCharge(fixture.db, accountNumber, '2026-10', '432.50');
  return accountNumber;
}

async function start(accountNumber: string, amount: string, actNumber: string | null = null) {
  const { payment } = await fixture.billing.ask(PAYMENT_START, {
    account: accountNumber,
    provider: 'liqpay',
    purpose: actNumber === null ? 'energy' : 'violationAct',
    actNumber: actNumber ?? undefined,
    sum: amount,
    requestId: newId(),
  });
  return payment;
}

const confirmation = (orderId: string, amount: string) => ({
  provider: 'liqpay',
  orderId,
  amount,
  currency: 'UAH',
  providerReference: null,
  evidence: {},
});

describe('a statement and a provider at the same order', () => {
  test('requests a refund again after the statement showed the money', async () => {
    const account = await makeDebtor();
    const { orderId, paymentId } = await start(account, '432.50');
    await fixture.billing.ask(PAYMENT_CONFIRM, confirmation(orderId, '432.50'));
    await fixture.billing.ask(PAYMENT_REFUND_ASK, {
      accountNumber: account,
      paymentId,
      reason: 'twice',
      requestId: newId(),
    });
    await fixture.run(bankFile([{ purpose: `LiqPay ${orderId}`, sum: '432,50' }]));
    const { clock } = fixture.billing;
    const now = clock.now();
    clock.set((now + 200_000) as Instant);
    const { orders } = await fixture.billing.ask(PAYMENT_PICK_QUERIES, { provider: 'liqpay', limit: 1000 });
    clock.set(now);
    expect(orders.find((order) => order.orderId === orderId)?.refundClaim).toEqual(expect.any(String));
  });

  test('a report, a return and a statement at once, in any order, book the money at most once', async () => {
    for (let round = 0; round < 6; round += 1) {
      const account = await makeDebtor();
      const { orderId } = await start(account, '432.50');
      const report = confirmation(orderId, '432.50');
      const done = await Promise.allSettled([
        fixture.billing.ask(PAYMENT_CONFIRM, report),
        fixture.run(bankFile([{ purpose: `LiqPay ${orderId}`, sum: '432,50' }])),
        fixture.billing.ask(PAYMENT_CONFIRM, report),
        ...(round % 2 === 0 ? [fixture.billing.ask(PAYMENT_RETURN, report)] : []),
      ]);
      expect(done.map(({ status }) => status)).toEqual(done.map(() => 'fulfilled'));
      expect(await fixture.owedBy(account)).toBe(round % 2 === 0 ? 43_250n : 0n);
    }
  });

  test('an act that two orders pay is shown as paid by both, whichever way the money came', async () => {
    for (let round = 0; round < 8; round += 1) {
      const account = await makeDebtor();
      const actNumber = `77/${account.slice(-5)}`;
      await makeAct(fixture.db, account, { actNumber, sum: '1000.00' });
      const [one, other] = [
        await start(account, '400.00', actNumber),
        await start(account, '600.00', actNumber),
      ];
      await Promise.all([
        fixture.run(bankFile([{ purpose: `LiqPay ${one.orderId}`, sum: '400,00' }])),
        fixture.billing.ask(PAYMENT_CONFIRM, confirmation(other.orderId, '600.00')),
      ]);
      const { rows } =
        await sql`select state from billing.violation_act where act_number = ${actNumber}`.execute(
          fixture.db,
        );
      expect(rows).toEqual([{ state: 'paid' }]);
    }
  });
});

test('an act that was paid twice is reported to an operator once', async () => {
  const account = await makeDebtor();
  const actNumber = `78/${account.slice(-5)}`;
  await makeAct(fixture.db, account, { actNumber, sum: '1000.00' });
  const orders = [await start(account, '1000.00', actNumber), await start(account, '1000.00', actNumber)];
  for (const { orderId } of [...orders, ...orders]) {
    await fixture.billing.ask(PAYMENT_CONFIRM, confirmation(orderId, '1000.00'));
  }
  const { rows } = await sql`
    select kind, facts from billing.operator_event where account_number = ${account}`.execute(fixture.db);
  expect(rows).toEqual([{ kind: 'act.overpaid', facts: { actNumber, over: '1000.00' } }]);
});

test('what we tell providers of an order comes back as a purpose that lands it, and counts once', async () => {
  const account = await makeDebtor();
  const payment = await start(account, '432.50');
  const { orderId } = payment;
  await fixture.billing.ask(PAYMENT_CONFIRM, confirmation(orderId, '432.50'));
  const purpose = `Замовлення ${orderId}: Електроенергія, о/р ${account}`;
  const { statement } = await fixture.run(bankFile([{ purpose, sum: '432,50' }]));
  expect(await fixture.outcomesOf(statement.statementNumber)).toEqual([
    `matched order ${account} ${orderId}`,
  ]);
  expect(await fixture.owedBy(account)).toBe(0n);
});

describe('a file that is meant to hurt', () => {
  test.each(['1969-12-31', '0001-01-01', '1999-12-31'])(
    'money of %s is a date that was read wrong',
    async (date) => {
      const { kind, statement } = await fixture.run(kioskFile([{ date }]));
      expect(kind).toBe('refused');
      const problem = { line: 2, column: 'date', code: 'value.date', value: date };
      expect(statement.problems).toEqual([problem]);
    },
  );

  test('what a terminal would obey is shown as signs that mean nothing', async () => {
    const { statement } = await fixture.run(kioskFile([{ date: '\u001b[2J\u0007', sum: '\u202e1x' }]));
    expect(statement.problems.map(({ value }) => value)).toEqual(['\ufffd[2J\ufffd', '\ufffd1x']);
  });

  test('thousands of rows of a sum that everybody pays take no longer than others', async () => {
    const account = await makeDebtor();
    const rows = Array.from({ length: 4000 }, () => ({ account, sum: '1.00' }));
    await fixture.run(kioskFile(rows));
    const { statement } = await fixture.run(kioskFile([...rows, ...rows]));
    expect(fixture.countsOf(statement)).toEqual([4000, 4000, 0, 0]);
  }, 30_000);

  test.each([
    '{a,"b"\\}',
    '\\N',
    '\\.',
    'акт № NULL1, {}"',
    `акт ${'№ - '.repeat(200)}`,
    'порушен'.repeat(130),
    `акт ${'порушення '.repeat(90)}!`,
    'акт '.repeat(240),
    '1-'.repeat(400),
    'a1'.repeat(490),
    "'); drop table billing.payment; --",
  ])(
    'the purpose %s is read at once and waits for an operator',
    async (purpose) => {
      const { statement } = await fixture.run(kioskFile([{ purpose, payer: purpose }]));
      expect(fixture.countsOf(statement)).toEqual([0, 0, 1, 0]);
      const { rows } = await sql`
      select purpose from billing.bank_statement_row where statement_number = ${statement.statementNumber}`.execute(
        fixture.db,
      );
      expect(rows).toEqual([{ purpose: purpose.trim() }]);
    },
    2000,
  );
});

test('a statement that fails each time holds up no other', async () => {
  const work = { db: fixture.db, clock: fixture.billing.clock };
  const { pool, close } = connectDatabase<unknown>({ url: fixture.billing.url, poolSize: 2 });
  const open = async () => {
    const { statement } = await fixture.billing.ask(BANK_STATEMENT_OPEN, {
      formatName: 'kiosk-daily',
      fileName: 'a.csv',
      byteCount: 10,
    });
    const content = Buffer.from('date,x\n1,2');
    const { statement: statementNumber } = statement;
    await fixture.billing.ask(BANK_STATEMENT_ADD_PART, {
      statement: statementNumber,
      part: 1,
      content,
      isLast: true,
    });
    return statementNumber;
  };
  const [bad, good] = [await open(), await open()];
  await sql`
    update billing.bank_statement set settings = jsonb_set(settings, '{dateFormat}', '"YYYYYYYYMMDD"')
    where statement_number = ${bad}`.execute(fixture.db);
  await expect(processStatements({ ...work, pool })).rejects.toThrow(`statements ${bad} failed`);
  const { rows } =
    await sql`select state from billing.bank_statement where statement_number = ${good}`.execute(fixture.db);
  expect(rows).toEqual([{ state: 'refused' }]);
  await close();
});

test('a database that goes away while a file is read leaves nothing of it, and the server alive', async () => {
  const account = await makeDebtor();
  const file = kioskFile(
    Array.from({ length: 40_000 }, (_, n) => ({ account, sum: `1.${10 + (n % 90)}`, payer: `${n}` })),
  );
  let cut: Promise<unknown> | undefined;
  const onProgress = () => {
    cut ??= sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'copy billing.bank_statement_row%'`.execute(
      fixture.db,
    );
  };
  await expect(fixture.run(file, { onProgress, isTrial: true })).rejects.toThrow();
  await cut;
  const { rows } = await sql<{ rows: number }>`
    select count(*)::int as rows from billing.bank_statement_row r join billing.bank_statement b using (statement_number)
    where b.state = 'receiving'`.execute(fixture.db);
  expect(rows).toEqual([{ rows: 0 }]);
  expect((await fixture.run(kioskFile([{ account }]))).kind).toBe('done');
});

test('more rows alike than are counted are duplicates, and the statement comes to its end', async () => {
  const account = await makeDebtor();
  const file = kioskFile(Array.from({ length: 4 }, () => ({ account, sum: '1.00' })));
  const cutOff = await fixture.run(file, { signal: AbortSignal.abort() });
  expect(cutOff.kind).toBe('interrupted');
  await sql`
    update billing.bank_statement_row set occurrence = 32767
    where statement_number = ${cutOff.statement.statementNumber} and line > 3`.execute(fixture.db);
  const { kind, statement } = await fixture.run(file);
  expect(kind).toBe('done');
  expect(fixture.countsOf(statement)).toEqual([2, 2, 0, 0]);
});
