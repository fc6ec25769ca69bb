import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BANK_STATEMENT_ROWS } from '#billing/api/bank-statements.ts';
import { PAYMENT_CONFIRM, PAYMENT_FAIL, PAYMENT_START } from '#billing/api/payments.ts';
import { queryOn } from '#billing/testing/hooks/query-on.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeAct, makeCharge } from '#billing/testing/make-money.ts';
import { newId } from '#platform/uuid.ts';
import {
  type BankRow,
  bankFile,
  kioskFile,
  type StatementFixture,
  startStatementFixture,
} from './testing/statement-fixture.ts';

let fixture: StatementFixture;
const query = queryOn(() => fixture.db);
beforeAll(async () => {
  fixture = await startStatementFixture();
});
afterAll(() => fixture.close());

async function makeDebtor(): Promise<string> {
  const { accountNumber } = await makeAccount(fixture.db);
  await makeCharge(fixture.db, accountNumber, '2026-10', '432.50');
  return accountNumber;
}

async function start(accountNumber: string, amount: string): Promise<string> {
  const order = { account: accountNumber, provider: 'liqpay', purpose: 'energy', sum: amount } as const;
  const { payment } = await fixture.billing.ask(PAYMENT_START, { ...order, requestId: newId() });
  return payment.orderId;
}

const confirm = (orderId: string, amount: string) =>
  fixture.billing.ask(PAYMENT_CONFIRM, {
    provider: 'liqpay',
    orderId,
    amount,
    currency: 'UAH',
    providerReference: `p2_${orderId.slice(0, 10)}`,
    reportedAt: null,
    evidence: { status: 'paid' },
  } as never);

describe('money finds its account', () => {
  let account: string;
  beforeEach(async () => {
    account = await makeDebtor();
  });

  test('by the column of its own, and the debt falls', async () => {
    const { statement } = await fixture.run(kioskFile([{ account, sum: '432.50' }]));
    expect(await fixture.outcomesOf(statement.statementNumber)).toEqual([`matched accountColumn ${account}`]);
    expect(await fixture.owedBy(account)).toBe(0n);
    expect(statement.matchedKopiykas).toBe(43_250n);
    const rows = await query`
      select provider, state, landed_on, purpose from billing.payment where account_number = ${account}`;
    const payment = { provider: 'bank', state: 'matched', landed_on: '2026-11-18', purpose: 'energy' };
    expect(rows).toEqual([payment]);
    expect(await fixture.problems()).toEqual([]);
  });

  test('by the purpose, in Windows-1251, with groups of digits and commas of the bank', async () => {
    const grouped = `${account.slice(0, 4)} ${account.slice(4, 7)} ${account.slice(7)}`;
    const { statement } = await fixture.run(
      bankFile([
        { purpose: `За електроенергію о/р ${account}`, sum: '1 100,50' },
        { purpose: `особ.рах. ${grouped} Коваль`, sum: '3,2' },
      ]),
    );
    expect(await fixture.outcomesOf(statement.statementNumber)).toEqual([
      `matched purpose ${account}`,
      `matched purpose ${account}`,
    ]);
    expect(await fixture.owedBy(account)).toBe(43_250n - 110_050n - 320n);
  });

  test('by an order that the provider confirmed: what was on its way is in the bank, nothing is counted twice', async () => {
    const orderId = await start(account, '432.50');
    await confirm(orderId, '432.50');
    expect(await fixture.owedBy(account)).toBe(0n);
    const { statement } = await fixture.run(bankFile([{ purpose: `LiqPay ${orderId}`, sum: '432,50' }]));
    const outcomes = await fixture.outcomesOf(statement.statementNumber);
    expect(outcomes).toEqual([`matched order ${account} ${orderId}`]);
    expect(await fixture.owedBy(account)).toBe(0n);
    expect(await fixture.problems()).toEqual([]);
  });

  test("by the provider's reference", async () => {
    const orderId = await start(account, '432.50');
    await confirm(orderId, '432.50');
    const { statement } = await fixture.run(
      bankFile([{ id: newId(), purpose: `monobank p2_${orderId.slice(0, 10)} без ПДВ`, sum: '432,50' }]),
    );
    const outcomes = await fixture.outcomesOf(statement.statementNumber);
    expect(outcomes).toEqual([`matched reference ${account} ${orderId}`]);
  });

  test('by an order of which the provider never said a word, or said that it failed: the statement proves the money', async () => {
    const silent = await start(account, '32.50');
    const failed = await start(account, '400.00');
    const report = { providerReference: null, reportedAt: null, evidence: {} };
    await fixture.billing.ask(PAYMENT_FAIL, { provider: 'liqpay', orderId: failed, ...report } as never);
    const ofSilent = { id: newId(), purpose: silent, sum: '32,50' };
    const ofFailed = { id: newId(), purpose: failed, sum: '400,00' };
    const { statement } = await fixture.run(bankFile([ofSilent, ofFailed]));
    expect(fixture.countsOf(statement)).toEqual([2, 0, 0, 0]);
    expect(await fixture.owedBy(account)).toBe(0n);
    expect(await fixture.problems()).toEqual([]);
  });

  test('by the act that the purpose names, which is then paid apart from energy', async () => {
    await makeAct(fixture.db, account, { actNumber: `46/${account.slice(-3)}`, sum: '1000.00' });
    const { statement } = await fixture.run(
      kioskFile([
        { sum: '600.00', purpose: `Оплата за актом про порушення № 46/${account.slice(-3)}, о/р ${account}` },
        { sum: '400.00', purpose: `акт №46/${account.slice(-3)}` },
        { sum: '1.00', purpose: `акт 46/${account.slice(-3)} о/р ${account}` },
      ]),
    );
    expect(await fixture.outcomesOf(statement.statementNumber)).toEqual([
      `matched act ${account} 46/${account.slice(-3)}`,
      `matched act ${account} 46/${account.slice(-3)}`,
      'unmatched act.amount',
    ]);
    expect(await fixture.owedBy(account)).toBe(43_250n);
    const rows = await query`
      select state from billing.violation_act where account_number = ${account}`;
    expect(rows).toEqual([{ state: 'paid' }]);
    expect(await fixture.problems()).toEqual([]);
  });

  test('or waits for an operator with the reason', async () => {
    const other = await makeDebtor();
    const landed = await start(account, '10.00');
    const { statement } = await fixture.run(
      bankFile([
        { id: newId(), purpose: landed, sum: '10,00' },
        { id: newId(), purpose: landed, sum: '10,00' },
        { id: newId(), purpose: await start(account, '20.00'), sum: '20,01' },
        { id: newId(), purpose: 'за світло' },
        { id: newId(), purpose: 'о/р 9990001111' },
        { id: newId(), purpose: `о/р ${account}, ${other}` },
        { id: newId(), purpose: `акт 999999 о/р ${account}` },
      ]),
    );
    expect((await fixture.outcomesOf(statement.statementNumber)).slice(1)).toEqual([
      'unmatched order.landed',
      'unmatched order.amount',
      'unmatched account.none',
      'unmatched account.unknown',
      'unmatched account.several',
      'unmatched act.unknown',
    ]);
    expect(fixture.countsOf(statement)).toEqual([1, 0, 6, 0]);
  });
});

