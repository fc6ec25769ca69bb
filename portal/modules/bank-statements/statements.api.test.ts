import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { openStatementJobs } from '#billing/modules/bank-statements/public.ts';
import { bankFile } from '#billing/modules/bank-statements/testing/statement-fixture.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeAct } from '#billing/testing/make-money.ts';
import {
  assignStatementRow,
  bookStatement,
  dropStatement,
  listStatementFormats,
  listStatementRows,
  listStatements,
  markRowForeign,
  matchRowToOrder,
  openStatement,
  reverseStatementRow,
  statementState,
  undoStatementRow,
} from '#contract/bank-statements.ts';
import { startJobRunner } from '#platform/jobs/job-runner.ts';
import { newId } from '#platform/uuid.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideStatementDesk } from '#portal/testing/hooks/provide-statement-desk.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

const cabinet = provideTestApp({ environment: { MAX_STATEMENT_MB: '1' }, hasSupplier: true });
const { post, work, open, sendPart, upload, book, unmatched, makeDebtor, owedBy } =
  provideStatementDesk(cabinet);

const stateOf = async (statement: number) => (await post(statementState, { statement })).body.statement;

const totalsOf = (statement: Awaited<ReturnType<typeof stateOf>>) =>
  Object.entries(statement.totals).map(([name, { count, sum }]) => `${name} ${count} ${sum}`);

test('the formats that ship are offered, with the largest size of a file', async () => {
  const { body } = await post(listStatementFormats);
  expect(body.formats.map(({ name }) => name)).toEqual(['bank-statement', 'kiosk-daily']);
  expect(body.largestBytes).toBe(1024 * 1024);
});

test('the job processes a statement as soon as its last part came, and books it as soon as that is said', async () => {
  const account = await makeDebtor();
  const { jobs, close } = openStatementJobs(cabinet.url, cabinet.clock);
  const errors: unknown[] = [];
  const runner = startJobRunner({ ...jobs, url: cabinet.url, onError: (error) => void errors.push(error) });
  const reaches = (statement: number, state: string) =>
    vi.waitFor(async () => expect((await stateOf(statement)).state).toBe(state), 20_000);
  try {
    const content = bankFile([{ purpose: `о/р ${account}`, sum: '100,00' }]);
    const statement = await open(content);
    await sendPart(statement, 1, content, true);
    await reaches(statement, 'checked');
    await post(bookStatement, { statement });
    await reaches(statement, 'done');
  } finally {
    await runner.stop();
    await close();
  }
  expect(errors).toEqual([]);
  expect(await owedBy(account)).toBe(33_250n);
}, 40_000);

test('a statement is sent, tried, booked; its totals agree, the customer owes less', async () => {
  const account = await makeDebtor();
  const statement = await upload([
    { purpose: `о/р ${account}`, sum: '400,00' },
    { purpose: 'за світло', sum: '32,50' },
  ]);
  const tried = await stateOf(statement);
  expect(tried.state).toBe('checked');
  expect(tried.dryRun?.matched).toEqual({ count: 1, sum: '400.00' });
  expect(await owedBy(account)).toBe(43_250n);
  await post(bookStatement, { statement });
  await post(bookStatement, { statement });
  await work();
  expect(await owedBy(account)).toBe(3250n);
  const done = await stateOf(statement);
  expect(done.state).toBe('done');
  expect(done.progress).toEqual({ done: 2, total: 2 });
  // What the job books is in the audit under the request that asked for the booking.
  const { rows } = await sql<{ call: string; action: string }>`
    select action.call, entry.action from billing.audit_entry entry
      join portal.staff_action action on action.reference = entry.reference
     where entry.account_number = ${account} and entry.actor = 'admin:' || action.session_id`.execute(
    cabinet.billingDb,
  );
  expect(rows).toEqual([{ call: bookStatement.path, action: 'payment.landed' }]);
  const booked = ['rows 2 432.50', 'matched 1 400.00', 'duplicate 0 0.00'];
  expect(totalsOf(done)).toEqual([...booked, 'unmatched 1 32.50', 'foreign 0 0.00']);
  const { body } = await post(listStatements);
  expect(body.statements[0]).toEqual(done);
});

