import { expect, test } from 'vitest';
import type { AccountFixture } from '#billing/testing/make-account.ts';
import { readingReceipt } from '#contract/readings.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { inWindow, provideReadingApp } from '#portal/testing/hooks/provide-reading-app.ts';
import { makeReadingCustomer } from '#portal/testing/scenarios/reading-customer.ts';

const app = provideReadingApp();

const twoZones: AccountFixture = {
  meters: [{ zoneScheme: 'two' }],
  history: [{ period: '2026-09', closing: { day: 500, night: 300 } }],
};
const keep = (payload: object) => app.download(readingReceipt, payload);

test('the receipt is kept as PDF: number, moment, registers given one by one, what they count and cost', async () => {
  const { submit, token, accountNumber } = await makeReadingCustomer(app, twoZones);
  const first = await submit({ day: '580' });
  expect(first.body.outcome).toMatchObject({ kind: 'accepted', missingZones: ['night'], totalKwh: 80 });
  app.clock.set((inWindow + 60_000) as Instant);
  const { body } = await submit({ night: '340' });
  app.clock.set(inWindow);
  expect(body.outcome).toMatchObject({ kind: 'accepted', missingZones: [], totalKwh: 40 });
  const { number } = body.receipt;
  const file = await keep({ token, account: accountNumber, receiptNumber: number });
  expect(file.headers['content-type']).toMatch('application/pdf');
  expect(decodeURIComponent(String(file.headers['content-disposition']))).toContain(
    `Квитанція-про-показання-${accountNumber}-${number}.pdf`,
  );
  const pdf = readPdfText(file.rawPayload);
  expect(pdf).toContain(`№ ${number} від 31.10.2026 12:01`);
  expect(pdf).toContain(accountNumber);
  expect(pdf).toContain('жовтень 2026 року');
  expect(pdf.replace(/\s+/g, ' ')).toMatch(
    /День 00500 від 01\.10\.2026 00580 80 Ніч 00300 від 01\.10\.2026 00340 40 Спожито 120/,
  );
  expect(pdf).toContain('432,00 грн');
  expect(pdf).toContain('Прийнято');
});

test('a receipt has the registers of its day alone, the value before with its day, and names the month that it sums up', async () => {
  const { submit, token, accountNumber } = await makeReadingCustomer(app, twoZones);
  app.clock.set(instantFromIso('2026-10-28T10:00:00Z'));
  const early = await app.signIn([accountNumber]);
  await submit({ day: '560', night: '330' }, { token: early });
  app.clock.set(inWindow);
  const { body } = await submit({ day: '580' });
  expect(body.outcome.missingZones).toEqual(['night']);
  expect(body.receipt).toMatchObject({ values: { day: 580 }, totalKwh: 80, sum: '345.60' });
  const payload = { token, account: accountNumber, receiptNumber: body.receipt.number };
  const pdf = readPdfText((await keep(payload)).rawPayload).replace(/\s+/g, ' ');
  expect(pdf).toContain('День 00560 від 28.10.2026 00580 20 Усього за жовтень 2026 року 80');
  expect(pdf).not.toContain('Ніч');
});

test('the receipt of a corrected reading says so, and that of the correction why it was made', async () => {
  const { submit, correct, token, accountNumber } = await makeReadingCustomer(app);
  const first = await submit({ single: '2103' });
  const second = await correct({ single: '2104' }, { reason: 'Помилка в цифрі' });
  const textOf = async (receiptNumber: string) =>
    readPdfText((await keep({ token, account: accountNumber, receiptNumber })).rawPayload);
  expect(await textOf(first.body.receipt.number)).toContain('Замінено виправленим показанням');
  expect(await textOf(second.body.receipt.number)).toContain('Помилка в цифрі');
});

test('a number that is none is refused, and one of somebody else is not found', async () => {
  const mine = await makeReadingCustomer(app);
  const theirs = await makeReadingCustomer(app);
  const { body } = await theirs.submit({ single: '2103' });
  const payload = { token: mine.token, account: mine.accountNumber };
  const status = async (receiptNumber: string) => (await keep({ ...payload, receiptNumber })).statusCode;
  expect(await status('')).toBe(400);
  expect(await status('1; drop')).toBe(400);
  expect(await status(body.receipt.number)).toBe(404);
});

test('the receipt of a reading under review names the day by which an operator decides', async () => {
  const { accountNumber: account, token, submit } = await makeReadingCustomer(app);
  // 100 kWh last year, 3,000 now.
  const { body } = await submit({ single: '5000' });
  expect(body.outcome).toMatchObject({ kind: 'underReview', reviewDueOn: expect.any(String) });
  const answer = await keep({ token, account, receiptNumber: body.receipt.number });
  const [year, month, day] = (body.outcome.reviewDueOn ?? '').split('-');
  expect(readPdfText(answer.rawPayload)).toContain(`На перевірці до ${day}.${month}.${year}`);
});