describe('money is never booked twice', () => {
  test('by the same file again, nor by one that overlaps it', async () => {
    const account = await makeDebtor();
    const rows = [
      { account, sum: '10.00' },
      { account, sum: '10.00' },
      { account, sum: '20.00', payer: 'Іваненко' },
      { sum: '7.00', purpose: 'за світло' },
    ];
    const first = await fixture.run(kioskFile(rows));
    expect(fixture.countsOf(first.statement)).toEqual([3, 0, 1, 0]);
    const again = await fixture.run(kioskFile(rows));
    expect(fixture.countsOf(again.statement)).toEqual([0, 4, 0, 0]);
    expect(again.statement.duplicateKopiykas).toBe(4700n);
    const others = [...rows.slice(1, 3), ...rows.slice(0, 2), { account, sum: '5.00' }];
    const overlapping = await fixture.run(kioskFile(others));
    // A third payment of ten hryvnias is another one; the sum that is new is new.
    expect(fixture.countsOf(overlapping.statement)).toEqual([2, 3, 0, 0]);
    expect(await fixture.owedBy(account)).toBe(43_250n - 1000n * 3n - 2000n - 500n);
    expect(await fixture.problems()).toEqual([]);
  });

  test('and is booked as often as it was paid, also where only the day is another', async () => {
    const account = await makeDebtor();
    const days = ['2026-11-16', '2026-11-17', '2026-11-18'];
    const { statement } = await fixture.run(kioskFile(days.map((date) => ({ account, sum: '10.00', date }))));
    expect(fixture.countsOf(statement)).toEqual([3, 0, 0, 0]);
    expect(await fixture.owedBy(account)).toBe(43_250n - 1000n * 3n);
    expect(await fixture.problems()).toEqual([]);
  });

  test.each([1, 100])('finds a repeated bank row number, in chunks of %i', async (chunkSize) => {
    const account = await makeDebtor();
    const row = { id: newId(), purpose: `о/р ${account}` };
    const { statement } = await fixture.run(bankFile([row, row]), { chunkSize, formatName: 'bank-ids' });
    expect(fixture.countsOf(statement)).toEqual([1, 1, 0, 0]);
    const later = await fixture.run(bankFile([row]), { formatName: 'bank-ids' });
    expect(fixture.countsOf(later.statement)).toEqual([0, 1, 0, 0]);
  });

  test.each([1, 2, 100])(
    'nor lost: a number of the bank with another sum, payer or purpose waits, in chunks of %i',
    async (chunkSize) => {
      const account = await makeDebtor();
      const orderId = await start(account, '55.00');
      const id = newId();
      const row = { id, purpose: `о/р ${account}`, sum: '10,00' };
      const rows = [
        row,
        { ...row, sum: '20,00' },
        { ...row, payer: 'Інший' },
        row,
        { ...row, purpose: orderId, sum: '55,00' },
        { ...row, sum: '20,00' },
      ];
      const { statement } = await fixture.run(bankFile(rows), { chunkSize, formatName: 'bank-ids' });
      expect(await fixture.outcomesOf(statement.statementNumber)).toEqual([
        `matched purpose ${account}`,
        'unmatched row.differs',
        'unmatched row.differs',
        'duplicate',
        'unmatched row.differs',
        'duplicate',
      ]);
      expect(await fixture.owedBy(account)).toBe(43_250n - 1000n);
      const more = [...rows, { ...row, sum: '30,00' }];
      const tried = await fixture.run(bankFile(more), { isTrial: true, formatName: 'bank-ids' });
      expect(tried.statement.dryRun).toMatchObject({ duplicate: { count: 6 }, unmatched: { count: 1 } });
      const again = await fixture.run(bankFile(more), { chunkSize, formatName: 'bank-ids' });
      expect(fixture.countsOf(again.statement)).toEqual([0, 6, 1, 0]);
      expect(await fixture.problems()).toEqual([]);
    },
  );

  test('nor lost for a number that the banks of two payers gave to two documents of a day', async () => {
    const [one, other] = [await makeDebtor(), await makeDebtor()];
    const rows = [
      { id: '1', payer: 'Коваль', purpose: `о/р ${one}`, sum: '111,11' },
      { id: '1', payer: 'Мельник', purpose: `о/р ${other}`, sum: '222,22' },
      { id: '2', payer: 'Мельник', purpose: `о/р ${other}`, sum: '222,22' },
    ];
    const { statement } = await fixture.run(bankFile(rows.slice(0, 2)));
    expect(fixture.countsOf(statement)).toEqual([2, 0, 0, 0]);
    expect(statement.matchedKopiykas).toBe(33_333n);
    expect(await fixture.owedBy(one)).toBe(43_250n - 11_111n);
    expect(await fixture.owedBy(other)).toBe(43_250n - 22_222n);
    const overlapping = await fixture.run(bankFile(rows.slice(1)));
    expect(fixture.countsOf(overlapping.statement)).toEqual([1, 1, 0, 0]);
    expect(await fixture.owedBy(other)).toBe(43_250n - 2n * 22_222n);
    expect(await fixture.problems()).toEqual([]);
  });

  test('when it is cut off after any chunk and begun again', async () => {
    const accounts = [await makeDebtor(), await makeDebtor(), await makeDebtor()];
    const content = kioskFile(
      Array.from({ length: 30 }, (_, index) => ({
        account: index % 7 === 6 ? '' : (accounts[index % 3] ?? ''),
        sum: `${1 + (index % 4)}.00`,
      })),
    );
    const before = await Promise.all(accounts.map((account) => fixture.owedBy(account)));
    let runs = 0;
    let last = await cutOffAfter(content, 2);
    for (; last.kind === 'interrupted' && runs < 20; runs += 1) last = await cutOffAfter(content, 2);
    expect(runs).toBeGreaterThan(3);
    expect(last.kind).toBe('done');
    expect(last.statement.rowCount).toBe(30);
    expect(fixture.countsOf(last.statement)).toEqual([26, 0, 4, 0]);
    const owed = await Promise.all(accounts.map((account) => fixture.owedBy(account)));
    const paid = before.reduce((sum, one) => sum + one, 0n) - owed.reduce((sum, one) => sum + one, 0n);
    expect(paid).toBe(last.statement.matchedKopiykas);
    expect(await fixture.problems()).toEqual([]);
  });

  async function cutOffAfter(content: string, chunks: number) {
    const stop = new AbortController();
    let booked = 0;
    return fixture.run(content, {
      chunkSize: 3,
      signal: stop.signal,
      onProgress({ step }) {
        if (step === 'booking') booked += 1;
        if (booked === chunks) stop.abort();
      },
    });
  }
});

