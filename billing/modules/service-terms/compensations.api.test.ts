import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { BILL_GET, BILL_PDF } from '#billing/api/bills.ts';
import { LEDGER_CORRECT, LEDGER_LIST } from '#billing/api/ledger.ts';
import { ENTITY_ACT_GET, RECONCILIATION_GET } from '#billing/api/reconciliation-acts.ts';
import { COMPENSATION_BOOK, COMPENSATION_CLASSES } from '#billing/api/service-terms.ts';
import { SUBSCRIBER_BOOK_GET } from '#billing/api/subscriber-book.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { closeMonth } from '#billing/testing/close-month.ts';
import { giveReading } from '#billing/testing/give-reading.ts';
import { provideTestBilling } from '#billing/testing/hooks/provide-test-billing.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { newId } from '#platform/uuid.ts';

const billing = provideTestBilling({ now: '2026-10-20T10:00:00Z', hasSupplier: true });

beforeAll(async () => {
  await sql`insert into billing.period (period, state) values ('2026-10', 'open'), ('2026-11', 'open')`.execute(
    billing.db,
  );
});

const balanceOf = async (accountNumber: string) =>
  (await billing.ask(LEDGER_LIST, { accountNumber, limit: 10 })).balance;

test('the class follows from the holder and the contracted power of the day; unknown accounts are left out', async () => {
  const household = await makeAccount(billing.db, { contractedPowerWatts: 90_000 });
  const small = await makeAccount(billing.db, { customerType: 'entity', contractedPowerWatts: 50_000 });
  const grown = await makeAccount(billing.db, { customerType: 'entity', contractedPowerWatts: 50_000 });
  await sql`insert into billing.metering_point_version (account_number, eic_code, valid_from, contracted_power_watts)
    values (${grown.accountNumber}, ${grown.eicCode}, '2026-06-01', 50001)`.execute(billing.db);
  const asked = [
    [household, '2026-10-01'],
    [small, '2026-10-01'],
    [grown, '2026-05-31'],
    [grown, '2026-06-01'],
  ] as const;
  const { accounts } = await billing.ask(COMPENSATION_CLASSES, {
    accounts: [
      ...asked.map(([{ accountNumber }, on]) => ({ accountNumber, on })),
      { accountNumber: '2399999999', on: '2026-10-01' },
    ],
  });
  const classes = accounts.map((one) => [`${one.accountNumber} ${one.on}`, one.class] as const);
  const classOf = new Map(classes);
  const found = asked.map(([{ accountNumber }, on]) => classOf.get(`${accountNumber} ${on}`));
  expect(found).toEqual(['household', 'smallBusiness', 'smallBusiness', 'other']);
  expect(accounts).toHaveLength(4);
});

test('a compensation is booked once, however often and at once it is asked for, with its audit and its news', async () => {
  const { accountNumber } = await makeAccount(billing.db);
  const compensationId = newId();
  const asked = { accountNumber, compensationId, ticketNumber: 1017, sum: '200.00' };
  const answers = await Promise.all([1, 2, 3].map(() => billing.call(COMPENSATION_BOOK, asked)));
  const data = { bookedAt: '2026-10-20T10:00:00.000Z', balance: '-200.00' };
  expect(answers[0]).toEqual({ ok: true, data });
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  const refused = { ok: false, code: 'common.requestReused' };
  expect(await billing.call(COMPENSATION_BOOK, { ...asked, sum: '400.00' })).toEqual(refused);
  expect(await billing.call(COMPENSATION_BOOK, { ...asked, ticketNumber: 1018 })).toEqual(refused);
  const { accountNumber: other } = await makeAccount(billing.db);
  expect(await billing.call(COMPENSATION_BOOK, { ...asked, accountNumber: other })).toEqual(refused);
  expect(await billing.call(COMPENSATION_BOOK, { ...asked, accountNumber: '2399999999' })).toEqual({
    ok: false,
    code: 'common.notFound',
  });
  const reason = 'Компенсація за порушення строку відповіді на звернення № 1017';
  expect((await billing.ask(LEDGER_LIST, { accountNumber, limit: 10 })).entries).toMatchObject([
    { entryId: compensationId, kind: 'compensation', sum: '-200.00', reason, canReverse: true },
  ]);
  const { rows } = await sql`select kind, payload ->> 'reason' as reason, payload ->> 'sum' as sum,
      (select count(*)::int from billing.audit_entry a where a.account_number = e.account_number
        and a.action = 'ledger.compensated' and a.before ->> 'balance' = '0.00') as audits
    from billing.outbox_event e where account_number = ${accountNumber}`.execute(billing.db);
  expect(rows).toEqual([{ kind: 'ledger.corrected', reason, sum: '-200.00', audits: 1 }]);
  await expect(
    sql`insert into billing.ledger_entry (account_number, period, entry_id, kind, debit_account, credit_account,
      amount_kopiykas, posted_at, reason)
    values (${accountNumber}, '2026-11', ${compensationId}, 'compensation', 'compensation', 'receivable', 20000, now(),
      ${reason})`.execute(billing.db),
  ).rejects.toThrow('ledger_entry_compensation_key');
});

