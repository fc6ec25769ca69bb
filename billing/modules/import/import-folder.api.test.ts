import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNT_GET } from '#billing/api/accounts.ts';
import { BENEFIT_ADD } from '#billing/api/charges.ts';
import type { Module, ModuleInput, ModuleOutput } from '#billing/api/define-module.ts';
import { RESPONSIBLE_CHANGE } from '#billing/api/master-data.ts';
import { createBilling } from '#billing/billing.ts';
import { newId } from '#platform/uuid.ts';
import { type ImportProgress, readSignIns } from './public.ts';
import { feedInFiles } from './testing/feed-in-files.ts';
import { type ImportFixture, openImportFixture } from './testing/import-fixture.ts';
import { mergeFolders } from './testing/merge-folders.ts';
import { supplierFiles } from './testing/supplier-files.ts';

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await openImportFixture('2026-11-20');
});
afterAll(() => fixture.end());

const readings = (first: string, second: string) =>
  'account_number,serial_number,zone,effective_date,value\n' +
  `2390001111,21040017,single,2026-10-01,${first}\n2390001111,21040017,single,2026-11-01,${second}\n`;
const payments = (lines: string) => `${supplierFiles['payments.csv'].split('\n')[0]}\n${lines}`;
const acts = (lines: string) =>
  'account_number,act_number,drawn_on,state,amount,energy_kwh,due_on,protocol_number,clause,served_on,' +
  `hearing_on,protocol_on,period_from,period_to,days,vat,paid_on\n${lines}`;

/** Each is the household of the smallest folder, without the columns that may be left out of premises and readings. */
const households = {
  usual: {},
  benefited: {
    'benefits.csv':
      'account_number,period,kind,amount,title\n2390001111,2026-10,subsidy,120.00,Housing subsidy\n',
  },
  granted: {},
  paying: {
    'payments.csv': payments(
      'P-1,2390001111,2026-10-20,2026-10-21,100.00,energy,,liqpay\nP-2,2390001111,2026-11-20,,246.10,,,\n',
    ),
  },
  fined: {
    'violation-acts.csv': acts(
      '2390001111,46-1,2026-10-05,billed,4320.00,1000,2026-12-06,1/P,"Seal, broken",2026-10-06,2026-10-20,2026-10-20,' +
        '2026-04-08,2026-10-04,180,720.00,\n' +
        '2390001111,46-2,2026-10-06,paid,432.00,100,,2/P,,,,,,,,,\n2390001111,46-3,2026-10-07,drawn,0,,,,,,,,,,,,\n' +
        '2390001111,46-4,2026-08-07,overdue,10.00,,,,,,,,,,,,\n',
    ),
    'payments.csv': payments('P-1,2390001111,2026-11-02,2026-11-03,432.00,violationAct,46-2,bank\n'),
  },
  selling: feedInFiles,
  throughZero: { 'readings.csv': readings('99998', '00123') },
  answered: {
    'responsibles.csv':
      'account_number,name,phone,role,responsible_until\n' +
      '2390001111,Шевчук Ольга,+380671112233,Довірена особа,2026-11-20\n2390001111,Бойко Іван,,,\n',
  },
};
const merged = mergeFolders(
  Object.values(households).map((files) => ({
    ...supplierFiles,
    'premises.csv': 'account_number,settlement\n2390001111,Town\n',
    'readings.csv': readings('12345', '12425'),
    ...files,
  })),
).files;
const accountOf = (name: keyof typeof households) =>
  String(2_390_101_111 + Object.keys(households).indexOf(name));

/** The first folder. */
const folder = {
  ...merged,
  // An entity whose tax code lacks its zeros, and a name in quotes.
  'customers.csv': `${merged['customers.csv']?.replace('Surname,Name', '"Sur""na,me",First Second')}E1,entity,,,,Завод,131819,,\n`,
  'notes.csv': 'x;y\n',
};
type File = keyof typeof folder | keyof typeof supplierFiles | 'benefits.csv' | 'feed-in.csv';
const fileOf = (name: File) => (folder as Record<string, string>)[name] ?? '';

/** Asks about one household: `$1` is its account. */
const askOf = (name: keyof typeof households, text: string) => fixture.ask<object>(text, [accountOf(name)]);

/**
 * Every row of every table of billing but the record of imports, as one digest per table; not what reports count, whose rows
 * depend on the pieces in which it came.
 */
