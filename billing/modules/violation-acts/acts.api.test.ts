import { describe, expect, test } from 'vitest';
import { BALANCE_GET } from '#billing/api/balance.ts';
import { PAYMENT_CONFIRM, PAYMENT_LAND, PAYMENT_START } from '#billing/api/payments.ts';
import { ACT_LIST, ACT_PDF } from '#billing/api/violation-acts.ts';
import { insertPostings } from '#billing/modules/ledger/public.ts';
import { provideTestBilling } from '#billing/testing/hooks/provide-test-billing.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { type ActFixture, makeAct, makeCharge } from '#billing/testing/make-money.ts';
import type { ActPaper, ActState } from '#contract/values/violation-act.ts';
import { entriesForPayment, reversalOf } from '#domain/ledger/ledger.ts';
import { kopiykas, moneyFromWire } from '#domain/money.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { newId } from '#platform/uuid.ts';
import { settleActs } from './act-store.ts';

const billing = provideTestBilling({ hasSupplier: true });

/** Creates an account with one act and an energy debt of 432.50. */
async function makeViolator(act: Partial<ActFixture> = {}): Promise<string> {
  const { accountNumber } = await makeAccount(billing.db);
  await makeCharge(billing.db, accountNumber, '2026-10', '432.50');
  await makeAct(billing.db, accountNumber, { actNumber: 'A-1', sum: '3000.00', ...act });
  return accountNumber;
}

const listOf = (accountNumber: string) => billing.ask(ACT_LIST, { accountNumber, state: null });

async function actOf(accountNumber: string) {
  const { acts } = await listOf(accountNumber);
  return acts[0];
}

async function begin(accountNumber: string, amount: string) {
  const { payment } = await billing.ask(PAYMENT_START, {
    account: accountNumber,
    provider: 'sandbox',
    purpose: 'violationAct',
    actNumber: 'A-1',
    sum: amount,
    requestId: newId(),
  });
  return payment;
}

async function pay(accountNumber: string, amount: string) {
  const payment = await begin(accountNumber, amount);
  const report = { amount, currency: 'UAH', providerReference: 'S-1', evidence: {} };
  await billing.ask(PAYMENT_CONFIRM, { orderId: payment.orderId, provider: 'sandbox', ...report });
  return payment;
}

async function textOf(accountNumber: string, kind: ActPaper): Promise<string> {
  const { content } = await billing.ask(ACT_PDF, { accountNumber, actNumber: 'A-1', kind });
  return readPdfText(Buffer.from(content, 'base64')).replaceAll('\u00a0', ' ');
}

describe('ACT_LIST by state', () => {
  const all: ActPaper[] = ['act', 'calculation', 'bill'];
  const decided: ActPaper[] = ['act', 'calculation'];
  const states: [ActState, owed: string, paid: string, files: ActPaper[]][] = [
    ['drawn', '0.00', '0.00', ['act']],
    ['served', '0.00', '0.00', ['act']],
    ['hearingSet', '0.00', '0.00', ['act']],
    ['decided', '0.00', '0.00', decided],
    ['cancelled', '0.00', '0.00', ['act']],
    ['billed', '3000.00', '0.00', all],
    ['partPaid', '3000.00', '0.00', all],
    ['instalments', '3000.00', '0.00', all],
    ['overdue', '3000.00', '0.00', all],
    ['disputed', '0.00', '0.00', ['act']],
  ];
  test.each(states)('%s owes %s and has its documents', async (state, owed, paid, files) => {
    const accountNumber = await makeViolator({ state });
    const list = await listOf(accountNumber);
    expect(list.acts).toMatchObject([{ actNumber: 'A-1', state, sum: '3000.00', owed, paid, files }]);
    expect(list).toMatchObject({ count: 1, unpaidCount: owed === '0.00' ? 0 : 1, owed });
    for (const kind of all) {
      const result = await billing.call(ACT_PDF, { accountNumber, actNumber: 'A-1', kind });
      expect(result.ok ? 'ok' : result.code).toBe(files.includes(kind) ? 'ok' : 'common.notFound');
    }
  });

  test('a paid act has its day and owes nothing, also when paid before the history', async () => {
    const facts = { paid_on: '2026-10-30' };
    const accountNumber = await makeViolator({ state: 'paid', isBooked: false, facts });
    const whole = { state: 'paid', paid: '3000.00', owed: '0.00', paidOn: '2026-10-30' };
    expect(await actOf(accountNumber)).toMatchObject({ ...whole, files: all });
    expect(await textOf(accountNumber, 'bill')).toContain('Сплачувати не потрібно');
  });

  test('a disputed act with a protocol has its calculation and owes nothing', async () => {
    const accountNumber = await makeViolator({ state: 'disputed', facts: { protocol_number: '1/P' } });
    expect(await actOf(accountNumber)).toMatchObject({ owed: '0.00', files: ['act', 'calculation'] });
  });

  test('a cancelled act with a debt in the ledger owes nothing', async () => {
    const accountNumber = await makeViolator({ state: 'cancelled', isBooked: true });
    expect(await actOf(accountNumber)).toMatchObject({ owed: '0.00', isOverdue: false });
    expect((await billing.ask(BALANCE_GET, { accountNumber })).unpaidActs).toEqual([]);
  });
});

