import { expect, test } from 'vitest';
import type { ViolationActData } from '#contract/values/violation-act.ts';
import { kopiykas } from '#domain/money.ts';
import { parseNbuQr } from '#domain/payments/testing/parse-nbu-qr.ts';
import { standardRules } from '#domain/rules/testing/standard-rules.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import { scanPdf } from '#platform/pdf/testing/scan-pdf.ts';
import { actQr } from './act-data.ts';
import { createActDocument } from './document/act-document.ts';
import { paymentPurpose } from './document/text.ts';

const bill = {
  recipient: 'ТОВ «Постачальник»',
  iban: 'UA213223130000026007233566001',
  edrpou: '37788553',
  accountNumber: '2390001130',
  purpose: paymentPurpose('2390001130', '461130', '2026-09-07'),
  today: localDate('2026-11-20'),
  limits: standardRules.payments.person,
};

const place = { address: 'м. Тернопіль, вул. Сонячна, 1', bank: 'АТ КБ «ПриватБанк»' };
const supplier = { name: bill.recipient, edrpou: bill.edrpou, iban: bill.iban, ...place };

const act: ViolationActData = {
  actNumber: '461130',
  drawnOn: '2026-09-07',
  state: 'billed',
  sum: '12840.96',
  vat: '2140.16',
  paid: '0.00',
  inTransit: '0.00',
  owed: '12840.96',
  unpaid: '12840.96',
  dueOn: '2026-11-30',
  isOverdue: false,
  clause: 'Втручання в роботу лічильника',
  kwh: 2972,
  periodFrom: '2026-03-01',
  periodTo: '2026-08-31',
  days: 184,
  protocolNumber: '17',
  protocolOn: '2026-10-15',
  servedOn: '2026-09-07',
  hearingOn: '2026-10-15',
  paidOn: null,
  files: ['act', 'calculation', 'bill'],
};

const holder = {
  customerName: 'Коваленко Олена Петрівна',
  address: 'м. Тернопіль, вул. Лесі Українки, 12, кв. 34',
  contractNumber: '2390001130-П',
  contractDate: localDate('2019-01-01'),
  consumerEic: '62X003485000012Y',
};

test('a bank app reads the sum owed and the act from the code of the PDF', async () => {
  const qr = actQr({ ...bill, owed: kopiykas(1_284_096) });
  const { accountNumber, purpose, today } = bill;
  const paper = await createActDocument('bill', { accountNumber, act, holder, supplier, today, purpose, qr });
  const seen = scanPdf(paper);
  expect(seen).toBe(qr);
  expect(parseNbuQr(seen ?? '')).toMatchObject({
    format: '003',
    amount: 1_284_096n,
    reference: '2390001130',
    purpose: 'Оплата за актом про порушення № 461130 від 07.09.2026, о/р 2390001130',
    editable: ['amount'],
    createdAt: kyivInstant(today, 9, 0),
    validUntil: kyivInstant(localDate('2026-12-31'), 23, 59),
  });
});

test('returns null for a sum outside the payment limits', () => {
  const limits = { least: kopiykas(1000), most: kopiykas(2000) };
  const hasCode = (owed: number) => actQr({ ...bill, limits, owed: kopiykas(owed) }) !== null;
  expect([0, 999, 1000, 2000, 2001].map(hasCode)).toEqual([false, false, true, true, false]);
});
