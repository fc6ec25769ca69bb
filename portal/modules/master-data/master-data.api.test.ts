import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import { changeMasterData, changeResponsible, listMasterData } from '#contract/master-data.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

let handle: AccountHandle;
let account: string;
let clerk: string;

const cabinet = provideTestApp({ hasSupplier: true });

beforeAll(async () => {
  handle = await makeAccount(cabinet.billingDb);
  account = handle.accountNumber;
  clerk = await cabinet.signIn([], 'admin', ['billing']);
});

const change = (token: string, what: Record<string, unknown>, effectiveOn = '2026-11-02') =>
  cabinet.post(changeMasterData, { token, account, effectiveOn, document: 'Акт 7', change: what } as never);

test('a clerk records a power as of a day, once, and sees who changed what', async () => {
  const power = { kind: 'power', eicCode: handle.eicCode, contractedPowerWatts: 9000 };
  expect((await change(clerk, power)).body).toMatchObject({ isRecorded: true });
  expect((await change(clerk, power)).body).toMatchObject({ isRecorded: false });
  const { body } = await cabinet.post(listMasterData, { token: clerk, account });
  expect(body.changes).toMatchObject([
    {
      kind: 'power',
      subject: handle.eicCode,
      effectiveOn: '2026-11-02',
      source: 'administrator',
      actor: expect.stringMatching(/^(?!admin:)./),
      document: 'Акт 7',
      before: { contractedPowerWatts: 5000 },
      after: { contractedPowerWatts: 9000 },
    },
  ]);
});

test('a dry run answers as the change does and records nothing', async () => {
  const shown = async () => (await cabinet.post(listMasterData, { token: clerk, account })).body;
  const before = await shown();
  const power = { kind: 'power', eicCode: handle.eicCode, contractedPowerWatts: 6000 };
  const { body } = await cabinet.post(changeMasterData, {
    ...{ token: clerk, account, effectiveOn: '2026-11-03', change: power, dryRun: true },
  } as never);
  expect(body).toMatchObject({ isRecorded: true });
  expect(await shown()).toEqual(before);
});

test('what can not be is refused with the words for it', async () => {
  const removal = (finalValues: Record<string, number>) => ({
    kind: 'meterRemoved',
    serialNumber: 'none',
    finalValues,
  });
  const { httpStatus, body } = await change(clerk, removal({ single: 1 }));
  expect([httpStatus, body.code]).toEqual([422, 'changes.unknownReference']);
  const power = { kind: 'power', eicCode: handle.eicCode, contractedPowerWatts: 7000 };
  const future = await change(clerk, power, '2199-01-01');
  expect(future.body.code).toBe('changes.futureDay');
  const unknown = await cabinet.post(listMasterData, { token: clerk, account: '2399999999' });
  expect(unknown.httpStatus).toBe(404);
});

describe('responsible persons', () => {
  const person = { phone: '+380501110009', role: 'Довірена особа', until: null };
  const save = (payload: Record<string, unknown>, token = clerk) =>
    cabinet.post(changeResponsible, {
      ...{ token, account, name: 'Бойко Іван', known: null, reason: 'Заява' },
      ...person,
      ...payload,
    } as never);
  const shown = async () =>
    (await cabinet.post(listMasterData, { token: clerk, account })).body.responsibles as unknown[];

  test('are added, changed and ended with a reason; the history and the audit tell before and after', async () => {
    expect((await save({})).body).toMatchObject({ isRecorded: true, person: { ...person, ofFile: null } });
    expect((await save({})).body).toMatchObject({ isRecorded: false });
    const ended = await save({ phone: '', until: '2026-11-30', known: person, reason: 'Лист 9' });
    expect(ended.body).toMatchObject({ isRecorded: true, person: { phone: '', until: '2026-11-30' } });
    expect(await shown()).toEqual([
      { name: 'Бойко Іван', phone: '', role: 'Довірена особа', until: '2026-11-30', ofFile: null },
    ]);
    const { body } = await cabinet.post(listMasterData, { token: clerk, account });
    const told = body.changes.filter(({ kind }) => kind === 'responsible');
    expect(told.toSorted((one, other) => (one.document > other.document ? -1 : 1))).toMatchObject([
      {
        subject: 'Бойко Іван',
        document: 'Лист 9',
        before: { phone: '+380501110009', responsibleUntil: null },
        after: { phone: '', responsibleUntil: '2026-11-30' },
      },
      { document: 'Заява', before: {}, after: { phone: '+380501110009' } },
    ]);
    const audit =
      await sql`select before ->> 'phone' as before, after ->> 'phone' as after, after ->> 'reason' as reason
      from billing.audit_entry where account_number = ${account} and action = 'masterData.responsible'
      order by happened_at, audit_id`.execute(cabinet.billingDb);
    expect(audit.rows).toEqual([
      { before: null, after: '+380501110009', reason: 'Заява' },
      { before: '+380501110009', after: '', reason: 'Лист 9' },
    ]);
  });

  test('of two editors the second is told what the first saved; of two at once one wins', async () => {
    const name = 'Шевчук Ольга';
    const both = await Promise.all([save({ name, role: 'Перша' }), save({ name, role: 'Друга' })]);
    expect(both.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 409]);
    const won = both.find(({ httpStatus }) => httpStatus === 200)?.body as { person: { role: string } };
    const lost = both.find(({ httpStatus }) => httpStatus === 409)?.body;
    expect(lost).toMatchObject({
      code: 'management.changedMeanwhile',
      details: { person: { name, role: won.person.role } },
    });
    const over = await save({ name, role: 'Третя', known: { ...person, role: won.person.role } });
    expect(over.body).toMatchObject({ isRecorded: true });
    const gone = await save({ name: 'Нікого', known: person });
    expect(gone.body).toMatchObject({ code: 'management.changedMeanwhile', details: { person: null } });
  });

  test('need a phone that is one and an account that is there', async () => {
    expect((await save({ phone: '12', name: 'Хто' })).body.code).toBe('changes.badContact');
    expect((await save({ account: '2399999999' })).httpStatus).toBe(404);
    expect((await shown()).length).toBe(2);
  });
});