async function digests(): Promise<{ name: string; count: number; digest: string }[]> {
  const tables = await fixture.ask<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'billing' and tablename not like 'kysely%'
      and tablename not in ('import_run', 'debt_change', 'reading_count', 'ledger_count', 'consumption_count',
        'account_count', 'account_reading_change', 'account_reading_count')`,
  );
  const counts = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*)::int as count, md5(string_agg(t::text, '|' order by t::text)) as digest
      from billing."${name}" t`,
  );
  return fixture.ask(`${counts.join(' union all ')} order by name`);
}

async function call<M extends Module>(module: M, input: ModuleInput<M>): Promise<ModuleOutput<M>> {
  const billing = createBilling({ db: fixture.db, clock: fixture.clock });
  const result = await billing.run(module.name, input, { reference: newId(), actor: 'test' });
  if (!result.ok) throw new Error(result.code);
  return result.data as ModuleOutput<M>;
}

const bill = `select opening_kopiykas as opening, charged_kopiykas as charged, paid_kopiykas as paid,
  closing_kopiykas as closing, issued_on as "issuedOn", is_estimated as "isEstimated" from billing.bill
  where account_number = $1`;

describe('the first import of a folder', () => {
  const seen: ImportProgress[] = [];

  test('charges the month that is over, reports its progress to the end and names a file it does not know', async () => {
    const count = Object.keys(households).length;
    expect(await fixture.load(folder, (progress) => seen.push(progress))).toMatchObject({
      kind: 'loaded',
      added: { account: count, meter: count, reading: 2 * count, feed_in_month: 2, account_responsible: 2 },
      closedPeriods: ['2026-10'],
      ignoredFiles: ['notes.csv'],
    });
    expect(await askOf('usual', bill)).toEqual([
      {
        opening: 50n,
        charged: 34560n,
        paid: 0n,
        closing: 34610n,
        issuedOn: '2026-11-01',
        isEstimated: false,
      },
    ]);
    expect(seen).toContainEqual({ step: 'loading', table: 'reading', done: 1, total: 1 });
    expect(seen).toContainEqual({ step: 'closing', period: '2026-10', done: count, total: count });
    const size = Buffer.byteLength(fileOf('readings.csv'));
    expect(seen).toContainEqual({ step: 'reading', file: 'readings.csv', done: size, total: size });
  });

  test('takes columns that are left out for usual values, quotes, a tax code without its zeros, a dial through zero', async () => {
    expect(
      await askOf(
        'usual',
        `select surname, name, settlement, heating, resident_count as residents,
          (select array_agg(distinct source) from billing.reading r where r.account_number = a.account_number) as sources
          from billing.account a join billing.customer using (customer_id)
          join billing.premises using (account_number) where account_number = $1`,
      ),
    ).toEqual([
      {
        ...{ surname: 'Sur’na,me', name: 'First Second', sources: ['import'] },
        ...{ settlement: 'Town', heating: 'none', residents: 1 },
      },
    ]);
    expect(
      await fixture.ask(`select tax_code as code from billing.customer where customer_type = 'entity'`),
    ).toEqual([{ code: '00131819' }]);
    expect(
      await askOf(
        'throughZero',
        'select energy_wh as energy from billing.consumption where account_number = $1',
      ),
    ).toEqual([{ energy: 125_000n }]);
  });

  test('a benefit and a payment of the month are on its bill; money the bank has not shown yet is on its way', async () => {
    expect(await askOf('benefited', bill)).toMatchObject([{ charged: 34560n, paid: 0n, closing: 22610n }]);
    expect(await askOf('paying', bill)).toMatchObject([{ paid: 10000n, closing: 24610n }]);
    expect(
      await askOf(
        'paying',
        `select state, provider, expected_on as expected from billing.payment where account_number = $1 order by 3`,
      ),
    ).toEqual([
      { state: 'matched', provider: 'liqpay', expected: '2026-10-21' },
      { state: 'confirmed', provider: 'bank', expected: '2026-11-23' },
    ]);
    const balances = await askOf(
      'paying',
      `select name, sum(sum)::bigint as balance from (
          select account_number, debit_account as name, amount_kopiykas as sum from billing.ledger_entry
          union all select account_number, credit_account, -amount_kopiykas from billing.ledger_entry) as sides
        where account_number = $1 group by name order by name`,
    );
    expect(balances).toEqual([
      { name: 'bank', balance: 10000n },
      { name: 'inTransit', balance: 24610n },
      { name: 'opening', balance: -50n },
      { name: 'receivable', balance: 0n },
      { name: 'revenue', balance: -34560n },
    ]);
  });

  test('acts that are billed are owed, apart from energy, a paid one is not; each says what its columns do', async () => {
    expect(
      await askOf(
        'fined',
        `select act_number as act, period, kind, debit_account as debit, amount_kopiykas as sum
          from billing.ledger_entry where account_number = $1
            and 'actReceivable' in (debit_account, credit_account) order by 1, 3`,
      ),
    ).toEqual([
      { act: '46-1', period: '2026-10', kind: 'act', debit: 'actReceivable', sum: 432000n },
      { act: '46-2', period: '2026-10', kind: 'act', debit: 'actReceivable', sum: 43200n },
      { act: '46-2', period: '2026-11', kind: 'payment', debit: 'inTransit', sum: 43200n },
      { act: '46-4', period: '2026-10', kind: 'act', debit: 'actReceivable', sum: 1000n },
    ]);
    expect(await askOf('fined', bill)).toMatchObject([{ paid: 0n, closing: 34610n }]);
    expect(
      await askOf(
        'fined',
        `select clause, served_on as served, hearing_on as hearing, protocol_on as protocol, period_from as "from",
          period_to as "to", days, vat_kopiykas as vat, paid_on as paid
        from billing.violation_act where account_number = $1 and act_number in ('46-1', '46-3') order by act_number`,
      ),
    ).toEqual([
      {
        ...{ clause: 'Seal, broken', served: '2026-10-06', hearing: '2026-10-20', protocol: '2026-10-20' },
        ...{ from: '2026-04-08', to: '2026-10-04', days: 180, vat: 72000n, paid: null },
      },
      {
        ...{ clause: '', served: null, hearing: null, protocol: null },
        ...{ from: null, to: null, days: null, vat: 0n, paid: null },
      },
    ]);
  });
});

