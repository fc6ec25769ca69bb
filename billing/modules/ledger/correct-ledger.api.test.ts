import { beforeAll, describe, expect, test } from 'vitest';
import { BILL_GET } from '#billing/api/bills.ts';
import {
  LEDGER_CORRECT,
  LEDGER_CORRECTION_DECIDE,
  LEDGER_CORRECTIONS_WAITING,
  LEDGER_LIST,
} from '#billing/api/ledger.ts';
import { rulesAt } from '#billing/modules/rules/public.ts';
import { closeMonth } from '#billing/testing/close-month.ts';
import { giveReading } from '#billing/testing/give-reading.ts';
import { provideTestBilling } from '#billing/testing/hooks/provide-test-billing.ts';
import { queryOn } from '#billing/testing/hooks/query-on.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSecondPerson } from '#billing/testing/people/make-second-person.ts';
import type { Instant } from '#domain/time/instant.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { newId } from '#platform/uuid.ts';
import { checkLedger } from './public.ts';

const billing = provideTestBilling({ now: '2026-10-20T10:00:00Z', hasSupplier: true });
const query = queryOn(() => billing.db);

beforeAll(async () => {
  await query`insert into billing.period (period, state) values ('2026-10', 'open'), ('2026-11', 'open')`;
});

const clerk = { ...makeSecondPerson('A', 'Олена'), roles: ['billing'] };
const second = { ...makeSecondPerson('B', 'Ірина'), roles: ['billing'] };

const add = (sum: string) => ({ kind: 'add', sum }) as const;

async function correct(
  accountNumber: string,
  what: { kind: 'add'; sum: string } | { kind: 'reverse'; entryId: string },
  more: { requestId?: string; reason?: string; administrator?: typeof clerk } = {},
) {
  return billing.call(LEDGER_CORRECT, {
    accountNumber,
    what,
    reason: more.reason ?? 'Помилка лічильника',
    requestId: more.requestId ?? newId(),
    administrator: more.administrator ?? clerk,
  });
}

/** An account that was read at the end of October. */
async function household() {
  const history = [{ period: '2026-09', closing: { single: 1000 } }];
  const account = await makeAccount(billing.db, { history });
  const values = { single: 1100 };
  await giveReading(billing.db, { ...account, period: '2026-10', effectiveDate: '2026-11-01', values });
  return account;
}

