import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PAYMENT_CONFIRM, PAYMENT_START } from '#billing/api/payments.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeAct, makeCharge } from '#billing/testing/make-money.ts';
import { newId } from '#platform/uuid.ts';
import {
  bankFile,
  kioskFile,
  type StatementFixture,
  startStatementFixture,
} from './testing/statement-fixture.ts';

/** The day of the clock: what is confirmed now, the bank may show today. */
const today = '2026-11-20';

let fixture: StatementFixture;
let account: string;

beforeAll(async () => {
  fixture = await startStatementFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  account = await makeDebtor();
});

async function makeDebtor(): Promise<string> {
  const { accountNumber } = await makeAccount(fixture.db);
  await makeCharge(fixture.db, accountNumber, '2026-10', '432.50');
  return accountNumber;
}

/** An order that a provider confirmed: it is on its way. */
async function pay(accountNumber: string, amount: string, actNumber: string | null = null): Promise<string> {
  const { payment } = await fixture.billing.ask(PAYMENT_START, {
    account: accountNumber,
    provider: 'liqpay',
    purpose: actNumber === null ? 'energy' : 'violationAct',
    actNumber: actNumber ?? undefined,
    sum: amount,
    requestId: newId(),
  } as never);
  const { orderId } = payment;
  await fixture.billing.ask(PAYMENT_CONFIRM, {
    provider: 'liqpay',
    orderId,
    amount,
    currency: 'UAH',
    providerReference: newId(),
    reportedAt: null,
    evidence: { status: 'paid' },
  } as never);
  return orderId;
}

async function outcomesOf(content: string | Buffer, chunkSize = 20_000): Promise<string[]> {
  const { statement } = await fixture.run(content, { chunkSize });
  return fixture.outcomesOf(statement.statementNumber);
}

const waits = 'unmatched order.mayBeOnItsWay';

describe('a row that names only the account to which exactly its sum is on the way', () => {
  test('waits, and the debt falls once', async () => {
    await pay(account, '432.50');
    const row = { account, date: today, sum: '432.50' };
    expect(await outcomesOf(kioskFile([row]))).toEqual([waits]);
    expect(await fixture.owedBy(account)).toBe(0n);
    expect(await fixture.problems()).toEqual([]);
  });

  test('waits when the purpose names the account, too', async () => {
    await pay(account, '432.50');
    const row = { purpose: `За світло, о/р ${account}`, date: '20.11.2026', sum: '432,50', id: newId() };
    expect(await outcomesOf(bankFile([row]))).toEqual([waits]);
    expect(await fixture.owedBy(account)).toBe(0n);
  });

  test.each([20_000, 1])('waits as often as it is there, chunks of %i', async (chunkSize) => {
    await pay(account, '432.50');
    const row = { account, date: today, sum: '432.50' };
    expect(await outcomesOf(kioskFile([row, row]), chunkSize)).toEqual([waits, waits]);
    expect(await fixture.owedBy(account)).toBe(0n);
  });

  test('is booked when another row of the file lands the order', async () => {
    const orderId = await pay(account, '432.50');
    const row = { account, date: today, sum: '432.50' };
    expect(await outcomesOf(kioskFile([row, { date: today, sum: '432.50', purpose: orderId }]))).toEqual([
      `matched accountColumn ${account}`,
      `matched order ${account} ${orderId}`,
    ]);
    expect(await fixture.owedBy(account)).toBe(-43_250n);
    expect(await fixture.problems()).toEqual([]);
  });

  test('is booked when the sum is another, or the day is none on which the money could come', async () => {
    await pay(account, '432.50');
    const rows = [
      { account, date: today, sum: '432.49' },
      { account, date: '2026-11-18', sum: '432.50' },
    ];
    const booked = `matched accountColumn ${account}`;
    expect(await outcomesOf(kioskFile(rows))).toEqual([booked, booked]);
  });

  test.each([
    [14, waits],
    [15, 'matched'],
  ])('%i days after the word of the provider: %s', async (days, outcome) => {
    await pay(account, '432.50');
    await sql`
      update billing.payment set confirmed_at = confirmed_at - make_interval(days => ${days}::int)
      where account_number = ${account}`.execute(fixture.db);
    const [result] = await outcomesOf(kioskFile([{ account, date: today, sum: '432.50' }]));
    expect(result?.startsWith(outcome)).toBe(true);
  });

  test('a dry run reports it, too', async () => {
    await pay(account, '432.50');
    const file = kioskFile([{ account, date: today, sum: '432.50' }]);
    const { statement } = await fixture.run(file, { isTrial: true });
    expect(statement.dryRun).toMatchObject({ matched: { count: 0 }, unmatched: { count: 1, sum: '432.50' } });
  });
});

test('a row that names an act waits for what is on its way for that act, not for energy', async () => {
  const actNumber = `52/${account.slice(-4)}`;
  await makeAct(fixture.db, account, { actNumber, sum: '1000.00' });
  await pay(account, '300.00');
  const row = { date: today, sum: '300.00', purpose: `Оплата за актом про порушення № ${actNumber}` };
  expect(await outcomesOf(kioskFile([row]))).toEqual([`matched act ${account} ${actNumber}`]);
  await pay(account, '700.00', actNumber);
  expect(await outcomesOf(kioskFile([{ ...row, sum: '700.00' }]))).toEqual([waits]);
  expect(await fixture.problems()).toEqual([]);
});
