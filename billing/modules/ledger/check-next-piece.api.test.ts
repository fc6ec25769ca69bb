import { afterEach, beforeEach, expect, test } from 'vitest';
import { LEDGER_CHECK } from '#billing/api/ledger.ts';
import { queryOn } from '#billing/testing/hooks/query-on.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeCharge } from '#billing/testing/make-money.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { startTestBilling, type TestBilling } from '#billing/testing/start-test-billing.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';

let billing: TestBilling;
const query = queryOn(() => billing.db);
const accounts: string[] = [];

beforeEach(async () => {
  billing = await startTestBilling();
  await makeSupplier(billing.db);
  accounts.length = 0;
  while (accounts.length < 5) {
    const { accountNumber } = await makeAccount(billing.db);
    await makeCharge(billing.db, accountNumber, '2026-10', '10.00');
    accounts.push(accountNumber);
  }
  accounts.sort();
});
afterEach(() => billing.close());

/** Money on its way below zero: the books of the account do not agree. */
async function corruptLedger(accountNumber: string | undefined): Promise<void> {
  await query`insert into billing.ledger_entry
    (account_number, entry_id, posted_at, kind, debit_account, credit_account, amount_kopiykas, period)
    values (${accountNumber}, ${newId()}, '2026-11-02', 'landing', 'bank', 'inTransit', 7, '2026-11')`;
}

/** Asks until the check of the day is finished. */
async function checkAll() {
  const pieces: number[] = [];
  const rules: string[] = [];
  for (;;) {
    const { isFinished, accounts: count, problems } = await billing.ask(LEDGER_CHECK, { accounts: 2 });
    rules.push(...problems.map(({ rule, accountNumber }) => `${rule} ${accounts.indexOf(accountNumber)}`));
    if (isFinished) return { pieces, rules };
    pieces.push(count);
  }
}

async function reportedSubjects(): Promise<unknown[]> {
  const rows = await query<{ subject: string }>`
    select subject from billing.operator_event where kind = 'ledger.problem' order by subject`;
  return rows.map(({ subject }) => subject);
}

test('all accounts are looked at once a day, a few at a time', async () => {
  expect(await checkAll()).toEqual({ pieces: [2, 2, 1], rules: [] });
  expect(await checkAll()).toEqual({ pieces: [], rules: [] });
  billing.clock.set(instantFromIso('2026-11-21T10:00:00Z'));
  expect((await checkAll()).pieces).toEqual([2, 2, 1]);
  const rows = await query`
    select checked_on as day, account_count::int as accounts, problem_count::int as problems,
      finished_at is not null as finished from billing.ledger_check order by 1`;
  expect(rows).toEqual([
    { day: '2026-11-20', accounts: 5, problems: 0, finished: true },
    { day: '2026-11-21', accounts: 5, problems: 0, finished: true },
  ]);
});

test('problems are reported to operators once, not again the next day', async () => {
  await corruptLedger(accounts[1]);
  await corruptLedger(accounts[4]);
  const found = ['transit.negative 1', 'transit.negative 4'];
  expect((await checkAll()).rules).toEqual(found);
  const events = await reportedSubjects();
  expect(events).toEqual([1, 4].map((n) => `transit.negative ${accounts[n]} inTransit`));
  billing.clock.set(instantFromIso('2026-11-21T10:00:00Z'));
  expect((await checkAll()).rules).toEqual(found);
  expect(await reportedSubjects()).toEqual(events);
});

test('two nodes at once share the work: nothing twice, nothing left out', async () => {
  await corruptLedger(accounts[2]);
  const both = await Promise.all([checkAll(), checkAll()]);
  const again = await checkAll();
  const all = [...both, again];
  expect(all.flatMap(({ pieces }) => pieces).toSorted()).toEqual([1, 2, 2]);
  expect(all.flatMap(({ rules }) => rules)).toEqual(['transit.negative 2']);
});
