import { describe, expect, test } from 'vitest';
import { ACT_CANCEL, ACT_CONFIRM, ACT_INVITE } from '#billing/api/violation-acts.ts';
import { makeSecondPerson } from '#billing/testing/people/make-second-person.ts';
import { newId } from '#platform/uuid.ts';
import {
  account,
  ask,
  baseFiles,
  call,
  changeRows,
  changes,
  february,
  load,
  on,
  replacement,
  setUpDatabase,
} from './testing/change-files.ts';

setUpDatabase();

/** Files that differ from the stored ones in columns that have no day, and the problems that they give. */
const cheap = {
  'tariffs.csv': `${february['tariffs.csv']}cheap,Cheap\n`,
  'tariff-versions.csv': `${february['tariff-versions.csv']}cheap,2024-06-01,,flat,2.64,,,,,,,Act\n`,
};
const paid = {
  'payments.csv': `reference,account_number,paid_on,amount\nP-1,${account},2026-02-02,1.00\n`,
  'violation-acts.csv': `account_number,act_number,drawn_on,state,amount\n${account},46-1,2026-02-01,billed,10.00\n`,
  'benefits.csv': `account_number,period,amount\n${account},2026-01,8.00\n`,
};
const ended = { change: 'contractEnded', effective_on: '2026-02-02' };
const differing = {
  'supplier.csv': february['supplier.csv'].replace(',Bank,', ',Other,'),
  'tariffs.csv': cheap['tariffs.csv'].replace('Household', 'Home'),
  'tariff-versions.csv': `${cheap['tariff-versions.csv'].replace('4.32', '4.33')}household,2026-01-15,,flat,5.00,,,,,,,Act 2\n`,
  'customers.csv': february['customers.csv']
    .replace('Surname', 'Other')
    .replace('3390945670', '')
    .replace('0001,a@', '0002,a@'),
  'accounts.csv': february['accounts.csv'].replace('household', 'cheap').replace('CODE1111', 'CODE2222'),
  'premises.csv': february['premises.csv'].replace(',none,2', ',electric,2'),
  'metering-points.csv': february['metering-points.csv'].replace('active,5,', 'disabled,7,'),
  'meters.csv': february['meters.csv'].replace('single,5,1,working', 'single,6,1,disabled'),
  'registers.csv': february['registers.csv'].replace('single,0', 'single,5'),
  'readings.csv': february['readings.csv'].replace(',310', ',311'),
  'payments.csv': paid['payments.csv'].replace('1.00', '2.00'),
  'violation-acts.csv': paid['violation-acts.csv'].replace('10.00', '11.00'),
  'benefits.csv': paid['benefits.csv'].replace('8.00', '9.00'),
  ...changes(ended, ended),
};

describe('a row that differs from what is stored', () => {
  test('is refused with its file, line and column, and changes nothing', async () => {
    await load({ ...cheap, ...paid });
    const stored = () =>
      ask(`select md5(string_agg(a::text || m::text || t::text || c::text, '')) as digest
      from billing.account a, billing.meter m, billing.tariff_version t, billing.customer c`);
    const before = await stored();
    const result = await load({ ...cheap, ...paid, ...differing });
    const problems = result.kind === 'problems' ? result.problems : [];
    expect(
      problems.map(({ file, line, column, code }) => `${file}:${line} ${column} ${code}`).sort(),
    ).toEqual(
      [
        'accounts.csv:2 object_code row.differs',
        'accounts.csv:2 tariff_code row.changed',
        'benefits.csv:2 amount row.differs',
        'changes.csv:3 effective_on key.repeated',
        'customers.csv:2 phone row.changed',
        'customers.csv:2 surname row.changed',
        'customers.csv:2 tax_code row.differs',
        'metering-points.csv:2 contracted_power_kw row.changed',
        'metering-points.csv:2 point_state row.changed',
        'meters.csv:2 digit_capacity row.differs',
        'meters.csv:2 meter_state row.differs',
        'payments.csv:2 amount row.differs',
        'premises.csv:2 heating row.differs',
        'readings.csv:3 value row.differs',
        'registers.csv:2 installed_value row.differs',
        'supplier.csv:2 bank_name row.differs',
        'tariff-versions.csv:2 rule row.differs',
        'tariff-versions.csv:4 valid_from tariffVersion.closedMonth',
        'tariffs.csv:2 title row.differs',
        'violation-acts.csv:2 amount row.differs',
      ].sort(),
    );
    expect(await stored()).toEqual(before);
    expect(await changeRows()).toEqual([]);
  });
});