test('a file with problems is refused with them, and may be taken away', async () => {
  const statement = await upload([{ sum: '0,00' }, { date: 'вчора' }]);
  const { body } = await post(statementState, { statement });
  expect(body.statement).toMatchObject({ state: 'refused', problemCount: 2 });
  expect(body.problems).toEqual([
    { line: 2, column: 'Сума', code: 'value.sumZero', value: '0,00' },
    { line: 3, column: 'Дата операції', code: 'value.date', value: 'вчора' },
  ]);
  expect((await post(dropStatement, { statement })).httpStatus).toBe(200);
  expect((await post(statementState, { statement })).body.code).toBe('common.notFound');
});

describe('what nobody knows', () => {
  test('comes with accounts that it may belong to', async () => {
    const account = await makeDebtor();
    const known = { payer: `Гнатюк ${account}`, iban: 'UA1' };
    const typed = `${account.slice(0, 8)}${account.charAt(9)}${account.charAt(8)}`;
    const statement = await book([
      { ...known, purpose: `о/р ${account}` },
      { ...known, purpose: 'за світло' },
      { purpose: `о/р ${account.slice(0, 9)}`, payer: 'Інший' },
      ...(typed === account ? [] : [{ purpose: `о/р ${typed}`, payer: 'Ще інший' }]),
    ]);
    const rows = await unmatched(statement);
    const whys = rows.map(
      ({ suggestions }) => suggestions.find(({ accountNumber }) => accountNumber === account)?.why,
    );
    expect(whys.slice(0, 2)).toEqual(['payer', 'near']);
    expect(rows[0]?.suggestions[0]).toMatchObject({
      customer: expect.stringContaining('Test'),
      address: expect.any(String),
    });
  });

  test('is suggested by the EIC of a metering point, where it is in force before where it was', async () => {
    const { accountNumber: former, eicCode } = await makeAccount(cabinet.billingDb);
    await sql`update billing.metering_point set ended_on = '2026-10-31' where account_number = ${former}`.execute(
      cabinet.billingDb,
    );
    const { accountNumber } = await makeAccount(cabinet.billingDb);
    await sql`insert into billing.metering_point (account_number, eic_code, contracted_power_watts)
      values (${accountNumber}, ${eicCode}, 5000)`.execute(cabinet.billingDb);
    const statement = await book([{ purpose: `за світло, ЕІС ${eicCode.toLowerCase()}`, payer: 'Третій' }]);
    const [row] = await unmatched(statement);
    expect(row?.suggestions.map((one) => [one.accountNumber, one.why])).toEqual([
      [accountNumber, 'eic'],
      [former, 'eic'],
    ]);
  });

  test('remembers for whom a payer pays, until that is taken back, and not of one who pays for many', async () => {
    const accounts = await Promise.all(Array.from({ length: 4 }, makeDebtor));
    const payer = `Ткач ${accounts[0]}`;
    const payersOf = async () => {
      const [row] = await unmatched(await book([{ payer, iban: 'UA7', purpose: 'за світло' }]));
      return row?.suggestions.map(({ why, accountNumber }) => `${why} ${accountNumber}`);
    };
    const asPayers = (of: readonly string[]) => of.toSorted().map((account) => `payer ${account}`);
    const pay = (some: readonly string[]) =>
      book(some.map((account) => ({ payer, iban: 'UA7', purpose: `о/р ${account}` })));
    expect(await payersOf()).toEqual([]);
    const statement = await pay(accounts.slice(0, 3));
    expect(await payersOf()).toEqual(asPayers(accounts.slice(0, 3)));
    await post(undoStatementRow, { statement, line: 2 });
    expect(await payersOf()).toEqual(asPayers(accounts.slice(1, 3)));
    await pay(accounts);
    expect(await payersOf()).toEqual([]);
  });

  test('is found by letters, and goes on by a cursor', async () => {
    const statement = await book(
      Array.from({ length: 35 }, (_, index) => ({ purpose: index === 30 ? 'Дача за ліс' : 'за світло' })),
    );
    const first = await post(listStatementRows, { statement, outcome: 'unmatched' });
    expect(first.body.rows).toHaveLength(30);
    const cursor = first.body.cursor ?? '';
    const second = await post(listStatementRows, { statement, outcome: 'unmatched', cursor });
    expect(second.body.rows.map(({ line }) => line)).toEqual([32, 33, 34, 35, 36]);
    expect(second.body.cursor).toBeNull();
    expect((await unmatched(statement, 'дача')).map(({ line }) => line)).toEqual([32]);
    const bad = await post(listStatementRows, { statement, outcome: 'unmatched', cursor: 'zzzz' });
    expect(bad.body.code).toBe('common.badRequest');
  });

  test('is assigned by an operator, and taken back by reversing entries; totals always agree', async () => {
    const account = await makeDebtor();
    const statement = await book([{ purpose: 'за світло', sum: '100,00' }]);
    const row = { statement, line: 2 };
    const { body } = await post(assignStatementRow, { ...row, account });
    expect(body.row).toMatchObject({
      outcome: 'matched',
      reason: 'operator',
      accountNumber: account,
      canUndo: true,
    });
    expect(await owedBy(account)).toBe(33_250n);
    const again = await post(assignStatementRow, { ...row, account });
    expect(again.body.code).toBe('statements.wrongState');

    const undone = await post(undoStatementRow, { ...row });
    expect(undone.body.row).toMatchObject({ outcome: 'unmatched', reason: 'undone', accountNumber: null });
    expect(await owedBy(account)).toBe(43_250n);
    expect(totalsOf(undone.body.statement)).toContain('unmatched 1 100.00');

    const foreign = await post(markRowForeign, { ...row });
    expect(totalsOf(foreign.body.statement)).toContain('foreign 1 100.00');
    expect((await post(markRowForeign, { ...row })).body.code).toBe('statements.wrongState');
    await post(undoStatementRow, { ...row });
    await post(assignStatementRow, { ...row, account });
    expect(await owedBy(account)).toBe(33_250n);
    const { rows } = await sql<{ action: string }>`
      select action from billing.audit_entry where actor like 'admin:%' and after ->> 'statement' = ${String(statement)}
      order by happened_at, audit_id`.execute(cabinet.billingDb);
    const acts = ['opened', 'booked', 'assigned', 'undone', 'foreign', 'undone', 'assigned'];
    expect(rows.map(({ action }) => action)).toEqual(acts.map((act) => `statement.${act}`));
    expect(await checkLedger(cabinet.billingDb)).toEqual([]);
  });

  test('is assigned once for one request id, which another row, account or act is refused', async () => {
    const [account, other] = [await makeDebtor(), await makeDebtor()];
    await makeAct(cabinet.billingDb, account, { actNumber: 'A-2', sum: '100.00' });
    const statement = await book([
      { purpose: 'за світло', sum: '100,00' },
      { purpose: 'за світло', sum: '100,00' },
    ]);
    const asked = { statement, line: 2, account, requestId: newId() };
    const answers = await Promise.all([1, 2, 3].map(() => post(assignStatementRow, asked)));
    for (const { body } of answers)
      expect(body.row).toMatchObject({ outcome: 'matched', accountNumber: account });
    for (const change of [{ account: other }, { line: 3 }, { actNumber: 'A-2' }]) {
      const reused = await post(assignStatementRow, { ...asked, ...change });
      expect(outcomeOf(reused)).toBe('409 common.requestReused');
    }
    // The same id for two rows at once: one of them has it.
    const requestId = newId();
    await post(undoStatementRow, { statement, line: 2 });
    const both = await Promise.all(
      [2, 3].map((line) => post(assignStatementRow, { ...asked, line, requestId })),
    );
    expect(both.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 409]);
    expect(await owedBy(account)).toBe(33_250n);
    expect(await owedBy(other)).toBe(43_250n);
    // What was taken back stays so, whatever is repeated.
    const repeated = await post(assignStatementRow, asked);
    expect(repeated.httpStatus).toBe(200);
    expect(await owedBy(account)).toBe(33_250n);
    expect(await checkLedger(cabinet.billingDb)).toEqual([]);
  });

  test('may pay a violation act, as much as is owed for it', async () => {
    const account = await makeDebtor();
    await makeAct(cabinet.billingDb, account, { actNumber: 'A-1', sum: '100.00' });
    const statement = await book([{ sum: '100,01' }, { sum: '100,00' }]);
    const tooMuch = await post(assignStatementRow, { statement, line: 2, account, actNumber: 'A-1' });
    expect(tooMuch.body.code).toBe('statements.actNotOwed');
    const { body } = await post(assignStatementRow, { statement, line: 3, account, actNumber: 'A-1' });
    expect(body.row).toMatchObject({ outcome: 'matched', actNumber: 'A-1' });
    expect(await owedBy(account)).toBe(43_250n);
    expect(await checkLedger(cabinet.billingDb)).toEqual([]);
  });
});

