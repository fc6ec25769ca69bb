import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SUBSCRIBER_BOOK_GET, SUBSCRIBER_BOOK_PDF } from '#billing/api/subscriber-book.ts';
import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { closeMonth } from '#billing/testing/close-month.ts';
import { giveReading } from '#billing/testing/give-reading.ts';
import { type AccountFixture, type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import { insertMeter } from '#billing/testing/make-meter.ts';
import { makeAct } from '#billing/testing/make-money.ts';
import { makeSupplier, setPeriodState } from '#billing/testing/make-supplier.ts';
import { type SubscriberBookData, subscriberBookSchema } from '#contract/values/subscriber-book.ts';
import { kopiykas, moneyFromWire, sumMoney } from '#domain/money.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { type ConnectedDatabase, connectDatabase } from '#platform/database/database.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';

let database: TestDatabase;
let connected: ConnectedDatabase<unknown>;
let db: BillingDatabase;
let run: ReturnType<typeof createBilling>['run'];
const context = { reference: 'test', actor: 'test' };

let twoZones: AccountHandle;
let threeZones: AccountHandle;
let replaced: AccountHandle;
let changing: AccountHandle;
let estimated: AccountHandle;
let moving: AccountHandle;
let ended: AccountHandle;

/** September and October 2026 are closed, November is open. */
beforeAll(async () => {
  database = await createTestDatabase();
  connected = connectDatabase<unknown>({ url: database.url, poolSize: 6 });
  db = connected.db as BillingDatabase;
  ({ run } = createBilling({ db, clock: fixedClock(instantFromIso('2026-11-20T10:00:00Z')) }));
  await makeSupplier(db);
  await makeChangingTariff();

  const closing = (values: Record<string, number>) => [{ period: '2026-08', closing: values }];
  twoZones = await household(
    { meters: [{ zoneScheme: 'two', digitCapacity: 6 }], history: closing({ day: 12_300, night: 4080 }) },
    { '2026-09': { day: 12_345, night: 4100 }, '2026-10': { day: 12_425, night: 4140 } },
  );
  threeZones = await household(
    { meters: [{ zoneScheme: 'three' }], history: closing({ peak: 100, halfPeak: 200, night: 300 }) },
    {
      '2026-09': { peak: 110, halfPeak: 220, night: 330 },
      '2026-10': { peak: 120, halfPeak: 240, night: 360 },
    },
  );
  replaced = await household(
    {
      meters: [{ meterState: 'removed', removedOn: '2026-10-12', removedValues: { single: 1150 } }],
      history: closing({ single: 1000 }),
    },
    { '2026-09': { single: 1100 } },
  );
  const newMeter = await insertMeter(db, {
    ...replaced,
    meter: { installedOn: '2026-10-12', installedValues: { single: 7 }, digitCapacity: 6 },
  });
  replaced = { ...replaced, meters: [...replaced.meters, newMeter] };
  const { meterId } = newMeter;
  const october = { period: '2026-10', effectiveDate: '2026-11-01', values: { single: 77 } };
  await giveReading(db, { accountNumber: replaced.accountNumber, meterId, ...october });
  changing = await household(
    { tariffCode: 'changing', history: closing({ single: 0 }) },
    { '2026-09': { single: 300 }, '2026-10': { single: 310 } },
  );
  estimated = await household(
    {
      history: [
        { period: '2025-09', closing: { single: 1000 } },
        { period: '2026-08', closing: { single: 2000 } },
      ],
    },
    { '2026-10': { single: 2010 } },
  );
  const moved = { '2026-09': { single: 100 }, '2026-10': { single: 150 } };
  moving = await household({ history: closing({ single: 0 }) }, moved);
  await makeAct(db, moving.accountNumber, { actNumber: 'A-1', sum: '900.00', drawnOn: '2026-10-03' });
  await book(moving, '2026-09', 'opening', 'receivable', 'opening', 2000);
  const paid = await book(moving, '2026-10', 'payment', 'inTransit', 'receivable', 30_000);
  await book(moving, '2026-10', 'payment', 'inTransit', 'receivable', 1050);
  await book(moving, '2026-10', 'payment', 'inTransit', 'actReceivable', 90_000);
  await book(moving, '2026-10', 'reversal', 'receivable', 'inTransit', 30_000, paid);
  await book(moving, '2026-10', 'benefit', 'benefit', 'receivable', 5000);
  await book(moving, '2026-11', 'payment', 'inTransit', 'receivable', 777);
  const over = { contractEndedOn: '2026-09-30', history: closing({ single: 0 }) };
  ended = await household(over, { '2026-09': { single: 10 } });
  await closeMonth(database.url, '2026-09');
  await closeMonth(database.url, '2026-10');
  await book(ended, '2026-10', 'payment', 'inTransit', 'receivable', 4320);
});

afterAll(async () => {
  await connected.close();
  await database.close();
});

async function makeChangingTariff(): Promise<void> {
  await sql`insert into billing.tariff (tariff_code, title) values ('changing', 'Changing')`.execute(db);
  for (const [from, to, price] of [
    ['2000-01-01', '2026-09-10', '4.00'],
    ['2026-09-11', null, '5.00'],
  ] as const) {
    const definition = {
      validFrom: from,
      ...(to && { validTo: to }),
      rule: { kind: 'flat', price },
      coefficients: {},
      act: 'test',
    };
    await sql`insert into billing.tariff_version (tariff_code, valid_from, valid_to, definition, act)
      values ('changing', ${from}, ${to}, ${JSON.stringify(definition)}::jsonb, 'test')`.execute(db);
  }
}

/** Creates a customer whose first meter was read at the ends of these months. */
async function household(fixture: AccountFixture, readings: Record<string, Record<string, number>>) {
  const account = await makeAccount(db, fixture);
  for (const [period, values] of Object.entries(readings)) {
    const effectiveDate = period === '2026-09' ? '2026-10-01' : '2026-11-01';
    await giveReading(db, { ...account, period, effectiveDate, values });
  }
  return account;
}

async function book(
  { accountNumber }: AccountHandle,
  period: string,
  kind: string,
  debit: string,
  credit: string,
  sum: number,
  reverses: string | null = null,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into billing.ledger_entry (account_number, period, entry_id, kind, debit_account, credit_account,
      amount_kopiykas, posted_at, reverses_entry_id)
    values (${accountNumber}, ${period}, gen_random_uuid(), ${kind}, ${debit}, ${credit}, ${sum},
      ${`${period}-14T12:00:00Z`}::timestamptz, ${reverses}) returning entry_id as id`.execute(db);
  return rows[0]?.id ?? '';
}

async function bookOf({ accountNumber }: AccountHandle, year: number | null = 2026) {
  const result = await run(SUBSCRIBER_BOOK_GET.name, { accountNumber, year }, context);
  if (!result.ok) throw new Error(result.code);
  return subscriberBookSchema.parse(result.data);
}

async function monthOf(account: AccountHandle, period: string) {
  const month = (await bookOf(account)).rows.find((row) => row.period === period);
  if (month === undefined) throw new Error(`no month ${period}`);
  return month;
}

const readings = (row: SubscriberBookData['rows'][number]) =>
  row.registers.map(
    ({ meterSerial, zone, previousValue, currentValue, kwh }) =>
      `${meterSerial} ${zone} ${previousValue}–${currentValue} ${kwh}`,
  );
const prices = (row: SubscriberBookData['rows'][number]) =>
  row.tariffs.map(
    ({ zone, kwh, price, coefficient, from, to }) =>
      `${zone} ${kwh} × ${price} × ${coefficient} ${from}…${to}`,
  );

describe('SUBSCRIBER_BOOK_GET month', () => {
  test('has two zones in one row, with their readings and prices', async () => {
    const row = await monthOf(twoZones, '2026-10');
    const serial = twoZones.meters[0]?.serialNumber;
    expect(readings(row)).toEqual([`${serial} day 12345–12425 80`, `${serial} night 4100–4140 40`]);
    const october = '2026-10-01…2026-10-31';
    expect(prices(row)).toEqual([`day 80 × 4.32 × 1 ${october}`, `night 40 × 4.32 × 0.5 ${october}`]);
    expect(row).toMatchObject({ kwh: 120, charged: '432.00', isEstimated: false, state: 'closed' });
  });

  test('has three zones as three registers of one row', async () => {
    const row = await monthOf(threeZones, '2026-10');
    expect(row.registers.map(({ zone, kwh }) => `${zone} ${kwh}`)).toEqual([
      'peak 10',
      'halfPeak 20',
      'night 30',
    ]);
    expect(row.tariffs.map(({ coefficient }) => coefficient)).toEqual(['1.5', '1', '0.4']);
    expect(row.charged).toBe('203.04');
  });

  test('has both meters in the month of a replacement', async () => {
    const row = await monthOf(replaced, '2026-10');
    const [old, fresh] = replaced.meters.map(({ serialNumber }) => serialNumber);
    expect(readings(row)).toEqual([`${old} single 1100–1150 50`, `${fresh} single 7–77 70`]);
    expect(row.registers.map(({ digitCapacity }) => digitCapacity)).toEqual([5, 6]);
    expect(row).toMatchObject({ kwh: 120, charged: '518.40' });
    const { head } = await bookOf(replaced);
    expect(head.meters.map(({ serialNumber }) => serialNumber)).toEqual([old, fresh]);
  });

  test('has two prices with their days when the tariff changed within the month', async () => {
    const row = await monthOf(changing, '2026-09');
    expect(prices(row)).toEqual([
      'single 100 × 4.00 × 1 2026-09-01…2026-09-10',
      'single 200 × 5.00 × 1 2026-09-11…2026-09-30',
    ]);
    expect(row.charged).toBe('1400.00');
  });

  test('is marked without a reading, and its excess is credited in the next month', async () => {
    const rows = (await bookOf(estimated)).rows;
    const [september, october] = rows;
    expect(september).toMatchObject({ period: '2026-09', isEstimated: true });
    expect(september?.registers).toMatchObject([{ basis: 'estimated' }]);
    const charged = moneyFromWire(september?.charged ?? '');
    expect(october).toMatchObject({ period: '2026-10', isEstimated: false, kwh: 5, charged: '21.60' });
    // 10 kWh in two months: 5 of them in September, whatever was charged.
    expect(moneyFromWire(october?.recalculated ?? '')).toBe(-(charged - 2160n));
  });
});

describe('SUBSCRIBER_BOOK_GET sums', () => {
  test('separate benefits, payments and a reversed payment, without payments of acts', async () => {
    const row = await monthOf(moving, '2026-10');
    expect(row).toMatchObject({ charged: '216.00', benefit: '-50.00', paid: '10.50', opening: '452.00' });
    expect(row.payments.map(({ sum }) => sum).sort()).toEqual(['-300.00', '10.50', '300.00']);
    expect(row.closing).toBe('607.50');
  });

  test('of the open month have payments but no charge', async () =>
    expect(await monthOf(moving, '2026-11')).toMatchObject({
      state: 'open',
      charged: null,
      kwh: null,
      registers: [],
      opening: '607.50',
      paid: '7.77',
      payments: [{ date: '2026-11-14', provider: '', sum: '7.77' }],
      closing: '599.73',
    }));

  test('start with a loaded balance, which is not a month', async () => {
    const { rows, totals } = await bookOf(moving);
    expect(rows.map(({ period }) => period)).toEqual(['2026-09', '2026-10', '2026-11']);
    const balances = { opening: '20.00', closing: '599.73' };
    const turnover = { charged: '648.00', benefit: '-50.00', recalculated: '0.00', paid: '18.27' };
    expect(totals).toEqual({ kwh: 150, ...balances, ...turnover });
  });

  test('have no open month after the end of the contract, unless something was paid in it', async () => {
    const { rows } = await bookOf(ended);
    expect(
      rows.map(({ period, state, charged, paid, closing }) => [period, state, charged, paid, closing]),
    ).toEqual([
      ['2026-09', 'closed', '43.20', '0.00', '43.20'],
      ['2026-10', 'closed', '0.00', '43.20', '0.00'],
    ]);
  });

  test('of each month add up and open with the previous closing balance', async () => {
    for (const account of [twoZones, threeZones, replaced, changing, estimated, moving, ended]) {
      const { rows, totals } = await bookOf(account);
      let balance = totals.opening;
      for (const row of rows) {
        expect(row.opening).toBe(balance);
        const { opening, charged, recalculated, benefit, paid } = row;
        const terms = [opening, charged ?? '0.00', recalculated, benefit].map(moneyFromWire);
        expect(moneyFromWire(row.closing)).toBe(sumMoney(terms) - moneyFromWire(paid));
        expect(sumMoney(row.payments.map(({ sum }) => moneyFromWire(sum)))).toBe(moneyFromWire(paid));
        balance = row.closing;
      }
      expect(balance).toBe(totals.closing);
      const { rows: ledger } = await sql<{ balance: bigint }>`
        select coalesce(sum(case debit_account when 'receivable' then amount_kopiykas else -amount_kopiykas end), 0)::bigint
          as balance
        from billing.ledger_entry where account_number = ${account.accountNumber}
          and 'receivable' in (debit_account, credit_account)`.execute(db);
      expect(moneyFromWire(balance)).toBe(kopiykas(ledger[0]?.balance ?? 0n));
    }
  });
});

describe('SUBSCRIBER_BOOK_GET year', () => {
  test('defaults to the latest with a closed month; years are listed latest first', async () => {
    const account = await household({ history: [{ period: '2026-08', closing: { single: 0 } }] }, {});
    await setPeriodState(db, '2025-12', 'closed');
    await book(account, '2025-12', 'opening', 'receivable', 'opening', 100);
    await book(account, '2025-12', 'payment', 'inTransit', 'receivable', 100);
    await book(account, '2027-01', 'payment', 'inTransit', 'receivable', 100);
    const latest = await bookOf(account, null);
    expect([latest.year, latest.years]).toEqual([2025, [2027, 2026, 2025]]);
  });

  test('without months is empty', async () => {
    const { rows, totals, years, head } = await bookOf(twoZones, 2019);
    expect(rows).toEqual([]);
    expect(totals).toMatchObject({ kwh: 0, opening: '0.00', closing: '0.00' });
    expect(years).toEqual([2026]);
    expect(head.meters).toHaveLength(1);
    const { accountNumber } = twoZones;
    const pdf = await run(SUBSCRIBER_BOOK_PDF.name, { accountNumber, year: 2019 }, context);
    expect(pdf).toMatchObject({ ok: false, code: 'billing.noCharges' });
  });

  test('refuses an account without charges and an unknown account', async () => {
    const { accountNumber } = await makeAccount(db);
    for (const module of [SUBSCRIBER_BOOK_GET, SUBSCRIBER_BOOK_PDF]) {
      const none = await run(module.name, { accountNumber, year: 2026 }, context);
      expect(none).toMatchObject({ ok: false, code: 'billing.noCharges' });
      const unknown = await run(module.name, { accountNumber: '9999999999', year: 2026 }, context);
      expect(unknown).toMatchObject({ ok: false, code: 'common.notFound' });
    }
  });
});

describe('subscriber book PDF', () => {
  const textOf = async ({ accountNumber }: AccountHandle) => {
    const result = await run(SUBSCRIBER_BOOK_PDF.name, { accountNumber, year: 2026 }, context);
    if (!result.ok) throw new Error(result.code);
    const { content } = SUBSCRIBER_BOOK_PDF.output.parse(result.data);
    return readPdfText(Buffer.from(content, 'base64')).replaceAll('\u00a0', ' ');
  };

  test('has the readings, prices, charge, payments and balance of SUBSCRIBER_BOOK_GET', async () => {
    const text = await textOf(moving);
    expect(text).toContain(`Особовий рахунок ${moving.accountNumber}`);
    expect(text).toContain('Абонентська книжка за 2026 рік');
    const sums = ['216,00', '−50,00 пільга', '7,77 14.11 банк', 'борг 607,50', '648,00'];
    for (const words of ['00100', '00150', ...sums]) expect(text).toContain(words);
  });

  test('has kWh and days of each price of a month', async () => {
    const text = await textOf(changing);
    expect(text).toContain('100 × 4,00');
    expect(text).toContain('(11.09–30.09)');
  });

  test('marks an estimated month', async () =>
    expect((await textOf(estimated)).replaceAll('\n', ' ')).toMatch(
      /за (торішнім|середнім) споживанням|за нормою споживання/,
    ));
});