test('a folder of before a change of the supplier by staff and of a code loads again and undoes nothing; another difference is refused', async () => {
  await load(february);
  await ask(`with changed as (update billing.supplier set bank_name = 'Newer' returning 1)
    insert into billing.supplier_change (change_id, saved_number, state, "values", before, reason, author_id, author_name, saved_at,
      decided_number, decided_at, decided_by_id, decided_by_name, decided_reason)
    select gen_random_uuid(), 1, 'confirmed', '{"bank_name": "Newer"}', '{"bank_name": "Bank"}', 'Letter', 'a', 'A', now(),
      2, now(), 'b', 'B', '' from changed`);
  await ask(`update billing.account set object_code = 'NEW12345', object_code_changed_at = now()`);
  expect(await load(february)).toMatchObject({ kind: 'loaded' });
  expect(await ask('select bank_name, object_code from billing.supplier cross join billing.account')).toEqual(
    [{ bank_name: 'Newer', object_code: 'NEW12345' }],
  );
  const refused = await load({
    'supplier.csv': february['supplier.csv'].replace('Bank,Address', 'Third,Elsewhere'),
  });
  expect(
    refused.kind === 'problems' && refused.problems.map(({ column, code }) => `${column} ${code}`),
  ).toEqual(['address row.differs']);
});

test('money that was on its way when it was imported lands by a later import, once', async () => {
  const header = 'reference,account_number,paid_on,landed_on,amount\n';
  await load({ 'payments.csv': `${header}P-1,${account},2026-02-02,,1.00\n` });
  on('2026-02-10');
  const landed = { 'payments.csv': `${header}P-1,${account},2026-02-02,2026-02-04,1.00\n` };
  await load(landed);
  await load(landed);
  expect(await ask(`select state, landed_on::text as "landedOn" from billing.payment`)).toEqual([
    { state: 'matched', landedOn: '2026-02-04' },
  ]);
  expect(
    await ask(
      `select kind, debit_account as debit from billing.ledger_entry where payment_id is not null order by 1`,
    ),
  ).toEqual([
    { kind: 'landing', debit: 'bank' },
    { kind: 'payment', debit: 'inTransit' },
  ]);
});

test('how far an act is paid follows from its payments; what else a file says of its state is refused', async () => {
  const acts = (states: readonly string[]) => ({
    'violation-acts.csv': `account_number,act_number,drawn_on,state,amount\n${states
      .map((state, index) => `${account},46-${index},2026-02-01,${state},10.00\n`)
      .join('')}`,
  });
  const stored = async () =>
    (
      await ask<{ state: string }>(
        `select state || coalesce(' ' || paid_on, '') as state from billing.violation_act order by act_number`,
      )
    ).map(({ state }) => state);
  await load(acts(['billed', 'billed', 'overdue', 'served', 'disputed']));
  on('2026-03-03');
  const payments = {
    'payments.csv': `reference,account_number,paid_on,landed_on,amount,purpose,act_number\nA-0,${account},2026-02-20,2026-02-21,10.00,violationAct,46-0\nA-1,${account},2026-02-20,2026-02-21,4.00,violationAct,46-1\n`,
  };
  const paid = { ...payments, ...acts(['paid', 'partPaid', 'billed', 'served', 'disputed']) };
  expect(await load(paid)).toMatchObject({ kind: 'loaded' });
  expect(await stored()).toEqual(['paid 2026-02-20', 'partPaid', 'overdue', 'served', 'disputed']);
  // The folder of before the payments, and after them, changes nothing.
  for (const files of [acts(['billed', 'billed', 'overdue', 'served', 'disputed']), paid])
    expect(await load(files)).toMatchObject({ kind: 'loaded' });
  const refused = await load({ ...payments, ...acts(['cancelled', 'disputed', 'drawn', 'billed', 'paid']) });
  expect(
    refused.kind === 'problems' &&
      refused.problems.map(({ line, column, code, value }) => [line, column, code, value]),
  ).toEqual([
    [2, 'state', 'row.differs', 'cancelled'],
    [3, 'state', 'row.differs', 'disputed'],
    [4, 'state', 'row.differs', 'drawn'],
    [5, 'state', 'row.differs', 'billed'],
    [6, 'state', 'row.differs', 'paid'],
  ]);
  expect(await stored()).toEqual(['paid 2026-02-20', 'partPaid', 'overdue', 'served', 'disputed']);
});