describe('a dry run', () => {
  test('says what an import would do, and does nothing', async () => {
    const account = await makeDebtor();
    await makeAct(fixture.db, account, { actNumber: `T${account}`, sum: '100.00' });
    const orderId = await start(account, '50.00');
    await fixture.run(bankFile([{ id: `B${account}`, purpose: `о/р ${account}` }]));
    const content = bankFile([
      { id: `B${account}`, purpose: `о/р ${account}` },
      { id: `C${account}`, purpose: orderId, sum: '50,00' },
      { id: `D${account}`, purpose: orderId, sum: '50,00' },
      { id: `E${account}`, purpose: `акт T${account}`, sum: '60,00' },
      { id: `F${account}`, purpose: `акт T${account}`, sum: '60,00' },
      { id: `G${account}`, purpose: 'за світло', sum: '1,00' },
    ]);
    const before = await fixture.owedBy(account);
    const tried = await fixture.run(content, { isTrial: true });
    expect(tried.kind).toBe('tried');
    expect(await fixture.owedBy(account)).toBe(before);
    const rows =
      await query`select from billing.bank_statement where statement_number = ${tried.statement.statementNumber}`;
    expect(rows).toEqual([]);
    const { statement } = await fixture.run(content, { chunkSize: 2 });
    expect(fixture.countsOf(statement)).toEqual([2, 1, 3, 0]);
    const { dryRun } = tried.statement;
    const totals = [dryRun?.matched, dryRun?.duplicate, dryRun?.unmatched];
    expect(totals.map((total) => total?.count)).toEqual([2, 1, 3]);
    expect(dryRun?.matched.sum).toBe('110.00');
  });
});