describe('a correction', () => {
  test('adds to the debt or takes off it, with a reason, told and on record', async () => {
    const { accountNumber } = await makeAccount(billing.db);
    const first = await correct(accountNumber, add('50.00'));
    expect(first).toMatchObject({ ok: true, data: { balance: '50.00' } });
    const second = await correct(accountNumber, add('-70.10'), { reason: 'Повернення за скаргою' });
    expect(second).toMatchObject({
      ok: true,
      data: {
        balance: '-20.10',
        entry: { kind: 'correction', period: '2026-10', sum: '-70.10', reason: 'Повернення за скаргою' },
      },
    });
    const audit = await query`select actor, action, before, after ->> 'sum' as sum from billing.audit_entry
      where account_number = ${accountNumber} order by happened_at, audit_id`;
    expect(audit).toEqual([
      { actor: 'test', action: 'ledger.corrected', before: { balance: '0.00' }, sum: '50.00' },
      { actor: 'test', action: 'ledger.corrected', before: { balance: '50.00' }, sum: '-70.10' },
    ]);
    const events = await query`select payload ->> 'reason' as reason from billing.outbox_event
      where account_number = ${accountNumber} order by event_id`;
    expect(events).toEqual([{ reason: 'Помилка лічильника' }, { reason: 'Повернення за скаргою' }]);
  });

  test('asked for twice with one request, also at once, is made once', async () => {
    const { accountNumber } = await makeAccount(billing.db);
    const requestId = newId();
    const again = () => correct(accountNumber, add('50.00'), { requestId });
    const answers = await Promise.all([1, 2, 3].map(again));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    const reused = { code: 'common.requestReused' };
    expect(await correct(accountNumber, add('5.00'), { requestId })).toMatchObject(reused);
    expect(await correct(accountNumber, add('50.00'), { requestId, reason: 'Інша причина' })).toMatchObject({
      code: 'common.requestReused',
    });
    expect(await billing.ask(LEDGER_LIST, { accountNumber, limit: 10 })).toMatchObject({
      balance: '50.00',
      entries: [{ kind: 'correction', sum: '50.00', canReverse: true, isReversed: false }],
    });
  });

  test('stand in the ledger in parts, each once', async () => {
    const { accountNumber } = await makeAccount(billing.db);
    for (const sum of ['1.00', '2.00', '3.00', '4.00', '5.00']) await correct(accountNumber, add(sum));
    const first = await billing.ask(LEDGER_LIST, { accountNumber, limit: 2 });
    const second = await billing.ask(LEDGER_LIST, { accountNumber, limit: 2, after: first.next ?? '' });
    const third = await billing.ask(LEDGER_LIST, { accountNumber, limit: 2, after: second.next ?? '' });
    const parts = [first, second, third].map(({ entries }) => entries.map(({ sum }) => sum));
    expect(parts.map(({ length }) => length)).toEqual([2, 2, 1]);
    expect(parts.flat().toSorted()).toEqual(['1.00', '2.00', '3.00', '4.00', '5.00']);
    expect(third).toMatchObject({ next: null, balance: '15.00' });
  });

  test('of nothing, or of an account that is not there, is refused', async () => {
    const { accountNumber } = await makeAccount(billing.db);
    expect(await correct(accountNumber, add('0.00'))).toMatchObject({ code: 'ledger.nothingToCorrect' });
    expect(await correct('2399999999', add('1.00'))).toMatchObject({ code: 'common.notFound' });
    expect(await billing.call(LEDGER_LIST, { accountNumber: '2399999999', limit: 1 })).toMatchObject({
      code: 'common.notFound',
    });
  });
});

describe('an entry that is taken back', () => {
  test('is undone by one of its own, once; a reversal and money are not', async () => {
    const { accountNumber } = await makeAccount(billing.db);
    const made = await correct(accountNumber, add('50.00'));
    if (!made.ok) throw new Error(made.code);
    const { entryId = '' } = made.data.entry ?? {};
    const undone = await correct(accountNumber, { kind: 'reverse', entryId });
    const entry = { kind: 'reversal', reverses: entryId, sum: '-50.00', canReverse: false };
    expect(undone).toMatchObject({ ok: true, data: { balance: '0.00', entry } });
    if (!undone.ok) throw new Error(undone.code);
    const refusal = { ok: false, code: 'ledger.notReversible' };
    expect(await correct(accountNumber, { kind: 'reverse', entryId })).toEqual(refusal);
    const reversal = undone.data.entry?.entryId ?? '';
    expect(await correct(accountNumber, { kind: 'reverse', entryId: reversal })).toEqual(refusal);
    expect(await correct(accountNumber, { kind: 'reverse', entryId: newId() })).toEqual(refusal);
    const paid = newId();
    await query`insert into billing.ledger_entry (account_number, period, entry_id, kind, debit_account, credit_account,
        amount_kopiykas, posted_at)
      values (${accountNumber}, '2026-10', ${paid}, 'payment', 'bank', 'receivable', 100, now())`;
    expect(await correct(accountNumber, { kind: 'reverse', entryId: paid })).toEqual(refusal);
  });
});

