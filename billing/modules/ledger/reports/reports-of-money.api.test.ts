import { beforeAll, describe, expect, test } from 'vitest';
import { BALANCE_GET } from '#billing/api/balance.ts';
import type { ModuleInput } from '#billing/api/define-module.ts';
import { DEBT_UPDATE, REPORT_COUNTS_ADD_UP, REPORT_DEBTORS, REPORT_MONEY } from '#billing/api/reports.ts';
import { listDueNow } from '#billing/modules/ledger/public.ts';
import { makeRandomLedger, seeded } from '#billing/modules/ledger/testing/random-ledger.ts';
import { provideTestBilling } from '#billing/testing/hooks/provide-test-billing.ts';
import { queryOn } from '#billing/testing/hooks/query-on.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeCharge } from '#billing/testing/make-money.ts';
import { overdueFor } from '#domain/ledger/due-now.ts';
import { kopiykas, moneyFromWire, moneyToWire, sumMoney } from '#domain/money.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { kyivDateOf, kyivInstant } from '#domain/time/kyiv.ts';
import { addDays, daysBetween, localDate } from '#domain/time/local-date.ts';

const seed = 20_261_127;
const now = '2026-11-18T10:00:00Z';
const today = localDate('2026-11-18');
let accounts: readonly string[];

interface Entry {
  readonly account: string;
  readonly period: string;
  readonly day: string;
  readonly kind: string;
  readonly debit: string;
  readonly credit: string;
  readonly amount: bigint;
  readonly provider: string | null;
}
let entries: readonly Entry[];

async function readEntries(): Promise<readonly Entry[]> {
  const rows = await query<Omit<Entry, 'day'> & { at: number }>`
    select e.account_number as account, e.period, e.kind, e.debit_account as debit, e.credit_account as credit,
      e.amount_kopiykas as amount, e.posted_at as at, p.provider
    from billing.ledger_entry e left join billing.payment p using (account_number, payment_id)`;
  return rows.map(({ at, ...row }) => ({ ...row, day: kyivDateOf(at as Instant) }));
}

const billing = provideTestBilling({ now, hasSupplier: true });
const query = queryOn(() => billing.db);

beforeAll(async () => {
  const random = seeded(seed);
  accounts = await makeRandomLedger(billing.db, seed, 60, async () => {
    if (random(2) === 0) await billing.ask(DEBT_UPDATE, { accounts: 1 + random(30) });
    else await billing.ask(REPORT_COUNTS_ADD_UP, {});
  });
  entries = await readEntries();
});

const all = { offset: 0, limit: 10_000 };
const debtorsOf = (filter: Partial<ModuleInput<typeof REPORT_DEBTORS>> = {}) =>
  billing.ask(REPORT_DEBTORS, {
    age: null,
    leastSum: null,
    customerType: null,
    place: null,
    sort: { column: 'amount', descending: true },
    ...all,
    ...filter,
  });
const moneyOf = (by: 'period' | 'day' | 'provider' | 'age', from = '2025-01-01', to = '2026-12-31') =>
  billing.ask(REPORT_MONEY, { by, from, to, sort: { column: 'name', descending: false }, ...all });

const sumOf = (rows: readonly { [key: string]: unknown }[], column: string) =>
  moneyToWire(sumMoney(rows.map((row) => moneyFromWire(String(row[column])))));

