import { beforeAll, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeAct } from '#billing/testing/make-money.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { actPdf, listActs } from '#contract/violation-acts.ts';
import { parseNbuQr } from '#domain/payments/testing/parse-nbu-qr.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { scanPdf } from '#platform/pdf/testing/scan-pdf.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

let owing: string;
let settled: string;
let honest: string;
let token: string;

const cabinet = provideTestApp();

beforeAll(async () => {
  const db = cabinet.billingDb;
  await makeSupplier(db);
  const numbers = await Promise.all([makeAccount(db), makeAccount(db), makeAccount(db)]);
  [owing = '', settled = '', honest = ''] = numbers.map(({ accountNumber }) => accountNumber);
  const facts = { clause: 'Пошкоджено пломбу', vat_kopiykas: 214016n, energy_wh: 2_972_000n };
  await makeAct(db, owing, { actNumber: '46/1', sum: '12840.96', dueOn: '2026-12-06', facts });
  await makeAct(db, owing, { actNumber: '46/2', sum: '0', state: 'drawn', drawnOn: '2026-11-14' });
  await makeAct(db, settled, { actNumber: '46/3', sum: '10.00', state: 'cancelled' });
  token = await cabinet.signIn([owing, settled, honest]);
});

const list = async (account: string, fields: object = {}) =>
  (await cabinet.post(listActs, { token, account, ...fields })).body;

test('who owes for an act sees it with its sums, and how much is unpaid in all', async () => {
  const body = await list(owing);
  expect(body).toMatchObject({
    status: 'success',
    count: 2,
    unpaidCount: 1,
    owed: '12840.96',
    message: 'У вас є неоплачені акти про порушення на суму 12\u00a0840,96 грн.',
  });
  expect(body.acts).toMatchObject([
    { actNumber: '46/2', state: 'drawn', sum: '0.00', owed: '0.00', files: ['act'], qr: null },
    {
      actNumber: '46/1',
      state: 'billed',
      sum: '12840.96',
      vat: '2140.16',
      owed: '12840.96',
      dueOn: '2026-12-06',
      isOverdue: false,
      clause: 'Пошкоджено пломбу',
      kwh: 2972,
      files: ['act', 'calculation', 'bill'],
    },
  ]);
  const unpaid = await list(owing, { state: 'unpaid' });
  expect(unpaid.acts.map((act) => act.actNumber)).toEqual(['46/1']);
});

test('acts without a debt are counted, and without any act the page says so', async () => {
  expect((await list(settled)).message).toBe('За вашим рахунком складено актів про порушення: 1.');
  expect(await list(honest)).toMatchObject({ acts: [], message: 'Актів про порушення немає.' });
});

test('a paper of an act is kept as PDF; one that it does not have is not found', async () => {
  const payload = { token, account: owing, actNumber: '46/1' };
  const file = { method: 'POST' as const, url: actPdf.path, payload: { ...payload, kind: 'bill' } };
  const response = await cabinet.app.inject(file);
  expect(response.headers['content-type']).toMatch('application/pdf');
  expect(decodeURIComponent(String(response.headers['content-disposition']))).toContain(
    `Рахунок-за-актом-${owing}-46-1.pdf`,
  );
  expect(readPdfText(response.rawPayload).replaceAll('\u00a0', ' ')).toContain('До сплати 12 840,96 грн');
  const shown = (await list(owing)).acts.find((act) => act.actNumber === '46/1');
  expect(scanPdf(response.rawPayload)).toBe(shown?.qr);
  expect(parseNbuQr(shown?.qr ?? '')).toMatchObject({ amount: 1_284_096n, purpose: shown?.paymentPurpose });
  for (const absent of [
    { actNumber: '46/2', kind: 'bill' },
    { actNumber: '46/9', kind: 'act' },
  ])
    expect((await cabinet.post(actPdf, { ...payload, ...absent })).httpStatus).toBe(404);
  expect((await cabinet.post(actPdf, { ...payload, kind: 'photo' })).httpStatus).toBe(400);
});