test('benefits, corrections and payments are listed separately on the bill and add up', async () => {
  const { accountNumber } = await household();
  await query`insert into billing.benefit (account_number, period, kind, posting_period, benefit_id, amount_kopiykas, title)
    values (${accountNumber}, '2026-09', 'subsidy', '2026-10', ${newId()}, 2000, ''),
      (${accountNumber}, '2026-10', 'benefit', '2026-10', ${newId()}, 10800, 'Учасник бойових дій')`;
  await query`insert into billing.ledger_entry (account_number, period, entry_id, kind, debit_account, credit_account,
      amount_kopiykas, posted_at)
    values (${accountNumber}, '2026-10', ${newId()}, 'payment', 'bank', 'receivable', 30000, '2026-10-15T10:00:00Z')`;
  await correct(accountNumber, add('12.00'), { reason: 'Недорахований тариф' });
  await closeMonth(billing.url, '2026-10');
  const { bill } = await billing.ask(BILL_GET, { accountNumber, period: '2026-10' });
  expect(bill).toMatchObject({
    opening: '0.00',
    charged: '432.00',
    recalculated: '0.00',
    benefit: '-128.00',
    benefits: [
      { kind: 'subsidy', title: '', sum: '-20.00' },
      { kind: 'benefit', title: 'Учасник бойових дій', sum: '-108.00' },
    ],
    corrected: '12.00',
    corrections: [{ date: '2026-10-20', reason: 'Недорахований тариф', sum: '12.00' }],
    paid: '300.00',
    closing: '16.00',
    toPay: '16.00',
  });
  expect(bill.payments).toMatchObject([{ date: '2026-10-15', sum: '300.00' }]);
  expect(await checkLedger(billing.db)).toEqual([]);

  // After the closing a correction belongs to the next period, and the bill that was made stays as it is.
  billing.clock.set(instantFromIso('2026-11-05T10:00:00Z'));
  const { entries: listed } = await billing.ask(LEDGER_LIST, { accountNumber, limit: 20 });
  const charge = listed.find(({ kind }) => kind === 'charge');
  const undone = await correct(accountNumber, { kind: 'reverse', entryId: charge?.entryId ?? '' });
  expect(undone).toMatchObject({ ok: true, data: { entry: { period: '2026-11', sum: '-432.00' } } });
  // What is due now is not what was issued.
  const { due: _due, open: _open, qr: _qr, ...issued } = bill;
  expect((await billing.ask(BILL_GET, { accountNumber, period: '2026-10' })).bill).toMatchObject(issued);
  expect(await checkLedger(billing.db)).toEqual([]);
});

test('a benefit that no closing booked is a problem of the books', async () => {
  const { accountNumber } = await makeAccount(billing.db, { contractEndedOn: '2026-08-31' });
  await query`insert into billing.benefit (account_number, period, kind, posting_period, benefit_id, amount_kopiykas)
    values (${accountNumber}, '2026-10', 'benefit', '2026-10', ${newId()}, 100)`;
  expect(await checkLedger(billing.db)).toMatchObject([
    { rule: 'benefit.posted', accountNumber, subject: '2026-10 benefit', expected: '100', found: '0' },
  ]);
});