test('what staff did with an act is not undone by the file that says what it said before', async () => {
  const acts = (billed: string, drawn: string) => ({
    'violation-acts.csv': `account_number,act_number,drawn_on,state,amount,due_on\n${account},46-1,2026-01-10,${billed}\n${account},46-2,2026-01-11,${drawn}\n`,
  });
  const said = acts('billed,10.00,2026-03-01', 'drawn,0.00,');
  await load(said);
  const [author, other] = [{ id: 'a', name: 'A' }, makeSecondPerson('b', 'B')];
  const named = { accountNumber: account, reason: 'Рішення', requestId: newId() };
  const cancelled = { ...named, actNumber: '46-1', revision: 0, administrator: author };
  const { act } = await call(ACT_CANCEL, cancelled);
  const stepId = act.steps[0]?.stepId ?? '';
  const confirmed = { ...named, actNumber: '46-1', stepId, decision: 'confirmed' as const };
  await call(ACT_CONFIRM, { ...confirmed, administrator: other });
  const invited = { servedOn: '2026-01-12', hearingOn: null, requestId: newId(), administrator: author };
  await call(ACT_INVITE, { accountNumber: account, actNumber: '46-2', revision: 0, ...invited });
  const stored = () =>
    ask(`select act_number, state, served_on::text from billing.violation_act order by act_number`);
  const expected = [
    { act_number: '46-1', state: 'cancelled', served_on: null },
    { act_number: '46-2', state: 'served', served_on: '2026-01-12' },
  ];
  expect(await stored()).toEqual(expected);
  // The same folder again, and one that says how far payments have come.
  expect(await load(said)).toMatchObject({ kind: 'loaded' });
  expect(await load(acts('overdue,10.00,2026-03-01', 'drawn,0.00,'))).toMatchObject({ kind: 'loaded' });
  const refused = await load(acts('billed,11.00,2026-03-02', 'hearingSet,0.00,'));
  expect(
    refused.kind === 'problems' && refused.problems.map(({ line, column, value }) => [line, column, value]),
  ).toEqual([
    [2, 'amount', '1100'],
    [2, 'due_on', '2026-03-02'],
    [3, 'state', 'hearingSet'],
  ]);
  expect(await stored()).toEqual(expected);
  expect(
    await ask(`select sum(case debit_account when 'actReceivable' then amount_kopiykas else -amount_kopiykas end)::text as owed
      from billing.ledger_entry where 'actReceivable' in (debit_account, credit_account)`),
  ).toEqual([{ owed: '0' }]);
});

test('a recorded change is not put right by a file: it says so', async () => {
  await load({});
  on('2026-03-03');
  await load({ ...replacement });
  const other = { 'changes.csv': replacement['changes.csv'].replace('single=400', 'single=410') };
  expect(await load(other)).toMatchObject({
    kind: 'problems',
    problems: [
      { file: 'changes.csv', line: 2, column: 'effective_on', code: 'change.conflict', value: '2026-02-10' },
    ],
  });
  const otherMeter = {
    'meters.csv': baseFiles['meters.csv'].replace('2026-02-10,2021', '2026-02-11,2021'),
    'registers.csv': baseFiles['registers.csv'],
  };
  expect(await load(otherMeter)).toMatchObject({
    problems: [
      { file: 'meters.csv', line: 2, column: 'removed_on', code: 'row.differs', value: '2026-02-11' },
    ],
  });
});