describe('a file that is wrong is refused whole, with line and column', () => {
  const problemsOf = async (content: string | Buffer, formatName?: string) => {
    const { kind, statement } = await fixture.run(content, formatName === undefined ? {} : { formatName });
    expect(kind).toBe('refused');
    const rows = await query`
      select from billing.bank_statement_row where statement_number = ${statement.statementNumber}`;
    expect(rows).toEqual([]);
    return statement.problems.map(({ line, column, code }) => `${line} ${column ?? '-'} ${code}`);
  };

  test('another encoding', async () => {
    const good = kioskFile([{ account: '2390001111' }]);
    const parts = [Buffer.from(good), Buffer.from([0xcf, 0xf0, 0xe8]), Buffer.from(',1,2,3,4\n')];
    const broken = Buffer.concat(parts);
    const { kind, statement } = await fixture.run(broken, { formatName: 'kiosk-daily' });
    expect(kind).toBe('refused');
    expect(statement.problems).toEqual([{ line: 3, column: null, code: 'file.encoding', value: '' }]);
  });

  const missing = ['amount', 'comment', 'payer'].map((column) => `1 ${column} file.missingColumn`);
  const noSums = ['2 amount value.sumZero', '3 - row.columnCount', '4 amount value.required'];
  const noDays = ['2 date value.date', '3 date value.date', '4 date value.dateFuture'];
  const days = [{ date: '2026-02-30' }, { date: '18.11.2026' }, { date: '2026-11-21' }];
  const marks = [{ sum: '1 234,56' }, { sum: '1 23,45' }, { sum: '12 34,00' }];
  const noTypes = ['2 Тип value.unknownWord', '3 Тип value.required'];
  const noRow = ['2 Валюта value.currency', '3 Номер документа value.required'];

  test.each<[string, string | Buffer, string[], string?]>([
    ['other separators', 'date;amount;account\n2026-11-18;1.00;2390001111\n', ['1 - file.separator']],
    ['columns that are not there', 'date,account\n', missing],
    ['sums of nothing, and no sums', kioskFile([{ sum: '0.00' }, { sum: '1,5' }, { sum: '' }]), noSums],
    ['a word that says neither payment nor none', bankFile([{ type: 'повернення' }, { type: '' }]), noTypes],
    ['a file of no payment', bankFile([{ type: 'дебет' }, { type: 'Д' }]), ['1 - file.allSkipped']],
    ['days that are none, or are to come', kioskFile(days), noDays],
    ['another currency, and no number', bankFile([{ currency: 'USD' }, { id: '' }]), noRow, 'bank-ids'],
    ['a misplaced group mark', bankFile(marks), ['3 Сума value.sum', '4 Сума value.sum']],
    ['an unclosed quote', `${kioskFile([])}2026-11-18,1.00,,"Коваль,\n`, ['3 - file.quotes']],
    ['nothing at all', '', ['1 - file.empty']],
  ])('%s', async (_, content, problems, formatName) =>
    expect(await problemsOf(content, formatName)).toEqual(problems),
  );

  test.each([
    ['XLSX, ZIP', Buffer.from('PK\u0003\u0004')],
    ['XLS', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['PDF', Buffer.from('%PDF-1.4')],
    ['HTML, XML', Buffer.from('<html><table>')],
    ['UTF-16', Buffer.from('\ufeffДата', 'utf16le')],
  ])('a file that is no CSV: %s', async (value, content) => {
    const { kind, statement } = await fixture.run(content);
    expect(kind).toBe('refused');
    expect(statement.problems).toEqual([{ line: 1, column: null, code: 'file.kind', value }]);
  });

  test('one wrong line among many leaves nothing behind', async () => {
    const account = await makeDebtor();
    const file = kioskFile([{ account }, { account, sum: 'сто' }, { account }]);
    expect(await problemsOf(file)).toEqual(['3 amount value.sum']);
    expect(await fixture.owedBy(account)).toBe(43_250n);
  });
});

test('rows that are no payments are left out and counted', async () => {
  const account = await makeDebtor();
  const row = () => ({ id: newId(), purpose: `о/р ${account}` });
  const { statement } = await fixture.run(bankFile([row(), { ...row(), type: 'дебет', sum: '-7,00' }]));
  const skipped = [{ word: 'дебет', count: 1, firstLine: 3 }];
  expect(statement).toMatchObject({ rowCount: 1, skippedCount: 1, skipped, matchedCount: 1 });
});

describe('a statement is read however it was saved', () => {
  const rowOf = (account: string, more: BankRow = {}) =>
    bankFile([{ id: newId(), purpose: `о/р ${account}`, ...more }]);
  const textOf = (file: Buffer) => new TextDecoder('windows-1251').decode(file);

  test.each<[string, (file: Buffer) => Buffer]>([
    ['in UTF-8', (file) => Buffer.from(textOf(file))],
    ['in UTF-8 with a byte order mark', (file) => Buffer.from(`\ufeff${textOf(file)}`)],
    ['with the line of a spreadsheet before it', (file) => Buffer.concat([Buffer.from('sep=;\r\n'), file])],
    [
      'with lines of the bank before it',
      (file) => Buffer.concat([Buffer.from('IBAN UA21, 27.11.2026\r\n\r\nTotal;1\r\n'), file]),
    ],
    ['with titles in other capitals', (file) => Buffer.from(textOf(file).replace('Сума', ' СУМА '))],
  ])('%s', async (_, saved) => {
    const account = await makeDebtor();
    const { statement } = await fixture.run(saved(rowOf(account)), { formatName: 'bank-statement' });
    expect(statement.problems).toEqual([]);
    expect(fixture.countsOf(statement)).toEqual([1, 0, 0, 0]);
  });

  test.each(['18.11.2026 10:15', '8.11.2026 9:05', '8.11.2026', '18.11.2026 10:15:00'])(
    'the day %s',
    async (date) => {
      const account = await makeDebtor();
      const { statement } = await fixture.run(rowOf(account, { date }));
      const day = date.startsWith('8') ? '2026-11-08' : '2026-11-18';
      expect([statement.problems, statement.firstDay]).toEqual([[], day]);
    },
  );

  test.each(['K', 'К', 'Кт', 'К-т', 'КРЕДИТ', 'credit', 'C'])('the word of a payment %s', async (type) => {
    const account = await makeDebtor();
    const { statement } = await fixture.run(rowOf(account, { type }));
    expect(fixture.countsOf(statement)).toEqual([1, 0, 0, 0]);
  });
});

test('a payment after the word for another document waits, with the account suggested', async () => {
  const account = await makeDebtor();
  const { statement } = await fixture.run(
    bankFile([
      { id: newId(), purpose: `Договір № ${account} від 01.02.2024` },
      { id: newId(), purpose: `о/р ${account.slice(0, 3)}${account.slice(3).replace('0', 'О')}` },
    ]),
  );
  expect(fixture.countsOf(statement)).toEqual([0, 0, 2, 0]);
  const asked = { outcome: 'unmatched', after: 0, limit: 10 } as const;
  const { statementNumber } = statement;
  const { rows } = await fixture.billing.ask(BANK_STATEMENT_ROWS, { statement: statementNumber, ...asked });
  for (const { suggestions } of rows)
    expect(suggestions[0]).toMatchObject({ accountNumber: account, why: 'named' });
});