describe('REPORT_DEBTORS', () => {
  test('lists what every account owes by bills that are overdue, by the rule of what is due now', async () => {
    const due = await listDueNow(billing.db, accounts, today);
    const expected = due
      .map(({ accountNumber, months }) => {
        const overdue = months.flatMap(({ bill, ...month }) =>
          bill !== null && bill.dueOn < today ? [{ ...month, age: daysBetween(bill.dueOn, today) }] : [],
        );
        const within = (least: number, most: number) =>
          moneyToWire(
            sumMoney(overdue.flatMap(({ age, amount }) => (age >= least && age <= most ? [amount] : []))),
          );
        return {
          account: accountNumber,
          amount: moneyToWire(overdueFor({ months }, 1, today)),
          days30: within(1, 30),
          days60: within(31, 60),
          days90: within(61, 90),
          days365: within(91, 365),
          older: within(366, 100_000),
          oldest: overdue[0]?.period,
          days: Math.max(...overdue.map(({ age }) => age)),
        };
      })
      .filter(({ amount }) => amount !== '0.00');
    const { rows, totals, count } = await debtorsOf({ sort: { column: 'account', descending: false } });
    expect(rows.map(({ type: _, place: __, lastPaidAt: ___, ...row }) => row)).toEqual(expected);
    expect(count).toBe(expected.length);
    expect(expected.length).toBeGreaterThan(10);
    for (const [column, total] of Object.entries(totals)) expect(total).toBe(sumOf(rows, column));
    for (const column of ['days30', 'days60', 'days90', 'days365', 'older'] as const)
      expect(Number(totals[column])).toBeGreaterThan(0);
  });

  test('of random days and filters agrees, part after part, with the months that are overdue by then', async () => {
    const random = seeded(7);
    const months = await query<{
      account: string;
      period: string;
      amount: bigint;
      due: string;
      type: string;
    }>`
      select m.account_number as account, m.period, m.amount_kopiykas as amount, m.due_on as due, c.customer_type as type
      from billing.debt_month m join billing.account using (account_number) join billing.customer c using (customer_id)
      where m.due_on is not null`;
    const columns = [
      'account',
      'amount',
      'days',
      'oldest',
      'type',
      'days30',
      'days60',
      'days90',
      'days365',
      'older',
    ] as const;
    const ages = [null, null, '1-30', '31-60', '61-90', '91-365', '366-'] as const;
    try {
      for (let round = 0; round < 30; round += 1) {
        const day = addDays(localDate('2025-07-20'), random(900));
        billing.clock.set(kyivInstant(day, random(24), random(60)));
        const filter = {
          age: ages[random(ages.length)] ?? null,
          leastSum: random(3) === 0 ? `${1 + random(900)}.00` : null,
          customerType: random(3) === 0 ? ('entity' as const) : null,
          place: null,
        };
        const [least, most] = (filter.age ?? '1-').split('-').map((text) => Number(text || 100_000));
        const overdue = months
          .map((month) => ({ ...month, age: daysBetween(localDate(month.due), day) }))
          .filter(({ age }) => age > 0);
        const expected = [...Map.groupBy(overdue, ({ account }) => account).values()]
          .map((list) => {
            const within = (from: number, to: number) =>
              list.reduce((sum, { age, amount }) => (age >= from && age <= to ? sum + amount : sum), 0n);
            return {
              account: list[0]?.account ?? '',
              type: list[0]?.type ?? '',
              amount: within(1, 100_000),
              days30: within(1, 30),
              days60: within(31, 60),
              days90: within(61, 90),
              days365: within(91, 365),
              older: within(366, 100_000),
              oldest: list.map(({ period }) => period).toSorted()[0] ?? '',
              days: Math.max(...list.map(({ age }) => age)),
            };
          })
          .filter(
            ({ amount, days, type }) =>
              days >= (least ?? 1) &&
              days <= (most ?? 100_000) &&
              amount >= moneyFromWire(filter.leastSum ?? '0.00') &&
              (filter.customerType === null || filter.customerType === type),
          );
        const sort = { column: columns[random(columns.length)] ?? 'amount', descending: random(2) === 0 };
        const by = (one: (typeof expected)[number], other: (typeof expected)[number]) => {
          const [left, right] = sort.descending ? [other, one] : [one, other];
          if (left[sort.column] !== right[sort.column])
            return left[sort.column] < right[sort.column] ? -1 : 1;
          return one.account < other.account ? -1 : 1;
        };
        const found = [];
        const limit = 1 + random(25);
        for (let offset = 0; ; offset += limit) {
          const part = await debtorsOf({ ...filter, sort, offset, limit });
          found.push(...part.rows);
          expect(part.count).toBe(expected.length);
          for (const column of ['amount', 'days30', 'days60', 'days90', 'days365', 'older'] as const)
            expect(part.totals[column]).toBe(wire(expected.reduce((sum, row) => sum + row[column], 0n)));
          if (offset + limit >= expected.length) break;
        }
        expect(found.map(({ place: _, lastPaidAt: __, ...row }) => row)).toEqual(
          expected.toSorted(by).map((row) => ({
            ...row,
            amount: wire(row.amount),
            days30: wire(row.days30),
            days60: wire(row.days60),
            days90: wire(row.days90),
            days365: wire(row.days365),
            older: wire(row.older),
          })),
        );
        const byAge = Map.groupBy(overdue, ({ age }) => ageOf(age));
        const money = await moneyOf('age');
        expect(money.rows.map(({ name, overdue: sum, accounts: number }) => ({ name, sum, number }))).toEqual(
          ageNames
            .filter((name) => byAge.has(name))
            .map((name) => ({
              name,
              sum: wire((byAge.get(name) ?? []).reduce((sum, { amount }) => sum + amount, 0n)),
              number: new Set(byAge.get(name)?.map(({ account }) => account)).size,
            })),
        );
      }
    } finally {
      billing.clock.set(instantFromIso(now));
    }
    // Nothing is left of what was settled or derived in between.
    const differing = await query`
      with of_day as (
        select due_on, sum(amount_kopiykas) as amount,
          coalesce(lag(due_on) over (partition by account_number order by due_on), '-infinity') as earlier
        from billing.debt_month where due_on is not null group by account_number, due_on),
      counted as (select due_on, earlier, count(*) as accounts, sum(amount) as amount from of_day group by 1, 2)
      select * from counted full join billing.debt_count kept on kept.due_on = counted.due_on and kept.earlier_due_on = counted.earlier
      where (kept.accounts, kept.amount_kopiykas) is distinct from (counted.accounts, counted.amount)`;
    expect(differing).toEqual([]);
  });

  test('keeps every month of every debt as allocateAccount leaves it', async () => {
    const due = await listDueNow(billing.db, accounts, today);
    const rows = await query<{ month: string }>`
      select concat_ws(' ', account_number, period, amount_kopiykas, due_on) as month from billing.debt_month
      where account_number = any(${[...accounts]}::text[]) order by account_number, period`;
    expect(rows.map(({ month }) => month)).toEqual(
      due.flatMap(({ accountNumber, months }) =>
        months.map(({ period, amount, bill }) =>
          [accountNumber, period, amount, ...(bill ? [bill.dueOn] : [])].join(' '),
        ),
      ),
    );
  });

  test('is filtered, sorted and comes in parts', async () => {
    const { rows } = await debtorsOf();
    const accountsOf = (list: readonly { account: string }[]) => list.map(({ account }) => account);
    for (const age of ['1-30', '31-60', '61-90', '91-365', '366-'] as const) {
      const [least, most = '100000'] = age.split('-').map((text) => text || undefined);
      const found = await debtorsOf({ age });
      expect(accountsOf(found.rows)).toEqual(
        accountsOf(rows.filter(({ days }) => days >= Number(least) && days <= Number(most))),
      );
    }
    expect(accountsOf((await debtorsOf({ leastSum: '500.00' })).rows)).toEqual(
      accountsOf(rows.filter(({ amount }) => Number(amount) >= 500)),
    );
    const entities = await debtorsOf({ customerType: 'entity', place: 'KYI' });
    expect(accountsOf(entities.rows)).toEqual(accountsOf(rows.filter(({ type }) => type === 'entity')));
    expect((await debtorsOf({ place: 'Lviv' })).count).toBe(0);
    const parts = [];
    for (let offset = 0; offset < rows.length; offset += 7)
      parts.push(...(await debtorsOf({ offset, limit: 7 })).rows);
    expect(parts).toEqual(rows);
    const byType = await debtorsOf({ sort: { column: 'type', descending: false } });
    expect(byType.rows.map(({ type }) => type)).toEqual(rows.map(({ type }) => type).toSorted());
  });

  test('says the newest payment that was not returned', async () => {
    const { rows } = await debtorsOf();
    for (const { account, lastPaidAt } of rows) {
      const stored = await query<{ at: number | null }>`
        select max(posted_at) as at from billing.ledger_entry e where account_number = ${account} and kind = 'payment'
          and entry_id not in (select reverses_entry_id from billing.ledger_entry where account_number = ${account}
            and reverses_entry_id is not null)`;
      const at = stored[0]?.at ?? null;
      expect(lastPaidAt).toBe(at === null ? null : new Date(at).toISOString());
    }
  });

  test('a debt is overdue from the day after its last day of payment, and grows older at the midnights of Kyiv', async () => {
    const { accountNumber: account } = await makeAccount(billing.db, { meters: [] });
    await makeCharge(billing.db, account, '2026-01', '-10.00');
    await makeCharge(billing.db, account, '2026-02', '25.00');
    const ageAt = async (instant: string) => {
      billing.clock.set(instantFromIso(instant));
      const { rows } = await debtorsOf();
      const row = rows.find((one) => one.account === account);
      return row && `${row.amount} ${row.days} ${row.days30} ${row.days60} ${row.days365} ${row.older}`;
    };
    try {
      expect(await ageAt('2026-06-20T10:00:00Z')).toBeUndefined();
      // The first bill is of the next month: it asks for the debt of February.
      await query`
        insert into billing.bill (account_number, period, bill_number, issued_on, due_on, opening_kopiykas, charged_kopiykas,
          recalculated_kopiykas, paid_kopiykas, closing_kopiykas, energy_wh, is_estimated)
        values (${account}, '2026-03', '1', '2026-04-01', '2026-04-30', 1500, 0, 0, 0, 1500, 0, false)`;
      expect(await ageAt('2026-04-30T20:59:59Z')).toBeUndefined();
      expect(await ageAt('2026-04-30T21:00:00Z')).toBe('15.00 1 15.00 0.00 0.00 0.00');
      expect(await ageAt('2026-05-30T20:59:59Z')).toBe('15.00 30 15.00 0.00 0.00 0.00');
      expect(await ageAt('2026-05-30T21:00:00Z')).toBe('15.00 31 0.00 15.00 0.00 0.00');
      expect(await ageAt('2027-04-30T20:59:59Z')).toBe('15.00 365 0.00 0.00 15.00 0.00');
      expect(await ageAt('2027-04-30T21:00:00Z')).toBe('15.00 366 0.00 0.00 0.00 15.00');
      await makeCharge(billing.db, account, '2026-04', '-15.00');
      expect(await ageAt('2027-04-30T21:00:00Z')).toBeUndefined();
    } finally {
      billing.clock.set(instantFromIso(now));
    }
  });
});