describe('a row below zero', () => {
  const reversalOf = async () => {
    const account = await makeDebtor();
    const first = await book([{ purpose: `о/р ${account}`, sum: '100,00', date: '17.11.2026 10:00:00' }]);
    expect(await owedBy(account)).toBe(33_250n);
    const statement = await book([{ purpose: `Сторно о/р ${account}`, sum: '-100,00' }]);
    return { account, first, row: { statement, line: 2 } };
  };

  test('waits with the row that it takes back; one press reverses that row, and both may be undone', async () => {
    const { account, first, row } = await reversalOf();
    expect(await owedBy(account)).toBe(33_250n);
    const list = await post(listStatementRows, { statement: row.statement, outcome: 'unmatched' });
    const [waiting] = list.body.rows;
    expect(waiting).toMatchObject({ sum: '-100.00', reason: 'row.reversal' });
    expect(waiting?.reversible[0]).toEqual({
      statement: first,
      line: 2,
      accountNumber: account,
      paidOn: '2026-11-17',
      sum: '100.00',
    });
    const { body } = await post(reverseStatementRow, { ...row, ofStatement: first, ofLine: 2 });
    expect(body.row).toMatchObject({ outcome: 'foreign', reason: 'reversed', canUndo: true });
    expect(totalsOf(body.statement)).toContain('foreign 1 -100.00');
    expect(await owedBy(account)).toBe(43_250n);
    const again = await post(reverseStatementRow, { ...row, ofStatement: first, ofLine: 2 });
    expect(again.body.code).toBe('statements.wrongState');
    const back = await post(undoStatementRow, { ...row });
    expect(back.body.row).toMatchObject({ outcome: 'unmatched', reason: 'row.reversal' });
    expect(await checkLedger(cabinet.billingDb)).toEqual([]);
  });

  test('of a part waits with the larger row, which it does not take back', async () => {
    const account = await makeDebtor();
    const first = await book([{ purpose: `о/р ${account}`, sum: '100,00', date: '17.11.2026 10:00:00' }]);
    const statement = await book([{ purpose: `Сторно о/р ${account}`, sum: '-40,00' }]);
    const [waiting] = await unmatched(statement);
    expect(waiting).toMatchObject({
      sum: '-40.00',
      reason: 'row.reversal',
      reversible: [{ statement: first, line: 2, accountNumber: account, sum: '100.00' }],
    });
    const answer = await post(reverseStatementRow, {
      ...{ statement, line: 2, ofStatement: first, ofLine: 2 },
    });
    expect(answer.body.code).toBe('statements.reversalAmount');
    expect(await owedBy(account)).toBe(33_250n);
    // A row of just this sum is what the bank takes back.
    const exact = await book([{ purpose: `о/р ${account}`, sum: '40,00', date: '16.11.2026 10:00:00' }]);
    expect((await unmatched(statement))[0]?.reversible).toMatchObject([{ statement: exact, sum: '40.00' }]);
  });

  test('is booked to nobody, and takes back only the same sum', async () => {
    const { account, row } = await reversalOf();
    expect((await post(assignStatementRow, { ...row, account })).body.code).toBe('statements.isReversal');
    expect((await post(matchRowToOrder, { ...row, orderId: 'x' })).body.code).toBe('statements.isReversal');
    const other = await book([{ purpose: `о/р ${account}`, sum: '99,00' }]);
    const reverse = async (ofLine: number) =>
      (await post(reverseStatementRow, { ...row, ofStatement: other, ofLine })).body.code;
    expect(await reverse(2)).toBe('statements.reversalAmount');
    expect(await reverse(9)).toBe('common.notFound');
    expect(await owedBy(account)).toBe(23_350n);
  });
});

