import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { closeMonth } from '#billing/testing/close-month.ts';
import { giveReading } from '#billing/testing/give-reading.ts';
import { type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { billPdf, getBill, listBills } from '#contract/bills.ts';
import { parseNbuQr } from '#domain/payments/testing/parse-nbu-qr.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { scanPdf } from '#platform/pdf/testing/scan-pdf.ts';

import { passCacheTime } from '#platform/testing/pass-cache-time.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

let household: AccountHandle;
let overpaid: AccountHandle;
let token: string;

const cabinet = provideTestApp({ now: '2026-11-05T10:00:00Z' });

/** The worked month of the domain facts (9.4): a debt of 0.50 and 432.00 for October. */
beforeAll(async () => {
  const db = cabinet.billingDb;
  await makeSupplier(db);
  household = await makeAccount(db, {
    meters: [{ zoneScheme: 'two', digitCapacity: 6 }],
    history: [
      { period: '2025-10', closing: { day: 100, night: 50 } },
      { period: '2026-09', closing: { day: 12345, night: 4100 } },
    ],
  });
  overpaid = await makeAccount(db, { history: [{ period: '2026-09', closing: { single: 10 } }] });
  for (const [account, sum] of [
    [household, 50],
    [overpaid, 10_000_000],
  ] as const) {
    const isDebt = account === household;
    await sql`insert into billing.ledger_entry (account_number, period, entry_id, kind, debit_account, credit_account,
        amount_kopiykas, posted_at)
      values (${account.accountNumber}, '2026-09', gen_random_uuid(), 'opening', ${isDebt ? 'receivable' : 'opening'},
        ${isDebt ? 'opening' : 'receivable'}, ${sum}, now())`.execute(db);
  }
  const reading = { period: '2026-10', effectiveDate: '2026-11-01', values: { day: 12425, night: 4140 } };
  await giveReading(db, { ...household, ...reading });
  await closeMonth(cabinet.url, '2026-10');
  token = await cabinet.signIn([household.accountNumber, overpaid.accountNumber]);
});

const of = ({ accountNumber: account }: AccountHandle, period = '2026-10') => ({ token, account, period });

describe('the bills of a household', () => {
  test('the list shows the closed month with what is to be paid', async () => {
    const { body } = await cabinet.post(listBills, { token, account: household.accountNumber });
    const number = `${household.accountNumber}-102026`;
    const sums = { kwh: 120, charged: '432.00', toPay: '432.50', open: '432.50', isEstimated: false };
    expect(body.bills).toEqual([
      { period: '2026-10', number, issuedOn: '2026-11-03', dueOn: '2026-11-20', ...sums },
    ]);
  });

  test('the bill explains itself: meters, lines, balance, tax, the year before, the payment code', async () => {
    const { body } = await cabinet.post(getBill, of(household));
    const { bill } = body;
    expect(bill.meters).toMatchObject([
      { zone: 'day', previousValue: 12345, currentValue: 12425, kwh: 80, basis: 'actual' },
      { zone: 'night', previousValue: 4100, currentValue: 4140, kwh: 40, basis: 'actual' },
    ]);
    expect(bill.lines).toMatchObject([
      { zone: 'day', kwh: 80, price: '4.32', coefficient: '1', sum: '345.60', to: '2026-10-31' },
      { zone: 'night', kwh: 40, price: '4.32', coefficient: '0.5', sum: '86.40' },
    ]);
    expect(bill).toMatchObject({ opening: '0.50', paid: '0.00', closing: '432.50', vat: '72.00' });
    const month = { period: '2026-10', kwh: 120, zones: { day: 80, night: 40 }, lastYearKwh: 150 };
    expect(bill.history.at(-1)).toEqual(month);
    expect(bill.customer.account).toBe(household.accountNumber);
    const days = { previousOn: '2026-10-01', currentOn: '2026-11-01', currentSource: 'customer' };
    expect(bill.meters[0]).toMatchObject(days);
    expect(bill.customer).toMatchObject({ category: 'household', zoneScheme: 'two', isHeating: false });
    expect(bill.due).toEqual({ asOf: '2026-11-05', sum: '432.50', arrears: '0.00', acts: [] });
    const { accountNumber } = household;
    expect(parseNbuQr(bill.qr ?? '')).toMatchObject({
      ...{ format: '003', amount: 43_250n, reference: `${accountNumber}-102026`, editable: ['amount'] },
      purpose: `Електроенергія, о/р ${accountNumber}, 10.2026`,
    });
  });

  test('the document is a PDF with the same sum', async () => {
    const response = await cabinet.download(billPdf, of(household));
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toMatch('application/pdf');
    const text = readPdfText(response.rawPayload);
    expect(text).toContain('До сплати 432,50 грн');
    const { body } = await cabinet.post(getBill, of(household));
    expect(scanPdf(response.rawPayload)).toBe(body.bill.qr);
    expect(response.rawPayload.toString('latin1')).toContain(
      `/cabinet/person/bills/2026-10?account=${household.accountNumber}`,
    );
  });

  test('after an overpayment nothing is asked for, and there is no payment code', async () => {
    const { body } = await cabinet.post(getBill, of(overpaid));
    expect(body.bill).toMatchObject({ toPay: '0.00', due: { sum: '0.00' }, qr: null, isEstimated: true });
    expect(body.bill.closing).toMatch(/^-/);
  });
});

describe('what the supplier tells of itself and what is owed apart', () => {
  test('the bill has sources of energy, the night line, where to complain, the offer and acts', async () => {
    const db = cabinet.billingDb;
    await sql`update billing.supplier set emergency_phones = '{0800500104}', complaint_contacts = '{НКРЕКП: nerc.gov.ua}',
      fuel_mix = '[{"name": "атомна", "percent": "100"}]', fuel_mix_year = 2025, co2_grams_per_kwh = 268`.execute(
      db,
    );
    await sql`update billing.tariff set offer = 'Універсальна послуга'`.execute(db);
    await sql`with act as (
        insert into billing.violation_act (account_number, act_number, drawn_on, state, amount_kopiykas)
        values (${household.accountNumber}, 'A-1', '2026-09-07', 'billed', 120000),
          (${household.accountNumber}, 'A-2', '2026-09-08', 'disputed', 500) returning *)
      insert into billing.ledger_entry (account_number, period, entry_id, kind, debit_account, credit_account,
        amount_kopiykas, posted_at, act_number)
      select account_number, '2026-10', gen_random_uuid(), 'act', 'actReceivable', 'actRevenue', amount_kopiykas, now(),
        act_number from act`.execute(db);
    passCacheTime(5000);
    const { bill } = (await cabinet.post(getBill, of(household))).body;
    expect(bill.due?.acts).toEqual([{ actNumber: 'A-1', owed: '1200.00' }]);
    expect(bill).toMatchObject({ closing: '432.50', customer: { offer: 'Універсальна послуга' } });
    expect(bill.supplier).toMatchObject({
      emergencyPhones: ['0800500104'],
      complaintContacts: ['НКРЕКП: nerc.gov.ua'],
      fuelMix: { year: 2025, parts: [{ name: 'атомна', percent: '100' }], co2GramsPerKwh: 268 },
    });
  });
});

describe('no bill', () => {
  test('a month without a bill says that nothing was charged', async () => {
    const body = { code: 'billing.noCharges', message: 'За цей період нарахувань немає.' };
    expect(await cabinet.post(getBill, of(household, '2026-08'))).toMatchObject({ httpStatus: 422, body });
  });

  test('a household of the contact centre sees every bill that was made, and of a month without one its phones', async () => {
    const { accountNumber } = overpaid;
    await sql`update billing.account set billing_condition = 'callCentre' where account_number = ${accountNumber}`.execute(
      cabinet.billingDb,
    );
    const payload = of(overpaid);
    expect((await cabinet.post(getBill, payload)).body.bill?.period).toBe('2026-10');
    expect((await cabinet.post(billPdf, payload)).httpStatus).toBe(200);

    const unmade = await cabinet.post(getBill, { ...payload, period: '2026-11' });
    const message = 'За цим рахунком зверніться до контактного центру: 0800300400.';
    const body = { code: 'billing.invoiceByCallCentre', message };
    expect(unmade).toMatchObject({ httpStatus: 422, body });
    expect((await cabinet.post(billPdf, { ...payload, period: '2026-11' })).httpStatus).toBe(422);
  });
});