const ageNames = ['1-30', '31-60', '61-90', '91-365', '366-'] as const;
const ageOf = (days: number) =>
  ageNames.find((name) => days <= Number(name.split('-')[1] || 100_000)) ?? '366-';
const owed = ['receivable', 'actReceivable', 'reactiveReceivable'];
const moneySides = ['inTransit', 'bank', 'operatorBank'];
const signed = (entry: Entry, ledgerAccounts: readonly string[]) =>
  (ledgerAccounts.includes(entry.debit) ? entry.amount : 0n) -
  (ledgerAccounts.includes(entry.credit) ? entry.amount : 0n);
const total = (list: readonly Entry[], ledgerAccounts: readonly string[]) =>
  list.reduce((sum, entry) => sum + signed(entry, ledgerAccounts), 0n);
const wire = (sum: bigint) => moneyToWire(kopiykas(sum));
const isPayment = ({ debit, credit }: Entry) => moneySides.includes(debit) || moneySides.includes(credit);
const isCharge = ({ kind }: Entry) => ['charge', 'recalculation', 'act', 'reactive'].includes(kind);

describe('REPORT_MONEY', () => {
  beforeAll(async () => {
    entries = await readEntries();
  });

  test.each(['period', 'day'] as const)('by %s is the ledger to the kopiyka', async (by) => {
    const keyOf = (entry: Entry) => (by === 'period' ? entry.period : entry.day);
    const check = async () => {
      const { rows, totals } = await moneyOf(by);
      const groups = [...Map.groupBy(entries, keyOf)].toSorted(([one], [other]) => (one < other ? -1 : 1));
      expect(rows).toEqual(
        groups.map(([name, list]) => {
          const until = entries.filter((entry) => keyOf(entry) <= name);
          return {
            name,
            billed: wire(total(list.filter(isCharge), owed)),
            changed: wire(
              total(
                list.filter((one) => !isCharge(one) && !isPayment(one)),
                owed,
              ),
            ),
            paid: wire(-total(list.filter(isPayment), owed)),
            onTheWay: wire(total(until, ['inTransit'])),
            balance: wire(total(until, owed)),
            overdue: null,
            accounts: null,
          };
        }),
      );
      for (const column of ['billed', 'changed', 'paid'] as const)
        expect(totals[column]).toBe(sumOf(rows, column));
      const onTheWay = wire(total(entries, ['inTransit']));
      expect(totals).toMatchObject({ balance: wire(total(entries, owed)), onTheWay });
    };
    await check();
    await billing.ask(REPORT_COUNTS_ADD_UP, {});
    await check();
    const [from, to] = ['2026-03-05', '2026-04-17'];
    const some = await moneyOf(by, from, to);
    const whole = await moneyOf(by);
    const cut = (day: string) => (by === 'period' ? day.slice(0, 7) : day);
    expect(some.rows).toEqual(whole.rows.filter(({ name }) => name >= cut(from) && name <= cut(to)));
  });

  test('adds up to what the balances of the accounts say', async () => {
    const { totals } = await moneyOf('period');
    const numbers = await query<{ number: string }>`
      select account_number as number from billing.account`;
    const balances = [];
    for (const { number } of numbers)
      balances.push(await billing.ask(BALANCE_GET, { accountNumber: number }));
    const acts = entries.filter(({ debit, credit }) => [debit, credit].includes('actReceivable'));
    const energy = sumMoney(balances.map((balance) => moneyFromWire(balance.now)));
    expect(totals.balance).toBe(wire(energy + total(acts, ['actReceivable'])));
    expect(totals.onTheWay).toBe(moneyToWire(sumMoney(balances.map((one) => moneyFromWire(one.inTransit)))));
  });

  test('by provider is what it brought in the days, and what of it is still on its way at their end', async () => {
    const [from, to] = ['2026-02-01', '2026-10-10'];
    const { rows, totals } = await moneyOf('provider', from, to);
    const payments = entries.filter((entry) => isPayment(entry) && entry.day <= to);
    const groups = Map.groupBy(payments, ({ provider }) => provider ?? 'bank');
    expect(rows.map(({ name, paid, onTheWay }) => ({ name, paid, onTheWay }))).toEqual(
      ['bank', 'liqpay', 'portmone'].map((name) => ({
        name,
        paid: wire(
          -total(
            (groups.get(name) ?? []).filter(({ day }) => day >= from),
            owed,
          ),
        ),
        onTheWay: wire(total(groups.get(name) ?? [], ['inTransit'])),
      })),
    );
    expect(totals.paid).toBe(sumOf(rows, 'paid'));
    expect(totals.onTheWay).toBe(wire(total(payments, ['inTransit'])));
  });

  test('by age is the totals of the debtors', async () => {
    const { rows, totals } = await moneyOf('age');
    const debtors = await debtorsOf();
    const { days30, days60, days90, days365, older } = debtors.totals;
    expect(rows.map(({ name, overdue }) => [name, overdue])).toEqual([
      ['1-30', days30],
      ['31-60', days60],
      ['61-90', days90],
      ['91-365', days365],
      ['366-', older],
    ]);
    expect(totals.overdue).toBe(debtors.totals.amount);
  });
});