describe('refused', () => {
  test('an account that is not there, a row and a statement that are not', async () => {
    const statement = await book([{ purpose: 'за світло' }]);
    const account = '9990001111';
    const unknown = await post(assignStatementRow, { statement, line: 2, account });
    expect(unknown.body.code).toBe('statements.unknownAccount');
    for (const call of [markRowForeign, undoStatementRow]) {
      expect((await post(call, { statement, line: 99 })).body.code).toBe('common.notFound');
    }
    expect((await post(assignStatementRow, { statement, line: 99, account })).body.code).toBe(
      'common.notFound',
    );
    const nowhere = { statement: 999_999 };
    for (const call of [statementState, bookStatement, dropStatement]) {
      expect((await post(call, nowhere)).body.code).toBe('common.notFound');
    }
    const rows = await post(listStatementRows, { ...nowhere, outcome: 'matched' });
    expect(rows.body.code).toBe('common.notFound');
    expect((await sendPart(999_999, 1, Buffer.from('a'), true)).body.code).toBe('common.notFound');
  });

  test('what an order of a provider proves can not be taken back', async () => {
    const account = await makeDebtor();
    const statement = await book([{ purpose: `о/р ${account}` }]);
    await sql`update billing.payment set state = 'refunded' where account_number = ${account}`.execute(
      cabinet.billingDb,
    );
    const { body } = await post(undoStatementRow, { statement, line: 2 });
    expect(body.code).toBe('statements.notUndoable');
    await sql`update billing.payment set state = 'matched' where account_number = ${account}`.execute(
      cabinet.billingDb,
    );
  });

  test('a file that is too large, of an unknown format, whose parts are lost, or that is decided already', async () => {
    const tooLarge = { format: 'bank-statement', fileName: 'a.csv', byteCount: 1024 * 1024 + 1 };
    const { body } = await post(openStatement, tooLarge);
    expect(body).toMatchObject({ code: 'statements.tooLarge', message: expect.stringContaining('1 МБ') });
    const unknown = await post(openStatement, { ...tooLarge, format: 'none', byteCount: 1 });
    expect(unknown.body.code).toBe('common.notFound');

    const content = bankFile([{ purpose: 'за світло' }]);
    const statement = await open(content);
    expect((await sendPart(statement, 2, content, true)).body.code).toBe('statements.wrongState');
    expect((await sendPart(statement, 1, content.subarray(0, 9), true)).body.code).toBe(
      'statements.wrongState',
    );
    expect((await sendPart(statement, 1, content.subarray(0, 9), false)).httpStatus).toBe(200);
    expect((await sendPart(statement, 1, content.subarray(0, 9), false)).body.statement.progress.done).toBe(
      9,
    );
    expect((await post(bookStatement, { statement })).body.code).toBe('statements.wrongState');
    await sendPart(statement, 2, content.subarray(9), true);
    expect((await post(dropStatement, { statement })).body.code).toBe('statements.wrongState');
    await work();
    expect((await stateOf(statement)).state).toBe('checked');
    expect((await sendPart(statement, 3, content, true)).body.code).toBe('statements.wrongState');
  });
});