test('the bill, its PDF, the book and the act of reconciliation explain a compensation; a mistake is reversed', async () => {
  const history = [{ period: '2026-09', closing: { single: 1000 } }];
  const account = await makeAccount(billing.db, { history });
  const { accountNumber } = account;
  const values = { single: 1100 };
  await giveReading(billing.db, { ...account, period: '2026-10', effectiveDate: '2026-11-01', values });
  const wrong = newId();
  for (const [compensationId, ticketNumber] of [
    [newId(), 1017],
    [wrong, 1018],
  ] as const) {
    billing.clock.set((billing.clock.now() + 60_000) as Instant);
    await billing.ask(COMPENSATION_BOOK, { accountNumber, compensationId, ticketNumber, sum: '200.00' });
  }
  // Entries of one instant have no order.
  billing.clock.set((billing.clock.now() + 60_000) as Instant);
  await billing.ask(LEDGER_CORRECT, {
    accountNumber,
    requestId: newId(),
    what: { kind: 'reverse', entryId: wrong },
    reason: 'Відповідь надано вчасно',
    administrator: { id: 'A', name: 'Олена', roles: ['billing'] },
  });
  expect(await balanceOf(accountNumber)).toBe('-200.00');
  await closeMonth(billing.url, '2026-10');
  const { bill } = await billing.ask(BILL_GET, { accountNumber, period: '2026-10' });
  const words = 'Компенсація за порушення строку відповіді на звернення №';
  expect(bill).toMatchObject({
    charged: '432.00',
    corrected: '-200.00',
    corrections: [
      { date: '2026-10-20', reason: `${words} 1017`, sum: '-200.00' },
      { date: '2026-10-20', reason: `${words} 1018`, sum: '-200.00' },
      { date: '2026-10-20', reason: 'Відповідь надано вчасно', sum: '200.00' },
    ],
    closing: '232.00',
  });
  const pdf = await billing.ask(BILL_PDF, { accountNumber, period: '2026-10' });
  const printed = await readPdfText(Buffer.from(pdf.content, 'base64'));
  expect(printed.replaceAll(/\s+/g, ' ')).toContain(`${words} 1017`);
  const book = await billing.ask(SUBSCRIBER_BOOK_GET, { accountNumber, year: 2026 });
  expect(JSON.stringify(book)).toContain('-200.00');
  const month = { from: '2026-10', to: '2026-10', isContinued: false };
  const act = await billing.ask(RECONCILIATION_GET, { accountNumber, ...month });
  expect(act.rows.map(({ kind, credit }) => `${kind} ${credit}`)).toContain('compensation 200.00');
  expect(act.closing).toBe('232.00');
  expect(await checkLedger(billing.db)).toEqual([]);
});

test('a company sees it in the act of its ledger', async () => {
  const { accountNumber } = await makeAccount(billing.db, { customerType: 'entity' });
  billing.clock.set(instantFromIso('2026-11-05T10:00:00Z'));
  const booked = { accountNumber, compensationId: newId(), ticketNumber: 1019, sum: '400.00' };
  expect((await billing.ask(COMPENSATION_BOOK, booked)).balance).toBe('-400.00');
  const month = { ledger: 'energy', from: '2026-11', to: '2026-11', madeOn: '2026-12-01' } as const;
  const { act } = await billing.ask(ENTITY_ACT_GET, { accountNumber, ...month });
  expect(act).toMatchObject({
    rows: [{ document: 'Компенсація за порушення строку відповіді', credit: '400.00' }],
    closing: '-400.00',
  });
});