describe('a correction above the limit of its author', () => {
  const decide = (
    accountNumber: string,
    entryId: string,
    decision: 'confirm' | 'decline',
    administrator = second,
  ) => billing.call(LEDGER_CORRECTION_DECIDE, { accountNumber, entryId, decision, administrator });
  const waitingOf = async (accountNumber: string) => {
    const { corrections } = await billing.ask(LEDGER_CORRECTIONS_WAITING, { limit: 1000 });
    return corrections.filter((one) => one.accountNumber === accountNumber);
  };
  const balanceOf = async (accountNumber: string) =>
    (await billing.ask(LEDGER_LIST, { accountNumber, limit: 10 })).balance;
  async function asked(sum = '-1000.01') {
    const { accountNumber } = await makeAccount(billing.db);
    const requestId = newId();
    const answered = await correct(accountNumber, add(sum), { requestId });
    expect(answered).toEqual({ ok: true, data: { outcome: 'waiting', entry: null, balance: '0.00' } });
    const [waiting] = await waitingOf(accountNumber);
    return { accountNumber, requestId, entryId: waiting?.entryId ?? '' };
  }

  test.each([
    [clerk, '1000.00', 'booked'],
    [clerk, '1000.01', 'waiting'],
    [clerk, '-1000.01', 'waiting'],
    [{ ...clerk, roles: ['owner'] }, '10000.00', 'booked'],
    [{ ...clerk, roles: ['owner'] }, '10000.01', 'waiting'],
  ])('%o: %s is %s', async (administrator, sum, outcome) => {
    const { accountNumber } = await makeAccount(billing.db);
    expect(await correct(accountNumber, add(sum), { administrator })).toMatchObject({ data: { outcome } });
    expect(await balanceOf(accountNumber)).toBe(outcome === 'booked' ? sum : '0.00');
  });

  test('who has no role that corrects is refused', async () => {
    const { accountNumber } = await makeAccount(billing.db);
    const administrator = { ...clerk, roles: ['operator', 'analyst'] };
    const forbidden = { code: 'common.forbidden' };
    expect(await correct(accountNumber, add('1.00'), { administrator })).toMatchObject(forbidden);
    const { entryId, accountNumber: other } = await asked();
    expect(await decide(other, entryId, 'confirm', { ...second, roles: ['operator'] })).toMatchObject({
      code: 'common.forbidden',
    });
  });

  test('is listed with who asked and why, and booked once another administrator confirms it', async () => {
    const { accountNumber, entryId, requestId } = await asked();
    expect(await waitingOf(accountNumber)).toEqual([
      {
        accountNumber,
        entryId,
        sum: '-1000.01',
        reverses: null,
        reason: 'Помилка лічильника',
        author: { id: 'A', name: 'Олена' },
        requestedAt: expect.any(String),
      },
    ]);
    const own = { ok: false, code: 'decisions.ownProposal' };
    expect(await decide(accountNumber, entryId, 'confirm', clerk)).toEqual(own);
    const dependent = { ...second, dependentIds: ['A'] };
    for (const decision of ['confirm', 'decline'] as const) {
      expect(await decide(accountNumber, entryId, decision, dependent)).toEqual({
        ok: false,
        code: 'decisions.dependentPerson',
      });
    }
    const confirmed = await Promise.all([1, 2, 3].map(() => decide(accountNumber, entryId, 'confirm')));
    for (const one of confirmed) {
      expect(one).toEqual({ ok: true, data: { outcome: 'booked', balance: '-1000.01' } });
    }
    const third = { ...makeSecondPerson('C', 'Марко'), roles: ['owner'] };
    for (const decision of ['confirm', 'decline'] as const) {
      const over = { code: 'ledger.alreadyDecided' };
      expect(await decide(accountNumber, entryId, decision, third)).toMatchObject(over);
    }
    expect(await waitingOf(accountNumber)).toEqual([]);
    expect(await correct(accountNumber, add('-1000.01'), { requestId })).toMatchObject({
      data: { outcome: 'booked', entry: { entryId, sum: '-1000.01' } },
    });
    const audit =
      await query`select action, after ->> 'administrator' as author, after ->> 'confirmedBy' as confirmed,
        after ->> 'accountSince' as since
      from billing.audit_entry where account_number = ${accountNumber} order by happened_at, audit_id`;
    expect(audit).toEqual([
      { action: 'ledger.correctionAsked', author: 'Олена', confirmed: null, since: null },
      { action: 'ledger.corrected', author: null, confirmed: 'Ірина', since: second.accountSince },
    ]);
    const events = await query`select kind from billing.outbox_event where account_number = ${accountNumber}`;
    expect(events).toEqual([{ kind: 'ledger.corrected' }]);
    const problems = await checkLedger(billing.db);
    expect(problems.filter((problem) => problem.accountNumber === accountNumber)).toEqual([]);
  });

  test('declined books nothing, is on record, and the same request says so', async () => {
    const { accountNumber, entryId, requestId } = await asked('5000.00');
    expect(await decide(accountNumber, entryId, 'decline')).toMatchObject({ data: { outcome: 'declined' } });
    const audit =
      await query`select action, after ->> 'administrator' as administrator, after ->> 'sum' as sum
      from billing.audit_entry where account_number = ${accountNumber} order by happened_at, audit_id`;
    expect(audit).toEqual([
      { action: 'ledger.correctionAsked', administrator: 'Олена', sum: '5000.00' },
      { action: 'ledger.correctionDeclined', administrator: 'Ірина', sum: '5000.00' },
    ]);
    expect(await balanceOf(accountNumber)).toBe('0.00');
    expect(await correct(accountNumber, add('5000.00'), { requestId })).toMatchObject({
      data: { outcome: 'declined', entry: null },
    });
    const reused = { code: 'common.requestReused' };
    expect(await correct(accountNumber, add('5000.01'), { requestId })).toMatchObject(reused);
    expect(await decide(accountNumber, newId(), 'confirm')).toMatchObject({ code: 'common.notFound' });
  });

  test('takes an entry back once, and looks again whether it still may', async () => {
    const { accountNumber } = await makeAccount(billing.db);
    const owner = { ...makeSecondPerson('C', 'Марко'), roles: ['owner'] };
    const made = await correct(accountNumber, add('4000.00'), { administrator: owner });
    if (!made.ok || made.data.entry === null) throw new Error('not booked');
    const reverse = { kind: 'reverse', entryId: made.data.entry.entryId } as const;
    expect(await correct(accountNumber, reverse)).toMatchObject({ data: { outcome: 'waiting' } });
    expect(await correct(accountNumber, reverse)).toMatchObject({ code: 'ledger.notReversible' });
    const [waiting] = await waitingOf(accountNumber);
    expect(waiting).toMatchObject({ sum: '-4000.00', reverses: reverse.entryId });
    expect(await decide(accountNumber, waiting?.entryId ?? '', 'confirm')).toMatchObject({
      data: { outcome: 'booked', balance: '0.00' },
    });
    const notReversible = { code: 'ledger.notReversible' };
    expect(await correct(accountNumber, reverse, { administrator: owner })).toMatchObject(notReversible);
  });

  test.each(['10000000000000.01', '-10000000000000.01', '999999999999999.99'])(
    'of %s is out of range: no balance goes over what the books hold',
    async (sum) => {
      const { accountNumber } = await makeAccount(billing.db);
      expect(await correct(accountNumber, add(sum))).toEqual({ ok: false, code: 'ledger.outOfRange' });
    },
  );

  test('that would carry a balance over the edge is refused also when it is confirmed', async () => {
    const [one, other] = [await asked('9000000000000.00'), '9000000000000.00'];
    const again = await correct(one.accountNumber, add(other));
    expect(again).toMatchObject({ data: { outcome: 'waiting' } });
    const waiting = await waitingOf(one.accountNumber);
    const decided: unknown[] = [];
    for (const { entryId } of waiting) decided.push(await decide(one.accountNumber, entryId, 'confirm'));
    expect(decided).toMatchObject([{ ok: true }, { ok: false, code: 'ledger.outOfRange' }]);
    expect(await balanceOf(one.accountNumber)).toBe('9000000000000.00');
  });

  test('the limits are those of the supplier', async () => {
    await query`update billing.supplier set rules = rules || '{"corrections": {"billing": "0.00"}}'`;
    const connected = connectDatabase<unknown>({ url: billing.url, poolSize: 1 });
    const { corrections } = await rulesAt(connected.db as typeof billing.db, Date.now() as Instant);
    await connected.close();
    expect(corrections).toEqual({ billing: 0n, owner: 1_000_000n });
    await query`update billing.supplier set rules = rules - 'corrections'`;
  });
});
