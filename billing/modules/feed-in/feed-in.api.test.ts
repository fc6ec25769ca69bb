import { beforeAll, expect, test } from 'vitest';
import { ACCOUNT_GET } from '#billing/api/accounts.ts';
import { FEED_IN_ACT_PDF, FEED_IN_LIST } from '#billing/api/feed-in.ts';
import { provideTestBilling } from '#billing/testing/hooks/provide-test-billing.ts';
import { type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import { makeFeedIn } from '#billing/testing/make-feed-in.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';

const iban = 'UA263052990000026203743290157';
let seller: AccountHandle;
let buyer: AccountHandle;

const billing = provideTestBilling({ hasSupplier: true });

beforeAll(async () => {
  seller = await makeAccount(billing.db);
  buyer = await makeAccount(billing.db);
  const { accountNumber, meterId } = seller;
  for (const month of [
    { period: '2025-12', exportedKwh: 0 },
    { period: '2026-08', exportedKwh: 1000, paidOn: '2026-09-15', iban },
    { period: '2026-09', exportedKwh: 100 },
  ])
    await makeFeedIn(billing.db, { accountNumber, meterId, ...month });
});

test('FEED_IN_LIST returns the newest year by default, and its totals add up', async () => {
  const { accountNumber } = seller;
  const list = await billing.ask(FEED_IN_LIST, { accountNumber, year: null });
  expect(list).toMatchObject({ greenTarif: true, year: 2026, years: [2026, 2025] });
  expect(list.months.map((month) => month.period)).toEqual(['2026-09', '2026-08']);
  expect(list.months[1]).toMatchObject({
    actNumber: 'A-08.2026',
    drawnOn: '2026-09-01',
    openingValue: 1000,
    closingValue: 2000,
    generatedKwh: 1200,
    exportedKwh: 1000,
    consumedKwh: 80,
    price: '6.8245',
    amount: '6824.50',
    incomeTaxPercent: '18',
    incomeTax: '1228.41',
    militaryLevyPercent: '5',
    militaryLevy: '341.23',
    paid: '5254.86',
    paidOn: '2026-09-15',
  });
  expect(list.totals).toEqual({
    generatedKwh: 1500,
    exportedKwh: 1100,
    consumedKwh: 160,
    amount: '7506.95',
    incomeTax: '1351.25',
    militaryLevy: '375.35',
    paid: '5780.35',
    paidOut: '5254.86',
  });
  const before = await billing.ask(FEED_IN_LIST, { accountNumber, year: 2025 });
  expect(before.months).toMatchObject([{ period: '2025-12', exportedKwh: 0, amount: '0.00', paidOn: null }]);
});

test('returns the payout account of the newest act that has one, for any year', async () => {
  const { bank } = await billing.ask(FEED_IN_LIST, { accountNumber: seller.accountNumber, year: 2025 });
  expect(bank?.iban).toBe(iban);
  expect(bank?.recipient).toMatch(/^Test Customer/);
});

test('returns no acts, years or payout account for an account without feed-in', async () => {
  const { accountNumber } = buyer;
  expect(await billing.ask(FEED_IN_LIST, { accountNumber, year: null })).toMatchObject({
    greenTarif: false,
    year: null,
    years: [],
    months: [],
    totals: { amount: '0.00', paid: '0.00' },
    bank: null,
  });
  expect(await billing.ask(FEED_IN_LIST, { accountNumber, year: 2026 })).toMatchObject({ months: [] });
  expect(await billing.call(FEED_IN_LIST, { accountNumber: '9999999999', year: null })).toEqual({
    ok: false,
    code: 'common.notFound',
  });
});

test('ACCOUNT_GET returns the same months', async () => {
  const card = await billing.ask(ACCOUNT_GET, { accountNumber: seller.accountNumber });
  expect(card.feedInHistory).toEqual([
    { period: '2026-09', generatedKwh: 300, consumedKwh: 80, sum: '682.45' },
    { period: '2026-08', generatedKwh: 1200, consumedKwh: 80, sum: '6824.50' },
    { period: '2025-12', generatedKwh: 200, consumedKwh: 80, sum: '0.00' },
  ]);
  expect((await billing.ask(ACCOUNT_GET, { accountNumber: buyer.accountNumber })).feedInHistory).toEqual([]);
});

test('the act PDF has the parties, energy, sums and withheld taxes', async () => {
  const { accountNumber } = seller;
  const act = await billing.ask(FEED_IN_ACT_PDF, { accountNumber, period: '2026-08' });
  expect(act.fileName).toBe(`Акт-зеленого-тарифу-${accountNumber}-2026-08.pdf`);
  const pdf = Buffer.from(act.content, 'base64');
  const text = readPdfText(pdf);
  for (const words of [
    'Акт приймання-передачі електричної енергії за серпень 2026 року № A-08.2026 від 01.09.2026',
    `Особовий рахунок ${accountNumber}`,
    'Вироблено установкою 1 200',
    '01000 02000 1 000',
    'Куплено постачальником 1 000 6,8245 6 824,50',
    'Утримано податок на доходи фізичних осіб, 18 % −1 228,41',
    'Утримано військовий збір, 5 % −341,23',
    'До виплати продавцю 5 254,86',
    'UA26 3052 9900 0002 6203 7432 9015 7',
    'Виплачено 5 254,86 грн 15.09.2026.',
    'Підписи сторін',
  ])
    expect(text.replaceAll('\u00a0', ' ')).toContain(words);
  expect(pdf.toString('latin1')).toMatch(/\/StructTreeRoot/);
});

test('a month without feed-in has an act that says so', async () => {
  const { accountNumber } = seller;
  const act = await billing.ask(FEED_IN_ACT_PDF, { accountNumber, period: '2025-12' });
  const text = readPdfText(Buffer.from(act.content, 'base64'));
  expect(text).toContain('За цей місяць у мережу нічого не віддано');
  expect(text).not.toContain('Виплачено');
});

test('FEED_IN_ACT_PDF refuses a month without an act', async () => {
  for (const { accountNumber } of [seller, buyer])
    expect(await billing.call(FEED_IN_ACT_PDF, { accountNumber, period: '2026-07' })).toEqual({
      ok: false,
      code: 'common.notFound',
    });
});
