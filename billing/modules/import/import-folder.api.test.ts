import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ACCOUNT_GET } from '#billing/api/accounts.ts';
import { BENEFIT_ADD } from '#billing/api/charges.ts';
import type { ModuleOutput } from '#billing/api/define-module.ts';
import { RESPONSIBLE_CHANGE } from '#billing/api/master-data.ts';
import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import { type ConnectedDatabase, connectDatabase } from '#platform/database/database.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import { newId } from '#platform/uuid.ts';
import { type ImportProgress, importFolder, readSignIns } from './public.ts';
import { feedInFiles } from './testing/feed-in-files.ts';
import { supplierFiles } from './testing/supplier-files.ts';

let database: TestDatabase;
let connected: ConnectedDatabase<unknown>;
let folder: string;
const clock = fixedClock(kyivInstant(localDate('2026-11-20'), 12, 0));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svitlo-import-'));
});

beforeEach(async () => {
  await connected?.close();
  await database?.close();
  database = await createTestDatabase();
  connected = connectDatabase<unknown>({ url: database.url, poolSize: 4 });
  await rm(folder, { recursive: true, force: true });
  folder = await mkdtemp(join(tmpdir(), 'svitlo-import-'));
});

afterAll(async () => {
  await connected.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function load(
  files: Readonly<Record<string, string>> = supplierFiles,
  onProgress?: (p: ImportProgress) => void,
) {
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return importFolder({
    db: connected.db as BillingDatabase,
    pool: connected.pool,
    folder,
    clock,
    ...(onProgress ? { onProgress } : {}),
  });
}

async function ask<Row>(text: string): Promise<Row[]> {
  return (await connected.pool.query(text)).rows as Row[];
}

/**
 * Every row of every table of billing but the record of imports, as one digest per table; not what reports count, whose rows
 * depend on the pieces in which it came.
 */
async function digests(): Promise<unknown[]> {
  const tables = await ask<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'billing' and tablename not like 'kysely%'
      and tablename not in ('import_run', 'debt_change', 'reading_count', 'ledger_count', 'consumption_count',
        'account_count', 'account_reading_change', 'account_reading_count') order by 1`,
  );
  const counts = tables.map(
    ({
      name,
    }) => `select '${name}' as name, count(*)::int as count, md5(string_agg(t::text, '|' order by t::text)) as digest
      from billing."${name}" t`,
  );
  return ask(counts.join(' union all '));
}

const billOfOctober = `select opening_kopiykas as opening, charged_kopiykas as charged, paid_kopiykas as paid,
  closing_kopiykas as closing, issued_on as "issuedOn", is_estimated as "isEstimated" from billing.bill`;

test('a household is charged for the month that is over', async () => {
  expect(await load()).toMatchObject({
    kind: 'loaded',
    added: { account: 1, meter: 1, reading: 2, payment: 1 },
    closedPeriods: ['2026-10'],
  });
  expect(await ask(billOfOctober)).toEqual([
    { opening: 50n, charged: 34560n, paid: 0n, closing: 34610n, issuedOn: '2026-11-01', isEstimated: false },
  ]);
});

test('a benefit of the month is on its bill, and one that comes later for it on the next', async () => {
  const header = 'account_number,period,kind,amount,title';
  const benefits = `${header}\n2390001111,2026-10,subsidy,120.00,Housing subsidy\n`;
  await load({ ...supplierFiles, 'benefits.csv': benefits });
  expect(await ask(billOfOctober)).toMatchObject([{ charged: 34560n, paid: 0n, closing: 22610n }]);
  const entries = `select period, kind, debit_account as debit, amount_kopiykas as sum from billing.ledger_entry
    where kind = 'benefit'`;
  expect(await ask(entries)).toEqual([{ period: '2026-10', kind: 'benefit', debit: 'benefit', sum: 12000n }]);
  const late = `${benefits}2390001111,2026-10,benefit,30.00,\n`;
  await load({ ...supplierFiles, 'benefits.csv': late });
  expect(await ask(`select posting_period as posted from billing.benefit where kind = 'benefit'`)).toEqual([
    { posted: '2026-11' },
  ]);
  expect(await ask(entries)).toHaveLength(1);
});

test('a benefit that staff entered is neither doubled nor taken away by a file, and another amount is refused', async () => {
  await load();
  const billing = createBilling({ db: connected.db as BillingDatabase, clock });
  const asked = {
    accountNumber: '2390001111',
    period: '2026-11',
    kind: 'subsidy',
    title: 'Житлова',
    sum: '120.00',
  };
  const administrator = { id: 'A', name: 'Олена', roles: ['billing'] };
  const added = await billing.run(
    BENEFIT_ADD.name,
    { ...asked, reason: 'Лист № 12', requestId: newId(), administrator },
    { reference: newId(), actor: 'test' },
  );
  expect(added).toMatchObject({ ok: true });
  const stored = `select period, kind, title, amount_kopiykas as sum, source, benefit_id as id from billing.benefit`;
  const before = await ask(stored);
  expect(before).toMatchObject([{ source: 'staff', sum: 12000n, title: 'Житлова' }]);
  const line = '2390001111,2026-11,subsidy,120.00,Housing subsidy\n';
  const file = (lines: string) => ({
    ...supplierFiles,
    'benefits.csv': `account_number,period,kind,amount,title\n${lines}`,
  });
  for (const lines of ['', line])
    expect(await load(file(lines))).toMatchObject({ kind: 'loaded', added: { benefit: 0 } });
  expect(await load(file(line.replace('120', '130')))).toMatchObject({
    kind: 'problems',
    problems: [{ file: 'benefits.csv', column: 'amount', code: 'row.differs' }],
  });
  expect(await ask(stored)).toEqual(before);
});

test('a payment of the month is on its bill, and money the bank has not shown yet is on its way', async () => {
  const header = supplierFiles['payments.csv'].split('\n')[0];
  await load({
    ...supplierFiles,
    'payments.csv': `${header}
P-1,2390001111,2026-10-20,2026-10-21,100.00,energy,,liqpay
P-2,2390001111,2026-11-20,,246.10,,,
`,
  });
  expect(await ask(billOfOctober)).toMatchObject([{ paid: 10000n, closing: 24610n }]);
  expect(
    await ask(
      `select order_id as id, state, provider, expected_on as expected from billing.payment order by order_id`,
    ),
  ).toEqual([
    { id: 'P-1', state: 'matched', provider: 'liqpay', expected: '2026-10-21' },
    { id: 'P-2', state: 'confirmed', provider: 'bank', expected: '2026-11-23' },
  ]);
  const balances = await ask<{ name: string; balance: bigint }>(`
    select name, sum(sum)::bigint as balance from (
      select debit_account as name, amount_kopiykas as sum from billing.ledger_entry
      union all select credit_account, -amount_kopiykas from billing.ledger_entry) as sides
    group by name order by name`);
  expect(balances).toEqual([
    { name: 'bank', balance: 10000n },
    { name: 'inTransit', balance: 24610n },
    { name: 'opening', balance: -50n },
    { name: 'receivable', balance: 0n },
    { name: 'revenue', balance: -34560n },
  ]);
});

test('acts that are billed are owed, apart from energy; a paid one is not', async () => {
  const header = supplierFiles['payments.csv'].split('\n')[0];
  await load({
    ...supplierFiles,
    'violation-acts.csv': `account_number,act_number,drawn_on,state,amount,energy_kwh,due_on,protocol_number
2390001111,46-1,2026-10-05,billed,4320.00,1000,2026-12-06,1/P
2390001111,46-2,2026-10-06,paid,432.00,100,,2/P
2390001111,46-3,2026-10-07,drawn,0,,,
2390001111,46-4,2026-08-07,overdue,10.00,,,
`,
    'payments.csv': `${header}\nP-1,2390001111,2026-11-02,2026-11-03,432.00,violationAct,46-2,bank\n`,
  });
  expect(
    await ask(`select act_number as act, period, kind, debit_account as debit, amount_kopiykas as sum
      from billing.ledger_entry where debit_account = 'actReceivable' or credit_account = 'actReceivable' order by 1, 3`),
  ).toEqual([
    { act: '46-1', period: '2026-10', kind: 'act', debit: 'actReceivable', sum: 432000n },
    { act: '46-2', period: '2026-10', kind: 'act', debit: 'actReceivable', sum: 43200n },
    { act: '46-2', period: '2026-11', kind: 'payment', debit: 'inTransit', sum: 43200n },
    { act: '46-4', period: '2026-10', kind: 'act', debit: 'actReceivable', sum: 1000n },
  ]);
  expect(await ask(billOfOctober)).toMatchObject([{ paid: 0n, closing: 34610n }]);
});

test('what an act says besides its sum is loaded from the columns that tell it, and may be left out', async () => {
  await load({
    ...supplierFiles,
    'violation-acts.csv': `account_number,act_number,drawn_on,state,amount,clause,served_on,hearing_on,protocol_on,period_from,period_to,days,vat,paid_on
2390001111,46-1,2026-10-05,billed,4320.00,"Seal, broken",2026-10-06,2026-10-20,2026-10-20,2026-04-08,2026-10-04,180,720.00,
2390001111,46-2,2026-10-06,drawn,0,,,,,,,,,
`,
  });
  expect(
    await ask(`select act_number as act, clause, served_on as served, hearing_on as hearing, protocol_on as protocol,
        period_from as "from", period_to as "to", days, vat_kopiykas as vat, paid_on as paid
      from billing.violation_act order by 1`),
  ).toEqual([
    {
      act: '46-1',
      clause: 'Seal, broken',
      served: '2026-10-06',
      hearing: '2026-10-20',
      protocol: '2026-10-20',
      from: '2026-04-08',
      to: '2026-10-04',
      days: 180,
      vat: 72000n,
      paid: null,
    },
    {
      act: '46-2',
      clause: '',
      served: null,
      hearing: null,
      protocol: null,
      from: null,
      to: null,
      days: null,
      vat: 0n,
      paid: null,
    },
  ]);
});

test('loading twice changes nothing', async () => {
  await load();
  const before = await digests();
  expect(await load()).toMatchObject({
    kind: 'loaded',
    added: { supplier: 0, account: 0, meter: 0, reading: 0, payment: 0 },
    closedPeriods: [],
  });
  expect(await digests()).toEqual(before);
});

test('a folder whose values were copied with signs that nobody sees, or with look-alike letters, is the same folder', async () => {
  await load();
  const before = await digests();
  const copied = {
    ...supplierFiles,
    'customers.csv': supplierFiles['customers.csv']
      .replace('a@b.example', '\u200b\u0430@b.example')
      .replace('+380501110001', '\u202a00380501110001\u202c')
      .replace('3390945670', '\u00a03390945670\u200e')
      .replace('Surname', '\ufeffSurname\u00ad'),
    'premises.csv': supplierFiles['premises.csv'].replace('2390001111', '2390 001 111\u200b'),
    'accounts.csv': supplierFiles['accounts.csv']
      .replace('CODE1111', '\u0421ODE1111\u200b')
      .replace('62X003485000012Y', '\u200b62\u0425003485000012Y'),
    'readings.csv': supplierFiles['readings.csv'].replace('12425', '\u202a12425\u202c'),
    'payments.csv': supplierFiles['payments.csv'].replace('432.00', '\u200b\uff1432.00'),
  };
  expect(await load(copied)).toMatchObject({ kind: 'loaded', added: { account: 0, reading: 0, payment: 0 } });
  expect(await digests()).toEqual(before);
});

test('a tax code of an entity that lacks its zeros is stored with them', async () => {
  const [header, person] = supplierFiles['customers.csv'].split('\n');
  const entity = 'E1,entity,,,,Завод,131819,,';
  const result = await load({ ...supplierFiles, 'customers.csv': `${header}\n${person}\n${entity}\n` });
  expect(result).toMatchObject({ kind: 'loaded' });
  expect(await ask(`select tax_code as code from billing.customer where customer_type = 'entity'`)).toEqual([
    { code: '00131819' },
  ]);
});

test('a payment that is loaded after its month was closed counts in the first open month', async () => {
  await load();
  const later = `${supplierFiles['payments.csv']}P-9,2390001111,2026-10-30,2026-10-31,10.00,energy,,bank\n`;
  expect(await load({ 'payments.csv': later })).toMatchObject({ added: { payment: 1 } });
  expect(
    await ask(`select period, kind from billing.ledger_entry
    where payment_id in (select payment_id from billing.payment where order_id = 'P-9') order by kind`),
  ).toEqual([
    { period: '2026-11', kind: 'landing' },
    { period: '2026-11', kind: 'payment' },
  ]);
  expect(await ask(billOfOctober)).toMatchObject([{ paid: 0n, closing: 34610n }]);
});

test('a month that is over but not closed by the supplier is left alone by a later import', async () => {
  await load();
  clock.set(kyivInstant(localDate('2026-12-02'), 9, 0));
  try {
    expect(await load()).toMatchObject({ kind: 'loaded', closedPeriods: [] });
    expect(await ask('select period from billing.bill')).toEqual([{ period: '2026-10' }]);
  } finally {
    clock.set(kyivInstant(localDate('2026-11-20'), 12, 0));
  }
});

test('an import that was cut off before its months were closed goes on when it is run again', async () => {
  await load();
  const finished = await digests();
  await connected.pool.query(`alter table billing.ledger_entry disable trigger user;
    delete from billing.ledger_entry where kind = 'charge'; delete from billing.charge_line; delete from billing.bill;
    delete from billing.consumption; alter table billing.ledger_entry enable trigger user;
    update billing.period set state = 'open', closed_through = null, closed_at = null where period = '2026-10'`);
  expect(await load()).toMatchObject({ kind: 'loaded', closedPeriods: ['2026-10'] });
  const again = await digests();
  const counts = (list: unknown[]) => list.map((row) => ({ ...(row as object), digest: '' }));
  expect(counts(again)).toEqual(counts(finished));
  expect(await ask(billOfOctober)).toMatchObject([{ closing: 34610n, issuedOn: '2026-11-01' }]);
});

test('acts of feed-in load once, and a later import tells only what was paid out since', async () => {
  const files = { ...supplierFiles, ...feedInFiles };
  const acts = `select period, act_number as "actNumber", generated_wh as generated, exported_wh as exported,
    price_micro as price, amount_kopiykas as amount, income_tax_permille as rate, income_tax_kopiykas as tax,
    military_levy_kopiykas as levy, paid_kopiykas as paid, paid_on as "paidOn", iban from billing.feed_in_month order by 1`;
  expect(await load(files)).toMatchObject({ kind: 'loaded', added: { feed_in_month: 2 } });
  const loaded = await ask<object>(acts);
  expect(loaded).toEqual([
    {
      period: '2026-09',
      actNumber: '9',
      generated: 400_000n,
      exported: 100_000n,
      price: 6_824_500n,
      amount: 68_245n,
      rate: 180,
      tax: 12_284n,
      levy: 3412n,
      paid: 52_549n,
      paidOn: '2026-10-15',
      iban: null,
    },
    expect.objectContaining({ period: '2026-10', paidOn: null, iban: 'UA263052990000026203743290157' }),
  ]);
  expect(await load(files)).toMatchObject({ added: { feed_in_month: 0 } });
  const paidOut = feedInFiles['feed-in.csv'].replace('5.25,,', '5.25,2026-11-15,');
  expect(await load({ ...files, 'feed-in.csv': paidOut })).toMatchObject({ added: { feed_in_month: 1 } });
  expect(await ask(acts)).toEqual([loaded[0], { ...loaded[1], paidOn: '2026-11-15' }]);
});

test('of two concurrent imports one loads and the other is refused', async () => {
  const results = await Promise.all([load(), load()]);
  expect(results.map((result) => result.kind).sort()).toEqual(['busy', 'loaded']);
  expect(await ask('select count(*)::int as count from billing.account')).toEqual([{ count: 1 }]);
});

test('files saved by a spreadsheet load: byte order mark, Windows line ends, quotes, blank lines', async () => {
  const windows = Object.fromEntries(
    Object.entries(supplierFiles).map(([name, content]) => [
      name,
      `\ufeff${content.replaceAll('\n', '\r\n')}\r\n`,
    ]),
  );
  const customers = windows['customers.csv'] ?? '';
  const quoted = customers.replace('Surname', '"Sur""na,me"').replace(',Name,', ',"First\r\nSecond",');
  expect(await load({ ...windows, 'customers.csv': quoted })).toMatchObject({ kind: 'loaded' });
  expect(await ask('select surname, name from billing.customer')).toEqual([
    { surname: 'Sur’na,me', name: 'First Second' },
  ]);
});

test('columns may be in any order, and optional ones may be missing', async () => {
  const files = {
    ...supplierFiles,
    'premises.csv': 'settlement,account_number\nTown,2390001111\n',
    'readings.csv': `value,zone,effective_date,serial_number,account_number
012345,single,2026-10-01,21040017,2390001111
12425,single,2026-11-01,21040017,2390001111
`,
  };
  expect(await load(files)).toMatchObject({ kind: 'loaded' });
  expect(await ask('select settlement, heating, resident_count as residents from billing.premises')).toEqual([
    { settlement: 'Town', heating: 'none', residents: 1 },
  ]);
  expect(await ask(`select value, source from billing.reading order by value`)).toEqual([
    { value: 12345n, source: 'import' },
    { value: 12425n, source: 'import' },
  ]);
});

test('a dial that went through zero is taken for what it is', async () => {
  const readings = supplierFiles['readings.csv'].replace(',12345,', ',99998,').replace(',12425,', ',00123,');
  expect(await load({ ...supplierFiles, 'readings.csv': readings })).toMatchObject({ kind: 'loaded' });
  expect(await ask('select energy_wh as energy from billing.consumption')).toEqual([{ energy: 125_000n }]);
});

test('a file that is no part of the format is named and not read', async () => {
  expect(await load({ ...supplierFiles, 'notes.csv': 'x;y\n' })).toMatchObject({
    kind: 'loaded',
    ignoredFiles: ['notes.csv'],
  });
});

test('progress of each step is reported to its end', async () => {
  const seen: ImportProgress[] = [];
  await load(supplierFiles, (progress) => seen.push(progress));
  expect(seen).toContainEqual({ step: 'loading', table: 'reading', done: 1, total: 1 });
  expect(seen).toContainEqual({ step: 'closing', period: '2026-10', done: 1, total: 1 });
  const size = Buffer.byteLength(supplierFiles['readings.csv']);
  expect(seen).toContainEqual({ step: 'reading', file: 'readings.csv', done: size, total: size });
});

test('sign-ins are read for the portal; a folder without them has none', async () => {
  expect(await readSignIns(folder)).toEqual([]);
  await writeFile(
    join(folder, 'sign-ins.csv'),
    'phone,accounts,password,customer_type\n' +
      '+380501110001,2390001111;2390001112,Secret-2026,\n+380501110002,,Secret-2027,person\n' +
      '+380501120001,1000000001,Secret-2028,entity\n',
  );
  expect(await readSignIns(folder)).toEqual([
    {
      phone: '+380501110001',
      accountNumbers: ['2390001111', '2390001112'],
      password: 'Secret-2026',
      customerType: 'person',
    },
    { phone: '+380501110002', accountNumbers: [], password: 'Secret-2027', customerType: 'person' },
    {
      phone: '+380501120001',
      accountNumbers: ['1000000001'],
      password: 'Secret-2028',
      customerType: 'entity',
    },
  ]);
});

test('people who answer for an object load, change with a later import, and end on their last day', async () => {
  const header = 'account_number,name,phone,role,responsible_until\n';
  const account = '2390001111';
  const shown = async () => {
    const billing = createBilling({ db: connected.db as BillingDatabase, clock });
    const answer = await billing.run(
      ACCOUNT_GET.name,
      { accountNumber: account },
      { reference: '1', actor: 'test' },
    );
    return answer.ok ? (answer.data as ModuleOutput<typeof ACCOUNT_GET>).responsibles : answer;
  };
  const loadResponsibles = (lines: string) => load({ ...supplierFiles, 'responsibles.csv': header + lines });
  expect(
    await loadResponsibles(
      `${account},Шевчук Ольга,+380501112233,Довірена особа,2026-11-20\n${account},Бойко Іван,,,\n`,
    ),
  ).toMatchObject({ kind: 'loaded', added: { account_responsible: 2 } });
  expect(await shown()).toEqual([
    { name: 'Бойко Іван', phone: '', role: '' },
    { name: 'Шевчук Ольга', phone: '+380501112233', role: 'Довірена особа' },
  ]);
  await loadResponsibles(
    `${account},Шевчук Ольга,+380501112244,Довірена особа,2026-11-19\n${account},Бойко Іван,,Електрик,\n`,
  );
  expect(await shown()).toEqual([{ name: 'Бойко Іван', phone: '', role: 'Електрик' }]);
  const billing = createBilling({ db: connected.db as BillingDatabase, clock });
  const byStaff = { phone: '+380501112255', role: 'Енергетик', until: null };
  const change = (known: object | null, name = 'Бойко Іван') =>
    billing.run(
      RESPONSIBLE_CHANGE.name,
      { accountNumber: account, source: 'administrator', name, ...byStaff, known, reason: 'Заява' },
      { reference: '2', actor: 'test' },
    );
  expect(await change({ phone: '', role: 'Електрик', until: null })).toMatchObject({ ok: true });
  expect(await change(null, 'Гай Яна')).toMatchObject({ ok: true });
  const roles = async () => ((await shown()) as { role: string }[]).map(({ role }) => role);
  // The same line again is no news; who is in no file stays.
  await loadResponsibles(`${account},Бойко Іван,,Електрик,\n`);
  expect(await roles()).toEqual(['Енергетик', 'Енергетик']);
  // News of the file count and are recorded, with what staff had written.
  await loadResponsibles(`${account},Бойко Іван,,Головний електрик,\n${account},Гай Яна,,Юристка,\n`);
  expect(await roles()).toEqual(['Головний електрик', 'Юристка']);
  const told =
    await sql`select d.subject, d.source, d.before ->> 'role' as before, d.after ->> 'role' as after,
      (select count(*)::int from billing.audit_entry e where e.account_number = d.account_number
        and e.action = 'masterData.responsible' and e.actor = 'import' and e.after ->> 'subject' = d.subject) as audited
    from billing.master_data_change d where d.account_number = ${account} and d.kind = 'responsible' and d.actor = 'import'
    order by d.subject, d.after ->> 'role'`.execute(connected.db);
  expect(told.rows).toEqual([
    {
      subject: 'Бойко Іван',
      source: 'importFile',
      before: 'Енергетик',
      after: 'Головний електрик',
      audited: 2,
    },
    { subject: 'Бойко Іван', source: 'importFile', before: '', after: 'Електрик', audited: 2 },
    { subject: 'Гай Яна', source: 'importFile', before: 'Енергетик', after: 'Юристка', audited: 1 },
    {
      subject: 'Шевчук Ольга',
      source: 'importFile',
      before: 'Довірена особа',
      after: 'Довірена особа',
      audited: 1,
    },
  ]);
  expect(
    await loadResponsibles(`2390009999,Бойко Іван,,,\n${account},Б,,,\n${account},Б,,,\n`),
  ).toMatchObject({
    kind: 'problems',
    problems: [
      expect.objectContaining({ file: 'responsibles.csv', code: 'reference.unknown' }),
      expect.objectContaining({ file: 'responsibles.csv', code: 'key.repeated' }),
    ],
  });
});
