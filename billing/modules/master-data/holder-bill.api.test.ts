import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BALANCE_GET } from '#billing/api/balance.ts';
import { MASTER_DATA_CHANGE } from '#billing/api/master-data.ts';
import { checkLedger, insertPostings } from '#billing/modules/ledger/public.ts';
import { closeMonth, makeClosingBills } from '#billing/testing/close-month.ts';
import { giveReading } from '#billing/testing/give-reading.ts';
import { type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import { type EntityHandle, makeEntity } from '#billing/testing/make-contract.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { startTestBilling, type TestBilling } from '#billing/testing/start-test-billing.ts';
import type { MasterDataChange } from '#contract/values/master-data.ts';
import { kopiykas } from '#domain/money.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';

let billing: TestBilling;

beforeEach(async () => {
  billing = await startTestBilling('2026-11-20T10:00:00Z');
  await makeSupplier(billing.db);
  await sql`insert into billing.period (period, state) values ('2026-09', 'closed'), ('2026-10', 'open')`.execute(
    billing.db,
  );
});
afterEach(() => billing.close());

const newAccount = '2399000001';

/** A household whose meter showed 1000 on 01.10 and 1100 on 01.11. */
async function makeFormer(): Promise<AccountHandle> {
  const former = await makeAccount(billing.db, {
    history: [{ period: '2026-09', closing: { single: 1000 } }],
  });
  const reading = { effectiveDate: '2026-11-01', period: '2026-10', values: { single: 1100 } };
  await giveReading(billing.db, { ...former, ...reading });
  return former;
}

const holder = (
  eicCode: string,
  closingValues: Extract<MasterDataChange, { kind: 'holder' }>['closingValues'],
  customer: object = { surname: 'Франко', name: 'Ольга' },
): MasterDataChange => ({
  kind: 'holder',
  newAccount,
  contractNumber: 'D-new',
  contractDate: '2026-10-10',
  consumerEic: eicCode,
  customerCode: 'NEW',
  customer,
  closingValues,
});

const change = (accountNumber: string, made: MasterDataChange, effectiveOn = '2026-11-16', dryRun = false) =>
  billing.ask(MASTER_DATA_CHANGE, {
    accountNumber,
    source: 'administrator',
    effectiveOn,
    document: 'Заява 7',
    change: made,
    dryRun,
  });
const changeAt = (former: AccountHandle, value: number, day?: string) =>
  change(former.accountNumber, holder(former.eicCode, { [serialOf(former)]: { single: value } }), day);
const serialOf = ({ meters }: AccountHandle) => meters[0]?.serialNumber ?? '';

const makeBills = () => makeClosingBills(billing.url, billing.clock);
async function closeAll(...months: string[]) {
  for (const month of months) await closeMonth(billing.url, month);
  expect(await checkLedger(billing.db)).toEqual([]);
}
const billsOf = async (accountNumber: string) => {
  const { rows } = await sql`
    select period, issued_on as issued, due_on as due, opening_kopiykas::int as opening, charged_kopiykas::int as charged,
      recalculated_kopiykas::int as recalculated, paid_kopiykas::int as paid, closing_kopiykas::int as closing
    from billing.bill where account_number = ${accountNumber} and period > '2026-10' order by period`.execute(
    billing.db,
  );
  return rows;
};
const pay = (accountNumber: string, amount: number) =>
  insertPostings(billing.db, [
    {
      accountNumber,
      period: billingPeriod('2026-11'),
      entry: {
        kind: 'paymentConfirmed',
        debit: 'bank',
        credit: 'receivable',
        amount: kopiykas(BigInt(amount)),
      },
      postedAt: billing.clock.now(),
    },
  ]);
const balanceOf = async (accountNumber: string) => (await billing.ask(BALANCE_GET, { accountNumber })).now;

/** Of the last days: 50 kWh at 4.32, with October unpaid. */
const closingBill = {
  period: '2026-11',
  issued: '2026-11-20',
  due: '2026-12-20',
  opening: 43_200,
  charged: 21_600,
  recalculated: 0,
  paid: 0,
  closing: 64_800,
};

describe('the closing bill of a change of holder', () => {
  test('is made on the day, with its event, and once', async () => {
    const former = await makeFormer();
    await closeAll('2026-10');
    expect(await makeBills()).toBe(0);
    expect((await changeAt(former, 1150)).closing).toMatchObject({ days: { isBilledNow: true } });
    expect(await makeBills()).toBe(1);
    expect(await makeBills()).toBe(0);
    expect(await billsOf(former.accountNumber)).toEqual([closingBill]);
    expect(await billsOf(newAccount)).toEqual([]);
    expect(await balanceOf(former.accountNumber)).toBe('648.00');
    const { rows } = await sql`select payload from billing.outbox_event
      where account_number = ${former.accountNumber} and kind = 'bill.issued' and payload ->> 'period' = '2026-11'`.execute(
      billing.db,
    );
    expect(rows).toMatchObject([{ payload: { toPay: '648.00', dueOn: '2026-12-20' } }]);
    await closeAll('2026-11', '2026-12');
    expect(await billsOf(former.accountNumber)).toEqual([closingBill]);
  });

  test('stays as it is when the rest is paid in the same month', async () => {
    const former = await makeFormer();
    await closeAll('2026-10');
    await pay(former.accountNumber, 10_000);
    await changeAt(former, 1150);
    await makeBills();
    const made = { ...closingBill, paid: 10_000, closing: 54_800 };
    expect(await billsOf(former.accountNumber)).toEqual([made]);
    await pay(former.accountNumber, 54_800);
    expect(await checkLedger(billing.db)).toEqual([]);
    expect(await balanceOf(former.accountNumber)).toBe('0.00');
    await closeAll('2026-11', '2026-12');
    expect(await billsOf(former.accountNumber)).toEqual([made]);
    expect(await balanceOf(former.accountNumber)).toBe('0.00');
  });

  test('is followed by a bill of the next month when the closing value is corrected', async () => {
    const former = await makeFormer();
    await closeAll('2026-10');
    await changeAt(former, 1150);
    await makeBills();
    expect(await changeAt(former, 1140)).toMatchObject({ isRecorded: true, recalculatedFrom: '2026-11' });
    expect(await makeBills()).toBe(0);
    await pay(former.accountNumber, 60_480);
    await closeAll('2026-11', '2026-12');
    expect(await billsOf(former.accountNumber)).toMatchObject([
      closingBill,
      { period: '2026-12', opening: 64_800, recalculated: -4320, paid: 60_480, closing: 0 },
    ]);
  });

  test('waits for the month before to be closed', async () => {
    const former = await makeFormer();
    expect((await changeAt(former, 1150)).closing).toMatchObject({ days: null });
    expect(await makeBills()).toBe(0);
    await closeAll('2026-10');
    expect(await makeBills()).toBe(1);
    expect(await billsOf(former.accountNumber)).toEqual([closingBill]);
  });

  test('of a day in a closed month corrects what that month charged', async () => {
    const former = await makeFormer();
    await closeAll('2026-10');
    expect(await changeAt(former, 1060, '2026-10-16')).toMatchObject({ recalculatedFrom: '2026-10' });
    expect(await makeBills()).toBe(1);
    expect(await billsOf(former.accountNumber)).toMatchObject([
      { period: '2026-11', opening: 43_200, charged: 0, recalculated: -17_280, closing: 25_920 },
    ]);
    await closeAll('2026-11');
  });

  test('is not made of an account that was opened by mistake, nor of a contract that only ended', async () => {
    const former = await makeFormer();
    const ended = await makeAccount(billing.db, {
      history: [{ period: '2026-09', closing: { single: 5 } }],
    });
    await closeAll('2026-10');
    await change(ended.accountNumber, { kind: 'contractEnded' }, '2026-11-15');
    await changeAt(former, 1150);
    const other = {
      ...holder(former.eicCode, { [serialOf(former)]: { single: 1150 } }),
      customerCode: 'THIRD',
    };
    await change(newAccount, { ...other, newAccount: '2399000002' } as MasterDataChange);
    expect(await makeBills()).toBe(1);
    expect(await billsOf(newAccount)).toEqual([]);
    await closeAll('2026-11');
  });
});

describe('the closing invoice of a company', () => {
  const october = billingPeriod('2026-10');
  async function changeCompany(former: EntityHandle) {
    const { rows } = await sql<{ serial: string }>`select serial_number as serial from billing.meter
      where account_number = ${former.accountNumber}`.execute(billing.db);
    const values = Object.fromEntries(rows.map(({ serial }) => [serial, { single: 2500 }]));
    const customer = { companyName: 'ТОВ «Новий»', taxCode: '44702151' };
    return change(former.accountNumber, holder(former.points[0]?.eicCode ?? '', values, customer));
  }
  const invoicesOf = async (accountNumber: string) => {
    const { rows } =
      await sql`select i.period, i.quantity::int as kwh, i.gross_kopiykas::int as gross, b.issued_on as issued
      from billing.invoice i join billing.bill b using (account_number, period)
      where account_number = ${accountNumber} and period > '2026-10'`.execute(billing.db);
    return rows;
  };

  test('is made on the day at a fixed price', async () => {
    const contract = { priceKind: 'fixedNet', fixedPrice: '10', isWithoutNetworks: true } as const;
    const points = [{ before: 1000, after: 2000 }];
    const former = await makeEntity(billing.db, { period: october, contract, points });
    await closeAll('2026-10');
    expect((await changeCompany(former)).closing).toMatchObject({ days: { isBilledNow: true } });
    expect(await makeBills()).toBe(1);
    const made = [{ period: '2026-11', kwh: 500, gross: 600_000, issued: '2026-11-20' }];
    expect(await invoicesOf(former.accountNumber)).toEqual(made);
    await closeAll('2026-11');
    expect(await invoicesOf(former.accountNumber)).toEqual(made);
  });

  test('waits for the price of the day-ahead market of its month', async () => {
    const contract = { priceKind: 'spot', isWithoutNetworks: true } as const;
    const points = [{ before: 1000, after: 2000 }];
    const former = await makeEntity(billing.db, { period: october, contract, points });
    const setPrice = (day: string) =>
      sql`
      insert into billing.price_component (kind, subject, voltage_class, valid_from, price_micro, source)
      values ('dayAhead', '', 0, ${day}::date, 6000000, 'test'), ('margin', 'TEST', 0, ${day}::date, 100000, 'test')`.execute(
        billing.db,
      );
    await setPrice('2026-10-01');
    await closeAll('2026-10');
    expect((await changeCompany(former)).closing).toMatchObject({ days: { isBilledNow: false } });
    expect(await makeBills()).toBe(0);
    await setPrice('2026-11-01');
    expect(await makeBills()).toBe(1);
    expect(await invoicesOf(former.accountNumber)).toMatchObject([{ period: '2026-11', kwh: 500 }]);
    await closeAll('2026-11');
  });
});
