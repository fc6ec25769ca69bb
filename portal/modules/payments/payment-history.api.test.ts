import { read, utils } from '@e965/xlsx';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { insertPostings } from '#billing/modules/ledger/public.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeCharge } from '#billing/testing/make-money.ts';
import { exportPayments, listPayments } from '#contract/payments/payments.ts';
import { entriesForPayment } from '#domain/ledger/ledger.ts';
import { moneyFromWire } from '#domain/money.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { newId } from '#platform/uuid.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

const app = provideTestApp({ hasSupplier: true });

type Fixture = readonly [startedAt: string, kopiykas: bigint, state: string, actNumber?: string];

/** A signed-in person with payments, newest first. */
async function payer(payments: readonly Fixture[]) {
  const { accountNumber: account } = await makeAccount(app.billingDb);
  if (payments.length > 0) {
    await app.billingDb
      .insertInto('billing.payment')
      .values(
        payments.map(([startedAt, amount, state, actNumber]) => ({
          account_number: account,
          payment_id: newId(),
          order_id: newId(),
          request_id: newId(),
          provider: 'portmone',
          purpose: actNumber === undefined ? 'energy' : 'violationAct',
          act_number: actNumber ?? null,
          amount_kopiykas: amount,
          state,
          started_at: startedAt,
          expected_on: '2026-11-24',
        })),
      )
      .execute();
  }
  const token = await app.signIn([account]);
  return {
    account,
    list: (more: object = {}) => app.post(listPayments, { token, account, ...more }),
    file: async (more: object) => {
      const answer = await app.post(exportPayments, { token, account, ...more });
      return { ...answer, content: answer.body as unknown as Buffer };
    },
  };
}

/** Books the money of a payment of energy. */
async function bookPayment(accountNumber: string, paymentId: string, sum: string): Promise<void> {
  const amount = moneyFromWire(sum);
  const period = billingPeriod('2026-11');
  const postings = entriesForPayment({ event: 'confirmed', purpose: 'energy', amount }).map((entry) => ({
    accountNumber,
    period,
    entry,
    postedAt: app.clock.now(),
    paymentId,
  }));
  await insertPostings(app.billingDb, postings);
}

const three: readonly Fixture[] = [
  ['2026-11-19T22:30:00Z', 43_250n, 'confirmed'],
  ['2026-11-01T08:00:00Z', 461_130n, 'matched', '=461130'],
  ['2026-10-01T08:00:00Z', 10_000n, 'failed'],
];

test('a customer goes through the history part by part, and each part knows the sum of all', async () => {
  const { list } = await payer(three);
  const first = await list({ limit: 2 });
  expect(first.httpStatus).toBe(200);
  expect(first.body.payments.map(({ sum }) => sum)).toEqual(['432.50', '4611.30']);
  expect(first.body.totals).toEqual({ count: 2, sum: '5043.80', listed: 3 });
  const second = await list({ limit: 2, cursor: first.body.next });
  expect(second.body.payments.map(({ state }) => state)).toEqual(['failed']);
  expect(second.body).toMatchObject({ next: null, totals: first.body.totals });
  expect((await list()).body).toMatchObject({ payments: [{}, {}, {}], next: null });
  const wrong = await list({ cursor: Buffer.from('["2026-11-01","x"]').toString('base64url') });
  expect(wrong.body.issues).toMatchObject([{ path: 'cursor', code: 'field.invalid' }]);
});

describe('the history as a file', () => {
  test('a workbook has the rows of the screen, sums as numbers, and the total as a value', async () => {
    const { file, account } = await payer(three);
    const { httpStatus, headers, content } = await file({ format: 'xlsx' });
    expect(httpStatus).toBe(200);
    expect(decodeURIComponent(String(headers['content-disposition']))).toContain(`Оплати-${account}.xlsx`);
    const book = read(content);
    const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {};
    const rows = utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: false, defval: null });
    expect(rows).toEqual([
      ['Дата', 'За що', 'Спосіб', 'Сума, грн', 'Стан', 'Надійде до'],
      ['20.11.2026', 'Електроенергія', 'Portmone', '432.50', 'в дорозі', '24.11.2026'],
      ['01.11.2026', 'Акт про порушення № =461130', 'Portmone', '4,611.30', 'зараховано', null],
      ['01.10.2026', 'Електроенергія', 'Portmone', '100.00', 'не відбулася', null],
      ['Сплачено і в дорозі', null, null, '5,043.80', null, null],
    ]);
    expect(sheet.D5).toMatchObject({ t: 'n', v: 5043.8 });
  });

  test('a CSV opens in Ukrainian Excel, with the same filter as the screen', async () => {
    const { file } = await payer(three);
    const { headers, content } = await file({ format: 'csv', purpose: 'energy', state: 'inTransit' });
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(content.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(parse(content, { bom: true, delimiter: ';' })).toEqual([
      ['Дата', 'За що', 'Спосіб', 'Сума, грн', 'Стан', 'Надійде до'],
      ['20.11.2026', 'Електроенергія', 'Portmone', '432,50', 'в дорозі', '24.11.2026'],
    ]);
  });
});

test('tells on request what each payment settled, the rest ahead, and nothing of what never counted', async () => {
  const { account, list } = await payer([
    ['2026-11-19T22:30:00Z', 50_000n, 'confirmed'],
    ['2026-11-18T08:00:00Z', 20_000n, 'failed'],
  ]);
  await makeCharge(app.billingDb, account, '2026-09', '300.00');
  await makeCharge(app.billingDb, account, '2026-10', '150.00');
  const { body: plain } = await list();
  expect(plain.settled).toBeUndefined();
  const paymentId = plain.payments[0]?.paymentId ?? '';
  await bookPayment(account, paymentId, '500.00');
  const { body } = await list({ withSettled: true });
  const [september, october] = [
    { period: '2026-09', sum: '300.00' },
    { period: '2026-10', sum: '150.00' },
  ];
  expect(body.settled).toEqual([{ paymentId, settles: [september, october], advance: '50.00' }]);
  expect((await list({ withSettled: true, state: 'failed' })).body.settled).toEqual([]);
});