describe('the folder once more', () => {
  const grant = { period: '2026-11', kind: 'subsidy', title: 'Житлова', sum: '120.00' } as const;
  const feedIn = `select period, act_number as "actNumber", generated_wh as generated, exported_wh as exported,
    price_micro as price, amount_kopiykas as amount, income_tax_permille as rate, income_tax_kopiykas as tax,
    military_levy_kopiykas as levy, paid_kopiykas as paid, paid_on as "paidOn", iban from billing.feed_in_month
    where account_number = $1 order by 1`;
  const responsibles = (lines: string) => ({
    'responsibles.csv': `account_number,name,phone,role,responsible_until\n${lines.replaceAll('A,', `${accountOf('answered')},`)}`,
  });
  const answering = async () =>
    (await call(ACCOUNT_GET, { accountNumber: accountOf('answered') })).responsibles;
  const benefits = (line: string) => ({ 'benefits.csv': `${fileOf('benefits.csv')}${line}\n` });
  /** What a later export says besides. */
  const later = {
    ...folder,
    // A household's benefit of the closed month, and that which staff have entered.
    ...benefits(
      `${accountOf('benefited')},2026-10,benefit,30.00,\n${accountOf('granted')},2026-11,subsidy,120.00,Housing subsidy`,
    ),
    'payments.csv': `${fileOf('payments.csv')}P-9,${accountOf('usual')},2026-10-30,2026-10-31,10.00,energy,,bank\n`,
    'feed-in.csv': fileOf('feed-in.csv').replace('5.25,,', '5.25,2026-11-15,'),
    ...responsibles('A,Шевчук Ольга,+380501112244,Довірена особа,2026-11-19\nA,Бойко Іван,,Електрик,\n'),
  };

  beforeAll(async () => {
    const asked = { accountNumber: accountOf('granted'), ...grant, reason: 'Лист № 12', requestId: newId() };
    await call(BENEFIT_ADD, { ...asked, administrator: { id: 'A', name: 'Олена', roles: ['billing'] } });
  });

  test('changes nothing as a spreadsheet saves it: other order and line ends, signs that nobody sees, look-alike letters', async () => {
    const before = await digests();
    const usual = accountOf('usual');
    const copied = {
      ...folder,
      'customers.csv': fileOf('customers.csv')
        .replace('a@b.example', '\u200b\u0430@b.example')
        .replace('+380671000001', '\u202a00380671000001\u202c')
        .replace('3390945670', '\u00a03390945670\u200e')
        .replace('"Sur', '"\ufeffSur\u00ad'),
      'premises.csv': fileOf('premises.csv').replace(usual, `${usual.replace('101', ' 101 ')}\u200b`),
      'accounts.csv': fileOf('accounts.csv')
        .replace('CODE1111', '\u0421ODE1111\u200b')
        .replace('62X003485000012Y', '\u200b62\u0425003485000012Y'),
      'readings.csv': fileOf('readings.csv')
        .replace('12345', '012345')
        .replace('12425', '\u202a12425\u202c')
        .replaceAll(/^.*$/gm, (line) => line.split(',').reverse().join(',')),
      'payments.csv': fileOf('payments.csv').replace('432.00', '\u200b\uff1432.00'),
    };
    const saved = Object.entries(copied).map(([name, content]) => {
      const lines = content.replaceAll('\n', '\r\n').replace('First Second', '"First\r\nSecond"');
      return [name, `\ufeff${lines}\r\n`];
    });
    const added = { supplier: 0, account: 0, meter: 0, reading: 0, payment: 0, feed_in_month: 0, benefit: 0 };
    expect(await fixture.load(Object.fromEntries(saved))).toMatchObject({
      ...{ kind: 'loaded', added, closedPeriods: [] },
    });
    expect(await digests()).toEqual(before);
  });

  test('finishes an import that was cut off before its months were closed', async () => {
    const finished = await digests();
    await fixture.ask(`alter table billing.ledger_entry disable trigger user;
      delete from billing.ledger_entry where kind in ('charge', 'benefit'); delete from billing.charge_line; delete from billing.bill;
      delete from billing.consumption; alter table billing.ledger_entry enable trigger user;
      update billing.period set state = 'open', closed_through = null, closed_at = null where period = '2026-10'`);
    expect(await fixture.load(folder)).toMatchObject({ kind: 'loaded', closedPeriods: ['2026-10'] });
    const counts = (list: Awaited<ReturnType<typeof digests>>) =>
      list.map(({ name, count }) => [name, count]);
    expect(counts(await digests())).toEqual(counts(finished));
    expect(await askOf('usual', bill)).toMatchObject([{ closing: 34610n, issuedOn: '2026-11-01' }]);
  });

  test('books in the first open month what comes later for a closed one, and takes what was paid out since', async () => {
    const loaded = await askOf('selling', feedIn);
    expect(loaded).toEqual([
      {
        ...{ period: '2026-09', actNumber: '9', generated: 400_000n, exported: 100_000n, price: 6_824_500n },
        ...{ amount: 68_245n, rate: 180, tax: 12_284n, levy: 3412n, paid: 52_549n },
        ...{ paidOn: '2026-10-15', iban: null },
      },
      expect.objectContaining({ period: '2026-10', paidOn: null, iban: 'UA263052990000026203743290157' }),
    ]);
    expect(await answering()).toEqual([
      { name: 'Бойко Іван', phone: '', role: '' },
      { name: 'Шевчук Ольга', phone: '+380671112233', role: 'Довірена особа' },
    ]);
    const added = { payment: 1, feed_in_month: 1, benefit: 1 };
    expect(await fixture.load(later)).toMatchObject({ kind: 'loaded', added });
    expect(await askOf('selling', feedIn)).toEqual([loaded[0], { ...loaded[1], paidOn: '2026-11-15' }]);
    expect(
      await fixture.ask(`select period, kind from billing.ledger_entry
        where payment_id in (select payment_id from billing.payment where order_id = 'P-9') order by kind`),
    ).toEqual([
      { period: '2026-11', kind: 'landing' },
      { period: '2026-11', kind: 'payment' },
    ]);
    expect(await askOf('usual', bill)).toMatchObject([{ paid: 0n, closing: 34610n }]);
    expect(
      await askOf(
        'benefited',
        `select posting_period as posted, (select string_agg(concat_ws(' ', e.period, e.debit_account, e.amount_kopiykas), ';')
            from billing.ledger_entry e where e.account_number = b.account_number and e.kind = 'benefit') as entries
          from billing.benefit b where kind = 'benefit' and account_number = $1`,
      ),
    ).toEqual([{ posted: '2026-11', entries: '2026-10 benefit 12000' }]);
    // The day before was the last of one.
    expect(await answering()).toEqual([{ name: 'Бойко Іван', phone: '', role: 'Електрик' }]);
  });

  test('is refused for another amount of a benefit that staff entered, and neither doubles nor takes it away', async () => {
    const wrong = {
      ...later,
      ...benefits(`${accountOf('granted')},2026-11,subsidy,130.00,Housing subsidy`),
      ...responsibles('2390009999,Бойко Іван,,,\nA,Б,,,\nA,Б,,,\n'),
    };
    expect(await fixture.load(wrong)).toEqual([
      'responsibles.csv:2 account_number reference.unknown 2390009999',
      'responsibles.csv:4 name key.repeated Б',
      'benefits.csv:3 amount row.differs 13000',
    ]);
    expect(
      await askOf(
        'granted',
        'select source, period, kind, title, amount_kopiykas as sum from billing.benefit where account_number = $1',
      ),
    ).toEqual([{ source: 'staff', period: '2026-11', kind: 'subsidy', title: 'Житлова', sum: 12000n }]);
  });

  test('people who answer for an object change with a file that has news of them, and stay when it has none', async () => {
    const accountNumber = accountOf('answered');
    const byStaff = { phone: '+380501112255', role: 'Енергетик', until: null, reason: 'Заява' };
    for (const [name, known] of [
      ['Бойко Іван', { phone: '', role: 'Електрик', until: null }],
      ['Гай Яна', null],
    ] as const)
      await call(RESPONSIBLE_CHANGE, { accountNumber, source: 'administrator', name, ...byStaff, known });
    const roles = async () => (await answering()).map(({ role }) => role);
    // The same line again is no news; one of two imports at the same time is refused.
    const same = { ...later, ...responsibles('A,Бойко Іван,,Електрик,\n') };
    const results = await Promise.all([fixture.load(same), fixture.load(same)]);
    expect(results.map((result) => (Array.isArray(result) ? result : result.kind)).sort()).toEqual([
      'busy',
      'loaded',
    ]);
    expect(await roles()).toEqual(['Енергетик', 'Енергетик']);
    // News of the file count and are recorded, with what staff had written.
    fixture.setDay('2026-12-02');
    const news = { ...later, ...responsibles('A,Бойко Іван,,Головний електрик,\nA,Гай Яна,,Юристка,\n') };
    // A month that is over is left to the supplier who has not closed it.
    expect(await fixture.load(news)).toMatchObject({ kind: 'loaded', closedPeriods: [] });
    expect(await fixture.ask('select distinct period from billing.bill')).toEqual([{ period: '2026-10' }]);
    expect(await roles()).toEqual(['Головний електрик', 'Юристка']);
    expect(
      await fixture.ask(
        `select d.subject, d.source, d.before ->> 'role' as before, d.after ->> 'role' as after,
          (select count(*)::int from billing.audit_entry e where e.account_number = d.account_number
            and e.action = 'masterData.responsible' and e.actor = 'import' and e.after ->> 'subject' = d.subject) as audited
        from billing.master_data_change d where d.account_number = $1 and d.kind = 'responsible' and d.actor = 'import'
        order by d.subject, d.after ->> 'role'`,
        [accountNumber],
      ),
    ).toEqual(
      [
        ['Бойко Іван', 'Енергетик', 'Головний електрик', 2],
        ['Бойко Іван', '', 'Електрик', 2],
        ['Гай Яна', 'Енергетик', 'Юристка', 1],
        ['Шевчук Ольга', 'Довірена особа', 'Довірена особа', 1],
      ].map(([subject, before, after, audited]) => ({
        subject,
        source: 'importFile',
        before,
        after,
        audited,
      })),
    );
  });
});

test('sign-ins are read for the portal; a folder without them has none', async () => {
  const own = await mkdtemp(join(tmpdir(), 'svitlo-sign-ins-'));
  expect(await readSignIns(own)).toEqual([]);
  await writeFile(
    join(own, 'sign-ins.csv'),
    'phone,accounts,password,customer_type\n' +
      '+380501110001,2390001111;2390001112,Secret-2026,\n+380501110002,,Secret-2027,person\n' +
      '+380501120001,1000000001,Secret-2028,entity\n',
  );
  const people = await readSignIns(own);
  expect(
    people.map(({ phone, accountNumbers, password, customerType }) => [
      phone,
      accountNumbers,
      password,
      customerType,
    ]),
  ).toEqual([
    ['+380501110001', ['2390001111', '2390001112'], 'Secret-2026', 'person'],
    ['+380501110002', [], 'Secret-2027', 'person'],
    ['+380501120001', ['1000000001'], 'Secret-2028', 'entity'],
  ]);
  await rm(own, { recursive: true, force: true });
});
