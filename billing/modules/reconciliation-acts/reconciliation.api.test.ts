import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  RECONCILIATION_GET,
  RECONCILIATION_MONTHS,
  RECONCILIATION_PDF,
  type ReconciliationData,
} from '#billing/api/reconciliation-acts.ts';
import { provideTestBilling } from '#billing/testing/hooks/provide-test-billing.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeAct, makeCharge } from '#billing/testing/make-money.ts';
import { addMonths, billingPeriod } from '#domain/time/billing-period.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { newId } from '#platform/uuid.ts';

const billing = provideTestBilling({ hasSupplier: true });
const makeCustomer = async () => (await makeAccount(billing.db)).accountNumber;

interface EntryFixture {
  readonly period: string;
  readonly kind: string;
  readonly debit: string;
  readonly credit: string;
  readonly kopiykas: number;
  readonly postedAt: string;
  readonly reverses?: string;
}

async function book(accountNumber: string, entry: EntryFixture): Promise<string> {
  const entryId = newId();
  await sql`insert into billing.ledger_entry (account_number, period, entry_id, kind, debit_account, credit_account,
      amount_kopiykas, posted_at, reverses_entry_id)
    values (${accountNumber}, ${entry.period}, ${entryId}, ${entry.kind}, ${entry.debit}, ${entry.credit},
      ${entry.kopiykas}, ${entry.postedAt}, ${entry.reverses ?? null})`.execute(billing.db);
  return entryId;
}

const pay = (accountNumber: string, day: string, kopiykas: number, period = day.slice(0, 7)) =>
  book(accountNumber, {
    period,
    kind: 'payment',
    debit: 'bank',
    credit: 'receivable',
    kopiykas,
    postedAt: `${day}T10:00:00Z`,
  });

async function actOf(accountNumber: string, from: string, to: string, isContinued = false) {
  return billing.ask(RECONCILIATION_GET, { accountNumber, from, to, isContinued });
}

const shown = ({ rows }: ReconciliationData) =>
  rows.map(({ date, kind, debit, credit, balance }) => `${date} ${kind} ${debit} ${credit} ${balance}`);

describe('RECONCILIATION_GET', () => {
  test('lists entries between opening and closing balance, with money on its day', async () => {
    const account = await makeCustomer();
    await makeCharge(billing.db, account, '2026-08', '100.00');
    await makeCharge(billing.db, account, '2026-09', '432.00');
    await pay(account, '2026-09-12', 10_000);
    await makeCharge(billing.db, account, '2026-10', '50.50');
    const act = await actOf(account, '2026-09', '2026-10');
    expect(act).toMatchObject({
      opening: '100.00',
      turnover: { debit: '482.50', credit: '100.00' },
      closing: '482.50',
      supplier: { edrpou: expect.any(String) },
      customer: { contractNumber: expect.stringContaining('D-') },
    });
    expect(shown(act)).toEqual([
      '2026-09-12 payment 0.00 100.00 0.00',
      '2026-09-30 charge 432.00 0.00 432.00',
      '2026-10-31 charge 50.50 0.00 482.50',
    ]);
  });

  test('dates a payment by the Kyiv day', async () => {
    const account = await makeCustomer();
    const onItsWay = { kind: 'payment', debit: 'inTransit', credit: 'receivable', kopiykas: 1 };
    await book(account, { period: '2026-09', ...onItsWay, postedAt: '2026-09-11T22:30:00Z' });
    expect(shown(await actOf(account, '2026-09', '2026-09'))).toEqual(['2026-09-12 payment 0.00 0.01 -0.01']);
  });

  test('lists the reversal of a payment as a separate row', async () => {
    const account = await makeCustomer();
    const paid = await pay(account, '2026-09-12', 5000);
    const back = { kind: 'reversal', debit: 'receivable', credit: 'bank', kopiykas: 5000, reverses: paid };
    await book(account, { period: '2026-10', ...back, postedAt: '2026-10-02T10:00:00Z' });
    expect(shown(await actOf(account, '2026-09', '2026-10'))).toEqual([
      '2026-09-12 payment 0.00 50.00 -50.00',
      '2026-10-02 reversal 50.00 0.00 0.00',
    ]);
  });

  test('credits recalculations and subsidies', async () => {
    const account = await makeCustomer();
    await makeCharge(billing.db, account, '2026-09', '100.00');
    const credit = { credit: 'receivable', postedAt: '2026-10-01T07:00:00Z', period: '2026-09' };
    await book(account, { ...credit, kind: 'recalculation', debit: 'revenue', kopiykas: 1500 });
    await book(account, { ...credit, kind: 'benefit', debit: 'benefit', kopiykas: 3000 });
    const act = await actOf(account, '2026-09', '2026-09');
    expect(act.rows.map(({ kind, credit: sum }) => [kind, sum])).toEqual([
      ['charge', '0.00'],
      ['recalculation', '15.00'],
      ['benefit', '30.00'],
    ]);
    expect(act).toMatchObject({ turnover: { debit: '100.00', credit: '45.00' }, closing: '55.00' });
  });

  test('excludes violation acts and bank landings', async () => {
    const account = await makeCustomer();
    await makeAct(billing.db, account, { actNumber: 'A-1', sum: '999.00', drawnOn: '2026-09-10' });
    const landing = { kind: 'landing', debit: 'bank', credit: 'inTransit', kopiykas: 100 };
    await book(account, { period: '2026-09', ...landing, postedAt: '2026-09-20T10:00:00Z' });
    const act = await actOf(account, '2026-09', '2026-09');
    expect(act).toMatchObject({ opening: '0.00', rows: [], closing: '0.00' });
  });

  test('includes a loaded balance in the opening, or as a row in the middle of an act', async () => {
    const account = await makeCustomer();
    const opening = { kind: 'opening', debit: 'receivable', credit: 'opening', kopiykas: 777 };
    await book(account, { period: '2026-09', ...opening, postedAt: '2026-09-01T07:00:00Z' });
    const act = await actOf(account, '2026-09', '2026-09');
    expect(act).toMatchObject({ opening: '7.77', rows: [], closing: '7.77' });
    for (const act of [
      await actOf(account, '2026-08', '2026-09'),
      await actOf(account, '2026-09', '2026-09', true),
    ]) {
      expect(act.opening).toBe('0.00');
      expect(shown(act)).toEqual(['2026-09-01 opening 7.77 0.00 7.77']);
    }
  });

  test('refuses an unknown account', async () => {
    const nobody = { accountNumber: '1000000000', from: '2026-09', to: '2026-09', isContinued: false };
    expect(await billing.call(RECONCILIATION_GET, nobody)).toMatchObject({ code: 'common.notFound' });
  });
});

