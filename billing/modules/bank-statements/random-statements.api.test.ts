import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAYMENT_CONFIRM, PAYMENT_START } from '#billing/api/payments.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeAct, makeCharge } from '#billing/testing/make-money.ts';
import { usualPart } from '#platform/testing/usual-part.ts';
import { newId } from '#platform/uuid.ts';
import {
  bankFile,
  kioskFile,
  type StatementFixture,
  startStatementFixture,
} from './testing/statement-fixture.ts';

const sums = ['100.00', '200.00', '432.50'];
const accounts: string[] = [];
const orders: string[] = [];
const acts: string[] = [];
const references: string[] = [];
let fixture: StatementFixture;

beforeAll(async () => {
  fixture = await startStatementFixture();
  for (let index = 0; index < 8; index += 1) {
    const { accountNumber } = await makeAccount(fixture.db);
    accounts.push(accountNumber);
    await makeCharge(fixture.db, accountNumber, '2026-10', '432.50');
    if (index % 2 === 0) await makeActOf(accountNumber, `5${index}/${accountNumber.slice(-4)}`);
    // An act of the same number on two accounts.
    if (index % 4 === 0) await makeActOf(accountNumber, 'А-77/1');
    for (const amount of sums) await startOrder(accountNumber, amount, index % 3 !== 0);
  }
});
afterAll(() => fixture.close());

async function makeActOf(accountNumber: string, actNumber: string): Promise<void> {
  await makeAct(fixture.db, accountNumber, { actNumber, sum: '300.00' });
  acts.push(actNumber);
}

/** An order; a confirmed one is on its way. */
async function startOrder(accountNumber: string, amount: string, isConfirmed: boolean): Promise<void> {
  const order = { account: accountNumber, provider: 'liqpay', purpose: 'energy', sum: amount } as const;
  const { payment } = await fixture.billing.ask(PAYMENT_START, { ...order, requestId: newId() } as never);
  const { orderId } = payment;
  const providerReference = `ref${newId().slice(0, 12)}`;
  orders.push(orderId);
  references.push(providerReference);
  if (!isConfirmed) return;
  const said = { currency: 'UAH', providerReference, reportedAt: null };
  const confirmation = { provider: 'liqpay', orderId, amount, ...said };
  await fixture.billing.ask(PAYMENT_CONFIRM, { ...confirmation, evidence: { status: 'paid' } } as never);
}

/** What is drawn is a place in a list, which is filled when the test runs. */
const one = (list: readonly string[]) => fc.nat(63).map((place) => () => list[place % list.length] ?? '');
const purpose = fc.oneof(
  fc.constant(() => 'за світло'),
  fc.constant(() => 'о/р 9999999999'),
  one(accounts).map((account) => () => `о/р ${account()}`),
  fc.tuple(one(accounts), one(accounts)).map(
    ([first, second]) =>
      () =>
        `${first()} ${second()}`,
  ),
  one(orders),
  fc.tuple(one(orders), one(accounts)).map(
    ([order, account]) =>
      () =>
        `${order()} о/р ${account()}`,
  ),
  one(references),
  one(acts).map((act) => () => `акт № ${act()}`),
  fc.tuple(one(acts), one(accounts)).map(
    ([act, account]) =>
      () =>
        `о/р ${account()} акт № ${act()}`,
  ),
);
const column = fc.oneof(
  fc.constant(() => ''),
  fc.constant(() => '123'),
  one(accounts),
);
const row = fc.record({
  sum: fc.constantFrom(...sums),
  day: fc.constantFrom('18', '20'),
  // Few numbers of the bank, so that some come again.
  id: fc.option(fc.nat(40), { freq: 6 }),
  account: column,
  purpose,
});

test('whatever a statement says, what a dry run tells is what is booked, and the books agree with themselves', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 60 }),
      fc.constantFrom('kiosk-daily', 'bank-statement', 'bank-ids'),
      async (rows, formatName) => {
        const content =
          formatName !== 'kiosk-daily'
            ? bankFile(
                rows.map(({ sum, day, id, purpose: says }) => ({
                  sum: sum.replace('.', ','),
                  date: `${day}.11.2026`,
                  purpose: says(),
                  ...(id !== null && { id: `same ${id}` }),
                })),
              )
            : kioskFile(
                rows.map(({ sum, day, account, purpose: says }) => ({
                  sum,
                  date: `2026-11-${day}`,
                  account: account(),
                  purpose: says(),
                })),
              );
        const { statement: tried } = await fixture.run(content, { isTrial: true, formatName });
        const { statement } = await fixture.run(content, { formatName });
        const { dryRun } = tried;
        const told = [dryRun?.matched, dryRun?.duplicate, dryRun?.unmatched].map((total) => total?.count);
        expect(fixture.countsOf(statement)).toEqual([...told, 0]);
        expect(statement.matchedKopiykas + statement.duplicateKopiykas + statement.unmatchedKopiykas).toBe(
          statement.rowKopiykas,
        );
        const { statement: again } = await fixture.run(content, { formatName });
        expect(again.matchedCount).toBe(0);
        expect(await fixture.problems()).toEqual([]);
      },
    ),
    { numRuns: usualPart(Array.from({ length: 15 }), 5).length },
  );
});