test('what changed is derived in pieces to the same debts; a report of more changes than it derives itself is refused', async () => {
  await query`
    insert into billing.debt_change (first_account, last_account)
    select min(account_number), max(account_number) from billing.account`;
  const before = await query<{ months: string }>`
    select string_agg(concat_ws(' ', account_number, period, amount_kopiykas, due_on), ',' order by account_number, period) as months
    from billing.debt_month`;
  let pieces = 0;
  for (let isFinished = false; !isFinished; pieces += 1)
    ({ isFinished } = await billing.ask(DEBT_UPDATE, { accounts: 25 }));
  expect(pieces).toBeGreaterThanOrEqual(3);
  const after = await query<{ months: string }>`
    select string_agg(concat_ws(' ', account_number, period, amount_kopiykas, due_on), ',' order by account_number, period) as months
    from billing.debt_month`;
  expect(after).toEqual(before);
  // A report takes at most five times a thousand changes.
  await query`
    insert into billing.debt_change (first_account, last_account)
    select ${accounts[0]}, ${accounts[0]} from generate_series(1, 6000)`;
  const asked = { age: null, leastSum: null, customerType: null, place: null, ...all } as const;
  const sort = { column: 'account', descending: false } as const;
  const answer = await billing.call(REPORT_DEBTORS, { ...asked, sort });
  expect(answer).toMatchObject({ ok: false, code: 'reports.notReady' });
  expect(await billing.call(REPORT_DEBTORS, { ...asked, sort })).toMatchObject({ ok: true });
});