describe('RECONCILIATION_MONTHS', () => {
  const monthsOf = (accountNumber: string) => billing.ask(RECONCILIATION_MONTHS, { accountNumber });

  test('returns null before the first closing', async () => {
    const account = await makeCustomer();
    await makeCharge(billing.db, account, '2026-08', '1.00');
    expect(await monthsOf(account)).toEqual({ first: null, last: null });
  });

  test('returns the first entry to the last closed month, and null for an account that began later', async () => {
    await sql`insert into billing.period (period, state) values ('2026-09', 'closed'), ('2026-10', 'closing')
      on conflict (period) do update set state = excluded.state`.execute(billing.db);
    const [old, empty, young] = [await makeCustomer(), await makeCustomer(), await makeCustomer()];
    await makeCharge(billing.db, old, '2025-03', '1.00');
    await makeCharge(billing.db, young, '2026-10', '1.00');
    expect(await monthsOf(old)).toEqual({ first: '2025-03', last: '2026-09' });
    expect(await monthsOf(empty)).toEqual({ first: null, last: null });
    expect(await monthsOf(young)).toEqual({ first: null, last: null });
    expect(await billing.call(RECONCILIATION_MONTHS, { accountNumber: '1000000000' })).toMatchObject({
      code: 'common.notFound',
    });
  });
});

describe('reconciliation act PDF', () => {
  async function paperOf(accountNumber: string, from: string, to: string) {
    const act = await actOf(accountNumber, from, to);
    const input = { accountNumber, from, to, drawnOn: '2026-11-20', act };
    const { fileName, content } = await billing.ask(RECONCILIATION_PDF, input);
    const bytes = Buffer.from(content, 'base64');
    return { fileName, bytes, text: readPdfText(bytes).replaceAll('\u00a0', ' ') };
  }

  test.each([10, 12])('of %d months with charges and payments fits one sheet', async (months) => {
    const account = await makeCustomer();
    const first = addMonths(billingPeriod('2026-10'), 1 - months);
    for (let month = 0; month < months; month += 1) {
      const period = addMonths(first, month);
      await makeCharge(billing.db, account, period, '1048.08');
      await pay(account, `${period}-15`, 110_000);
    }
    const { bytes, text } = await paperOf(account, first, '2026-10');
    expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
    expect(text).toContain('Підписи сторін');
    expect(text).not.toContain('аркуш');
  });

  test('of three pages has the sums brought forward on each, and the debt at the end', async () => {
    const account = await makeCustomer();
    for (let month = 0; month < 40; month += 1) {
      const period = addMonths(billingPeriod('2023-07'), month);
      await makeCharge(billing.db, account, period, '100.00');
      await pay(account, `${period}-15`, 9000);
    }
    const { fileName, bytes, text } = await paperOf(account, '2023-07', '2026-10');
    expect(fileName).toBe(`Акт-звірки-${account}-2023-07-2026-10.pdf`);
    expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(3);
    expect(text.match(/Перенесено з попереднього аркуша/g)).toHaveLength(2);
    for (const words of [
      'Акт звірки взаємних розрахунків',
      'за період: липень 2023 – жовтень 2026',
      'Складено 20.11.2026',
      `Особовий рахунок ${account}`,
      'Залишок на 01.07.2023',
      'Нараховано за серпень 2026',
      'Обороти за період',
      '4 000,00',
      '3 600,00',
      'Залишок на 31.10.2026',
      'становить 400,00 грн',
      'Підписи сторін',
      'аркуш 1 з 3',
      'аркуш 3 з 3',
    ])
      expect(text).toContain(words);
    expect((await paperOf(account, '2023-07', '2026-10')).bytes.equals(bytes)).toBe(true);
  });

  test('has its own texts for no entries, an overpayment and a zero balance', async () => {
    const account = await makeCustomer();
    await pay(account, '2026-08-10', 1234);
    const even = await paperOf(await makeCustomer(), '2026-09', '2026-09');
    const over = await paperOf(account, '2026-09', '2026-09');
    expect(over.text).toContain('за вересень 2026');
    expect(over.text).toContain('За цей період нарахувань і сплат не було');
    expect(over.text).toMatch(/переплата споживача .* становить 12,34 грн/s);
    expect(even.text).toContain('взаємної заборгованості немає');
  });

  test('is not drawn when its sums do not add up', async () => {
    const account = await makeCustomer();
    const act = { ...(await actOf(account, '2026-09', '2026-09')), closing: '0.01' };
    const input = { accountNumber: account, from: '2026-09', to: '2026-09', drawnOn: '2026-11-20', act };
    await expect(billing.call(RECONCILIATION_PDF, input)).rejects.toThrow('add up');
  });
});