test.each([
  ['2026-11-19', 'billed', true],
  ['2026-11-20', 'billed', false],
  [undefined, 'overdue', true],
  ['2026-11-19', 'disputed', false],
] as const)('to be paid by %s, an act that is %s is overdue: %s', async (dueOn, state, isOverdue) => {
  const accountNumber = await makeViolator({ state, ...(dueOn === undefined ? {} : { dueOn }) });
  expect(await actOf(accountNumber)).toMatchObject({ dueOn: dueOn ?? null, isOverdue });
});

test('ACT_LIST sorts newest first and filters unpaid acts, with the totals of all', async () => {
  const accountNumber = await makeViolator({ drawnOn: '2026-08-01' });
  await makeAct(billing.db, accountNumber, { actNumber: 'A-2', sum: '10.50', drawnOn: '2026-10-01' });
  const drawn = { actNumber: 'A-3', sum: '0', drawnOn: '2026-11-01', state: 'drawn' } as const;
  await makeAct(billing.db, accountNumber, drawn);
  const list = await listOf(accountNumber);
  expect(list.acts.map((act) => act.actNumber)).toEqual(['A-3', 'A-2', 'A-1']);
  const unpaid = await billing.ask(ACT_LIST, { accountNumber, state: 'unpaid' });
  expect(unpaid.acts.map((act) => act.actNumber)).toEqual(['A-2', 'A-1']);
  for (const answer of [list, unpaid])
    expect(answer).toMatchObject({ count: 3, unpaidCount: 2, owed: '3010.50' });
});

test('ACT_LIST returns [] for an account without acts and refuses an unknown account', async () => {
  const { accountNumber } = await makeAccount(billing.db);
  expect(await listOf(accountNumber)).toEqual({ acts: [], count: 0, unpaidCount: 0, owed: '0.00' });
  expect(await billing.call(ACT_LIST, { accountNumber: '9999999999', state: null })).toEqual({
    ok: false,
    code: 'common.notFound',
  });
});

describe('payment of an act', () => {
  test('a partial payment is in transit, the rest is owed; the energy debt does not change', async () => {
    const accountNumber = await makeViolator();
    await pay(accountNumber, '1000.00');
    const part = { paid: '1000.00', owed: '2000.00', state: 'partPaid', paidOn: null };
    expect(await actOf(accountNumber)).toMatchObject({ ...part, inTransit: '1000.00' });
    expect(await billing.ask(BALANCE_GET, { accountNumber })).toMatchObject({ now: '432.50' });
    const register = { provider: 'sandbox', confirmedUntil: '2026-11-20T10:00:00Z', limit: 1000 };
    await billing.ask(PAYMENT_LAND, register);
    expect(await actOf(accountNumber)).toMatchObject({ ...part, inTransit: '0.00' });
    await pay(accountNumber, '2000.00');
    const whole = { state: 'paid', paid: '3000.00', owed: '0.00', paidOn: '2026-11-20' };
    expect(await actOf(accountNumber)).toMatchObject({ ...whole, inTransit: '2000.00' });
    expect(await billing.ask(BALANCE_GET, { accountNumber })).toMatchObject({ now: '432.50' });
  });

  test('a returned payment is owed again', async () => {
    const accountNumber = await makeViolator();
    const { paymentId } = await pay(accountNumber, '3000.00');
    const [entry] = entriesForPayment({ event: 'confirmed', purpose: 'act', amount: kopiykas(300_000) });
    if (entry === undefined) throw new Error('nothing was booked');
    await insertPostings(billing.db, [
      {
        accountNumber,
        period: billingPeriod('2026-11'),
        entry: reversalOf(entry),
        postedAt: billing.clock.now(),
        paymentId,
        actNumber: 'A-1',
      },
    ]);
    const by = { now: billing.clock.now(), actor: 'test', reference: '1' };
    await settleActs(billing.db, [{ accountNumber, actNumber: 'A-1' }], by);
    const unpaid = { state: 'billed', paid: '0.00', owed: '3000.00', paidOn: null };
    expect(await actOf(accountNumber)).toMatchObject(unpaid);
  });
});

