import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DUE_LIST } from '#billing/api/balance.ts';
import { REMINDER_FACTS } from '#billing/api/notifications.ts';
import { PAYMENT_CONFIRM, PAYMENT_LAND, PAYMENT_RETURN, PAYMENT_START } from '#billing/api/payments.ts';
import { ACT_INSTALMENTS } from '#billing/api/violation-acts.ts';
import { type BillingClient, createBillingClient, inProcess } from '#billing/client.ts';
import { personBalance } from '#contract/balance.ts';
import { billPdf, getBill, listBills } from '#contract/bills.ts';
import { getCommon } from '#contract/charges.ts';
import { paymentOptions } from '#contract/payments/payments.ts';
import { listActs } from '#contract/violation-acts.ts';
import {
  addMoney,
  formatMoney,
  type Kopiykas,
  kopiykas,
  moneyFromWire,
  moneyToWire,
  smallerMoney,
  subtractMoney,
  sumMoney,
  zeroMoney,
} from '#domain/money.ts';
import { isPayableAmount } from '#domain/payments/payment-orders.ts';
import { parseNbuQr } from '#domain/payments/testing/parse-nbu-qr.ts';
import { standardRules } from '#domain/rules/testing/standard-rules.ts';
import { instantFromIso, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { scanPdf } from '#platform/pdf/testing/scan-pdf.ts';
import { newId } from '#platform/uuid.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';
import { createSampleDatabase } from './testing/sample-database.ts';

let app: TestApp;
let billing: BillingClient;
let token: string;
let entityToken: string;
/** Accounts of persons, sorted by number. */
let accounts: readonly string[];
let entityAccounts: readonly string[];

beforeAll(async () => {
  app = await startTestApp(
    '2026-11-22T10:00:00Z',
    {},
    { database: await createSampleDatabase('2026-11-22') },
  );
  const { clock } = app;
  billing = createBillingClient({ transport: inProcess(app.billing), record: () => undefined, clock });
  const { rows } = await sql<{ account: string; type: 'person' | 'entity' }>`
    select account_number as account, customer_type as type from billing.account join billing.customer using (customer_id)
    order by 1`.execute(app.billingDb);
  const ofType = (type: 'person' | 'entity') =>
    rows.filter((row) => row.type === type).map(({ account }) => account);
  accounts = ofType('person');
  entityAccounts = ofType('entity');
  token = await app.signIn(accounts);
  entityToken = await app.signIn(entityAccounts, 'entity');
});

afterAll(async () => {
  await app.close();
});

/** Sums due by the ledger, computed from the entries without product code. */
interface Expected {
  readonly energy: Kopiykas;
  readonly overpaid: Kopiykas;
  readonly arrears: Kopiykas;
  readonly forActs: Kopiykas;
  readonly lastBill: { readonly period: string; readonly closing: Kopiykas } | undefined;
}

interface BookRow {
  readonly account: string;
  /** Charges less credits by month, newest first. */
  readonly charged: readonly { readonly period: string; readonly sum: string }[];
  readonly balance: string;
  readonly acts: string;
  readonly bills: readonly { readonly period: string; readonly dueOn: string; readonly closing: string }[];
}

const positive = (sum: Kopiykas) => (sum > zeroMoney ? sum : zeroMoney);

/** Money settles the oldest debt first and no sample payment names a month, so a debt belongs to the newest months. */
function arrearsOf(energy: Kopiykas, { charged, bills }: BookRow): Kopiykas {
  const last = bills.at(-1)?.period ?? '';
  const first = bills[0]?.period ?? '';
  const today = kyivDateOf(app.clock.now());
  let left = energy;
  let arrears = zeroMoney;
  for (const { period, sum } of charged) {
    const open = smallerMoney(left, positive(kopiykas(sum)));
    left = subtractMoney(left, open);
    const firstBill = bills.find((bill) => bill.period >= period);
    const isLate = period < first || (firstBill !== undefined && firstBill.dueOn < today);
    if (period < last && isLate) arrears = addMoney(arrears, open);
  }
  return arrears < standardRules.payments.person.least ? zeroMoney : arrears;
}

async function readBooks(of: readonly string[]): Promise<ReadonlyMap<string, Expected>> {
  const { rows } = await sql<BookRow>`
    with entry as (
      select account_number, period, payment_id, act_number, side.sign * amount_kopiykas as sum, side.name
      from billing.ledger_entry
      cross join lateral (values (1, debit_account), (-1, credit_account)) as side (sign, name)
      where account_number = any(${[...of]}::text[])
    ), month as (
      select account_number, period, sum(sum) as balance, sum(sum) filter (where payment_id is null) as charged
      from entry where name = 'receivable' group by 1, 2
    ), money as (
      select account_number, sum(balance)::text as balance,
        jsonb_agg(jsonb_build_object('period', period, 'sum', coalesce(charged, 0)::text) order by period desc) as charged
      from month group by 1
    ), act as (
      select account_number, act_number, sum(sum) as debt from entry
      join billing.violation_act v using (account_number, act_number)
      where name = 'actReceivable' and v.state in ('billed', 'partPaid', 'instalments', 'overdue') group by 1, 2
    ), part as (
      select account_number, act_number, total_kopiykas - debt as paid, day,
        sum(sum) over (partition by account_number, act_number order by day) as through
      from billing.act_schedule join act using (account_number, act_number)
      cross join unnest(due_on, amounts_kopiykas) as part (day, sum)
      where debt > 0
    ), asked as (
      select account_number, act_number, coalesce(max(through) filter (where day <= ${kyivDateOf(app.clock.now())}::date),
        min(through)) - min(paid) as sum
      from part where through > paid group by 1, 2
    ), acts as (
      select account_number, sum(coalesce(asked.sum, greatest(debt, 0)))::text as acts
      from act left join asked using (account_number, act_number) group by 1
    ), bills as (
      select account_number, jsonb_agg(jsonb_build_object('period', period, 'dueOn', due_on,
        'closing', closing_kopiykas::text) order by period) as bills
      from billing.bill group by 1
    )
    select account_number as account, coalesce(balance, '0') as balance, coalesce(charged, '[]') as charged,
      coalesce(acts, '0') as acts, coalesce(bills, '[]') as bills
    from billing.account left join money using (account_number) left join acts using (account_number)
    left join bills using (account_number)
    where account_number = any(${[...of]}::text[])`.execute(app.billingDb);
  return new Map(
    rows.map((row) => {
      const balance = kopiykas(row.balance);
      const last = row.bills.at(-1);
      const expected = {
        energy: positive(balance),
        overpaid: positive(kopiykas(-balance)),
        arrears: arrearsOf(positive(balance), row),
        forActs: kopiykas(row.acts),
        lastBill: last && { period: last.period, closing: kopiykas(last.closing) },
      };
      return [row.account, expected];
    }),
  );
}

/** "0" for zero, by the base specification. */
const wire = (sum: Kopiykas) => (sum === zeroMoney ? '0' : moneyToWire(sum));
/** Sum of a payment code; null: no code. */
const sumOfCode = (url: string | null | undefined) =>
  url ? (parseNbuQr(url)?.amount ?? 'unreadable') : null;
/** The sum that a code must have; whether one is made of a sum outside the limits of a payment is another rule. */
const codeFor = (sum: Kopiykas, found: unknown) =>
  isPayableAmount(sum, standardRules.payments.person) ? sum : found === null ? null : sum;

/** All answers with sums due of an account. */
async function readFigures(account: string, last: Expected['lastBill']) {
  const isEntity = entityAccounts.includes(account);
  const ask = { token: isEntity ? entityToken : token, account };
  const [balance, bills, bill, options, info, acts] = await Promise.all([
    isEntity ? undefined : app.post(personBalance, ask),
    app.post(listBills, ask),
    last && app.post(getBill, { ...ask, period: last.period }),
    app.post(paymentOptions, { ...ask, purpose: 'energy' }),
    isEntity ? undefined : app.post(getCommon, { ...ask, url: '/person/custom_info' }),
    app.post(listActs, ask),
  ]);
  return {
    /** Persons only. */
    balance: balance?.body.balance,
    list: bills.body,
    bill: bill?.body.bill,
    optionsCode: sumOfCode(options.body.qr?.url),
    customInfo: info?.body.data as { debetAct: { sum: string } } | undefined,
    acts: acts.body,
  };
}

async function checkAccount(account: string, expected: Expected): Promise<void> {
  const { balance, list, bill, optionsCode, customInfo, acts } = await readFigures(
    account,
    expected.lastBill,
  );
  const sumOf = (sums: readonly string[]) => sumMoney(sums.map(moneyFromWire));
  const energy = moneyToWire(expected.energy);
  const billed = sumOf(list.bills.map(({ open }) => open));
  const code = sumOfCode(bill?.qr);
  const found = {
    account,
    debet: balance?.debet,
    credit: balance?.credit,
    list: list.due,
    billDue: bill?.due?.sum,
    issued: bill?.toPay,
    arrears: bill?.due?.arrears,
    billCode: code,
    optionsCode,
    actsOfBalance: balance && sumOf(balance.debetAct.items.map(({ sum }) => sum)),
    actsOfBill: bill && sumOf((bill.due?.acts ?? []).map(({ owed }) => owed)),
    actsOfList: moneyFromWire(acts.owed),
    actsOfCard: customInfo && moneyFromWire(customInfo.debetAct.sum),
  };
  const isBilled = expected.lastBill !== undefined;
  expect(found).toEqual({
    account,
    debet: balance && wire(expected.energy),
    credit: balance && wire(expected.overpaid),
    list: energy,
    billDue: isBilled ? energy : undefined,
    issued: expected.lastBill && moneyToWire(positive(expected.lastBill.closing)),
    arrears: isBilled ? moneyToWire(expected.arrears) : undefined,
    billCode: isBilled && expected.energy > zeroMoney ? codeFor(expected.energy, code) : null,
    optionsCode: expected.energy > zeroMoney ? codeFor(expected.energy, optionsCode) : null,
    actsOfBalance: balance && expected.forActs,
    actsOfBill: isBilled ? expected.forActs : undefined,
    actsOfList: expected.forActs,
    actsOfCard: customInfo && expected.forActs,
  });
  // Rows of months add up to the sum due, except what is not billed yet.
  expect(billed <= expected.energy).toBe(true);
  if (expected.lastBill && expected.energy === positive(expected.lastBill.closing)) {
    expect([account, billed]).toEqual([account, expected.energy]);
  }
}

/** Mass notices: reminders, calendars, news of bills. */
async function checkNotices(books: ReadonlyMap<string, Expected>): Promise<void> {
  const context = { reference: newId(), actor: 'test' };
  const accountNumbers = [...books.keys()];
  const [dues, facts] = await Promise.all([
    billing.call(DUE_LIST, { accountNumbers }, context),
    billing.call(REMINDER_FACTS, { accountNumbers }, context),
  ]);
  if (!dues.ok || !facts.ok) throw new Error('refused');
  expect(dues.data.accounts.map(({ accountNumber, energy, acts }) => [accountNumber, energy, acts])).toEqual(
    [...books].map(([account, { energy, forActs }]) => [account, moneyToWire(energy), moneyToWire(forActs)]),
  );
  for (const { accountNumber, owed, toPay } of facts.data.accounts) {
    const { energy, forActs, lastBill } = books.get(accountNumber) ?? {};
    const isOwed = energy !== undefined && energy > zeroMoney && lastBill !== undefined;
    expect([accountNumber, owed?.sum, toPay]).toEqual([
      accountNumber,
      isOwed ? moneyToWire(energy) : undefined,
      moneyToWire(addMoney(energy ?? zeroMoney, forActs ?? zeroMoney)),
    ]);
  }
}

/** Compares all sums of these accounts with the ledger, several accounts at a time. */
async function check(of: readonly string[]): Promise<ReadonlyMap<string, Expected>> {
  const books = new Map([...(await readBooks(of))].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const waiting = [...books];
  const work = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await checkAccount(...next);
  };
  await Promise.all([work(), work(), work(), work(), checkNotices(books)]);
  return books;
}

/** Text of the bill PDF, with issued and due sums. */
async function readPaper(account: string, period: string) {
  const { rawPayload } = await app.app.inject({
    method: 'POST',
    url: billPdf.path,
    payload: { token, account, period },
  });
  return { pdf: rawPayload, text: readPdfText(rawPayload) };
}

const context = () => ({ reference: newId(), actor: 'test' });

/** Pays the given sums for energy or an act, confirmed at once. Returns the reports, for PAYMENT_RETURN. */
async function pay(parts: readonly { account: string; actNumber?: string; sum: Kopiykas }[]) {
  const reports = [];
  for (const { account, actNumber, sum } of parts) {
    const amount = moneyToWire(sum);
    const started = await billing.call(
      PAYMENT_START,
      {
        account: account,
        provider: 'sandbox',
        purpose: actNumber === undefined ? 'energy' : 'violationAct',
        actNumber,
        sum: amount,
        requestId: newId(),
      },
      context(),
    );
    if (!started.ok) throw new Error(`${account}: ${started.code}`);
    const report = {
      provider: 'sandbox',
      orderId: started.data.payment.orderId,
      providerReference: null,
      amount,
      currency: 'UAH',
      evidence: {},
    };
    const confirmed = await billing.call(PAYMENT_CONFIRM, report, context());
    if (!confirmed.ok) throw new Error(`${account}: ${confirmed.code}`);
    reports.push(report);
  }
  return reports;
}

describe('sum due now', () => {
  test('is equal in every answer, code and notice of every account of the sample', async () => {
    const books = [...(await check(accounts)).values()];
    // Checks that the sample has every state.
    const count = (is: (one: Expected) => boolean) => books.filter(is).length;
    expect(count(({ energy }) => energy > zeroMoney)).toBeGreaterThan(20);
    expect(count(({ overpaid }) => overpaid > zeroMoney)).toBeGreaterThan(2);
    expect(count(({ arrears }) => arrears > zeroMoney)).toBeGreaterThan(2);
    expect(count(({ forActs }) => forActs > zeroMoney)).toBeGreaterThan(2);
    expect(
      count(
        ({ energy, lastBill }) => energy > zeroMoney && lastBill !== undefined && energy < lastBill.closing,
      ),
    ).toBeGreaterThan(1);
  }, 120_000);

  test('is equal in every answer and code of every account of an entity after any payment', async () => {
    const books = await check(entityAccounts);
    const debtors = [...books].filter(([, { energy }]) => energy > kopiykas(400));
    expect(books.size).toBeGreaterThan(2);
    expect(debtors.length).toBeGreaterThan(0);
    const half = (energy: Kopiykas) =>
      smallerMoney(kopiykas(energy / 2n), standardRules.payments.person.most);
    const reports = await pay(debtors.map(([account, { energy }]) => ({ account, sum: half(energy) })));
    const inTransit = await check(entityAccounts);
    for (const [account, { energy }] of debtors)
      expect(inTransit.get(account)?.energy).toBe(subtractMoney(energy, half(energy)));
    for (const report of reports) await billing.call(PAYMENT_RETURN, report, context());
    expect(await check(entityAccounts)).toEqual(books);
  }, 120_000);

  test.each([
    ['2390002006', '3 032,64', '552,96', undefined],
    ['2390002024', '2 179,02', '1 089,51', '61,35'],
  ])(
    'of the part-paid bill of %s: %s issued, %s due, %s of it old',
    async (account, issued, due, arrears) => {
      const ask = { token, account };
      const { bill } = (await app.post(getBill, { ...ask, period: '2026-10' })).body;
      const plain = (text: string) => text.replaceAll('\u00a0', ' ');
      const money = (sum: string | undefined) => plain(formatMoney(moneyFromWire(sum ?? '-1.00')));
      expect([bill.toPay, bill.due?.sum, bill.due?.arrears].map(money)).toEqual([
        issued,
        due,
        arrears ?? '0,00',
      ]);
      const { pdf, text } = await readPaper(account, '2026-10');
      expect(plain(text)).toContain(
        `Було виставлено ${issued} грн Строк оплати 20.11.2026 На 22.11.2026 до сплати ${due} грн`,
      );
      expect(plain(text)).toContain(`Сума, грн ${due}`);
      expect(/Борг за минулі місяці: (\S+) грн/.exec(plain(text))?.[1]).toBe(arrears);
      // Reading a code from a PDF takes seconds: once is enough.
      if (arrears === undefined) expect(scanPdf(pdf)).toBe(bill.qr);
    },
  );

  test('an older bill has no sum due', async () => {
    const payload = { token, account: '2390002023', period: '2026-08' };
    const { bill } = (await app.post(getBill, payload)).body;
    expect([bill.due, bill.qr]).toEqual([null, null]);
    expect(moneyFromWire(bill.open) > zeroMoney).toBe(true);
    const { text } = await readPaper(payload.account, payload.period);
    for (const word of ['Скануйте', 'Борг за минулі', 'лишилося']) expect(text).not.toContain(word);
  });

  test('follows a payment in transit, landed, returned, and an overpayment', async () => {
    const books = await readBooks(accounts);
    const debtors = [...books].filter(([, { energy }]) => energy > kopiykas(400)).slice(0, 12);
    const acts = await sql<{ account: string; actNumber: string }>`
      select account_number as account, act_number as "actNumber" from billing.violation_act
      where state in ('billed', 'overdue') and account_number = any(${accounts}) order by 1 limit 2`.execute(
      app.billingDb,
    );
    const touched = [
      ...new Set([...debtors.map(([account]) => account), ...acts.rows.map(({ account }) => account)]),
    ];
    const halves = debtors.map(([account, { energy }]) => ({ account, sum: kopiykas(energy / 2n) }));
    const actParts = acts.rows.map((act) => ({ ...act, sum: kopiykas(10_000) }));

    const reports = await pay([...halves, ...actParts]);
    const inTransit = await check(touched);
    for (const { account, sum } of halves) {
      const before = books.get(account)?.energy ?? zeroMoney;
      expect(inTransit.get(account)?.energy).toBe(subtractMoney(before, sum));
    }
    const confirmedUntil = instantToIso(app.clock.now());
    await billing.call(PAYMENT_LAND, { provider: 'sandbox', confirmedUntil, limit: 1000 }, context());
    await check(touched);

    for (const report of reports) {
      const returned = await billing.call(PAYMENT_RETURN, report, context());
      if (!returned.ok) throw new Error(returned.code);
    }
    expect(await check(touched)).toEqual(
      new Map(touched.toSorted().map((account) => [account, books.get(account)])),
    );

    await pay(debtors.map(([account, { energy }]) => ({ account, sum: addMoney(energy, kopiykas(1_000)) })));
    const overpaid = await check(touched);
    for (const [account] of debtors) {
      expect(overpaid.get(account)).toMatchObject({ energy: 0n, overpaid: 1_000n, arrears: 0n });
    }
  }, 120_000);

  test('of acts with a schedule is what has come of its parts, or the next one, on each day and after each payment', async () => {
    const { rows: acts } = await sql<{ account: string; actNumber: string; revision: number; owed: string }>`
      select v.account_number as account, act_number as "actNumber", revision, sum(case debit_account
        when 'actReceivable' then e.amount_kopiykas else -e.amount_kopiykas end)::text as owed
      from billing.violation_act v join billing.ledger_entry e using (account_number, act_number)
      where v.state in ('billed', 'partPaid', 'overdue') and 'actReceivable' in (debit_account, credit_account)
        and v.account_number = any(${accounts})
      group by v.account_number, v.act_number
      order by 1, 2 limit 3`.execute(app.billingDb);
    expect(acts.length).toBeGreaterThan(1);
    const touched = [...new Set(acts.map(({ account }) => account))];
    const partOf = ({ owed }: { owed: string }) => kopiykas(BigInt(owed) / 4n);
    for (const { account: accountNumber, ...act } of acts) {
      const last = subtractMoney(kopiykas(act.owed), kopiykas(partOf(act) * 2n));
      const planned = await billing.call(
        ACT_INSTALMENTS,
        {
          ...{ accountNumber, actNumber: act.actNumber, revision: act.revision, requestId: newId() },
          ...{ administrator: { id: newId(), name: 'Коваль Олена' }, reason: 'Заява споживача' },
          parts: [
            { dueOn: '2026-11-22', sum: moneyToWire(partOf(act)) },
            { dueOn: '2026-11-23', sum: moneyToWire(partOf(act)) },
            { dueOn: '2026-12-23', sum: moneyToWire(last) },
          ],
        },
        context(),
      );
      if (!planned.ok) throw new Error(planned.code);
    }
    const askedIn = async () => [...(await check(touched)).values()].map(({ forActs }) => forActs);
    const first = await askedIn();
    const [act] = acts;
    if (act === undefined) throw new Error('no act');

    // The code and the form are of the part, and all of the act may be paid.
    const ask = { token, account: act.account, purpose: 'violationAct' as const, actNumber: act.actNumber };
    const { qr } = (await app.post(paymentOptions, ask)).body;
    expect(sumOfCode(qr?.url)).toBe(partOf(act));
    const { balance } = (await app.post(personBalance, { token, account: act.account })).body;
    expect(balance.debetAct.items.find(({ number }) => number === act.actNumber)).toMatchObject({
      ...{ sum: moneyToWire(partOf(act)), unpaid: moneyToWire(kopiykas(act.owed)), due: '2026-11-22' },
    });

    // After midnight in Kyiv the first part is late and the second one has come: both are asked for.
    app.clock.set(instantFromIso('2026-11-22T22:30:00Z'));
    expect(await askedIn()).not.toEqual(first);
    await pay(acts.map((one) => ({ ...one, sum: kopiykas(partOf(one) + 1n) })));
    await check(touched);
    const { balance: paid } = (await app.post(personBalance, { token, account: act.account })).body;
    expect(paid.debetAct.items.find(({ number }) => number === act.actNumber)?.sum).toBe(
      moneyToWire(kopiykas(partOf(act) - 1n)),
    );
    // What has come is paid: the last part is next.
    await pay(acts.map((one) => ({ ...one, sum: kopiykas(partOf(one) - 1n) })));
    await check(touched);
    await pay(
      acts.map((one) => ({ ...one, sum: subtractMoney(kopiykas(one.owed), kopiykas(partOf(one) * 2n)) })),
    );
    await check(touched);
  }, 120_000);
});