describe('violation act PDF', () => {
  const facts = {
    clause: 'Пошкоджено пломбу лічильника',
    served_on: '2026-09-12',
    hearing_on: '2026-09-30',
    protocol_number: 'A-1/П',
    protocol_on: '2026-09-30',
    period_from: '2026-03-14',
    period_to: '2026-09-09',
    days: 180,
    energy_wh: 694_000n,
    vat_kopiykas: moneyFromWire('500.00'),
  };

  test('the act has the violation, its date and its state', async () => {
    const accountNumber = await makeViolator({ facts });
    const text = await textOf(accountNumber, 'act');
    for (const words of [
      'Акт про порушення № A-1 від 10.09.2026',
      `Особовий рахунок ${accountNumber}`,
      'Пошкоджено пломбу лічильника',
      '12.09.2026',
      '№ A-1/П від 30.09.2026',
      '14.03.2026 – 09.09.2026, днів: 180',
      '694 кВт·год',
      'Стан на 20.11.2026 рахунок виставлено',
      'Документ сформовано 20.11.2026 за даними постачальника',
    ])
      expect(text).toContain(words);
  });

  test('the calculation separates VAT, or has only the total when VAT is not known', async () => {
    const text = await textOf(await makeViolator({ facts }), 'calculation');
    expect(text).toContain('Вартість без ПДВ 2 500,00');
    expect(text).toContain('ПДВ 500,00');
    expect(text).toContain('Разом 3 000,00');
    const plain = await textOf(await makeViolator(), 'calculation');
    expect(plain).toContain('Разом 3 000,00');
    expect(plain).toContain('Порушення не вказано');
    expect(plain).not.toContain('ПДВ');
  });

  test('the bill has the sum still owed, and the act in the payment purpose', async () => {
    const accountNumber = await makeViolator({ facts, dueOn: '2026-12-06' });
    await pay(accountNumber, '1000.00');
    const text = await textOf(accountNumber, 'bill');
    for (const words of [
      'За актом про порушення № A-1 3 000,00',
      'Сплачено −1 000,00',
      'До сплати 2 000,00 грн',
      'Строк оплати за актом: до 06.12.2026',
      'У тому числі ПДВ: 500,00 грн',
      `Оплата за актом про порушення № A-1 від 10.09.2026, о/р ${accountNumber}`,
      'не входить до рахунку за електроенергію',
      'Скануйте застосунком банку',
    ])
      expect(text).toContain(words);
  });

  test('the file name has no characters invalid on a disk', async () => {
    const accountNumber = await makeViolator();
    await makeAct(billing.db, accountNumber, { actNumber: '../46/1 П', sum: '1.00' });
    const input = { accountNumber, actNumber: '../46/1 П', kind: 'act' as const };
    const { fileName, content } = await billing.ask(ACT_PDF, input);
    expect(fileName).toBe(`Акт-про-порушення-${accountNumber}--46-1-П.pdf`);
    expect(Buffer.from(content, 'base64').toString('latin1')).toMatch(/\/StructTreeRoot/);
  });

  test('refuses an act of another account', async () => {
    await makeViolator();
    const { accountNumber } = await makeAccount(billing.db);
    const input = { accountNumber, actNumber: 'A-1', kind: 'act' as const };
    expect(await billing.call(ACT_PDF, input)).toEqual({ ok: false, code: 'common.notFound' });
  });
});
