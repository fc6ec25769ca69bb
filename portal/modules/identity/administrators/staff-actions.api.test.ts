import { beforeAll, describe, expect, test } from 'vitest';
import { BillingUnavailable } from '#billing/billing-errors.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { allCalls } from '#contract/all-calls.ts';
import { createTicket } from '#contract/conversations.ts';
import { fileTypes, fileTypesOf } from '#contract/define-call.ts';
import { changeDesk, noteAtDesk, openDesk, replyAtDesk } from '#contract/desk.ts';
import { setAdminPassword } from '#contract/identity/administrator-links.ts';
import { createAdmin } from '#contract/identity/administrators.ts';
import { signOut } from '#contract/identity/sign-in.ts';
import { exportStaffActions, listStaffActions as listCall } from '#contract/identity/staff-actions.ts';
import { correctLedger, decideCorrection } from '#contract/ledger.ts';
import { addServiceNotice } from '#contract/notices/manage-notices.ts';
import { reportsWithDetails } from '#contract/reports/all-reports.ts';
import { drawUpAct } from '#contract/violation-acts/manage-acts.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { newId } from '#platform/uuid.ts';
import type { DB } from '#portal/database.gen.ts';
import { seedTopics } from '#portal/modules/conversations/public.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { samplePayloads } from '#portal/testing/scenarios/sample-payloads.ts';
import { listAllStaffActions, listStaffActions } from './list-staff-actions.ts';
import {
  downloadWords,
  staffActionsTable,
  staffActionWords,
  terminalWords,
} from './staff-action-words.template.ts';

let owner: string;
let operator: string;
let ticket: { account: string; id: string };

const secret = 'Таємні слова листа';

const cabinet = provideTestApp({ hasSupplier: true });

beforeAll(async () => {
  await seedTopics(cabinet.portalDb);
  owner = await cabinet.signIn([], 'admin', ['owner']);
  operator = await cabinet.signIn([], 'admin', ['operator']);
  const { accountNumber: account } = await makeAccount(cabinet.billingDb);
  const asked = { topicId: 'billCheck', fields: [{ name: 'period', value: '2026-10' }], requestId: newId() };
  const said = { title: 'Неправильна сума', text: secret, fileIds: [] };
  const token = await cabinet.signIn([account], 'person');
  const { body } = await cabinet.post(createTicket, { token, account, ...asked, ...said });
  ticket = { account, id: body.ticket.id };
});

const actions = async (filter: object = {}) =>
  (await cabinet.post(listCall, { token: owner, ...filter })).body;
/** The list as a CSV file. */
const exported = async (filter: object) =>
  (
    await cabinet.download(exportStaffActions, { token: owner, format: 'csv', ...filter })
  ).rawPayload.toString();
const note = (noteId = newId()) =>
  cabinet.post(noteAtDesk, { token: operator, ...ticket, text: secret, noteId });
/** Calls of the staff that change something: their own access is one of those that everybody has. */
const isOfStaff = ({ audience, changes, upload }: (typeof allCalls)[number]) =>
  (audience === 'admin' || audience === 'signedIn') && (changes || upload);

test('an act has who, when, what and of which conversation, with its outcome; no text is kept but the reason', async () => {
  await note();
  const reply = { text: secret, act: 'answer', fileIds: [], lastSeenSeq: 1, clientId: newId() };
  await cabinet.post(replyAtDesk, { token: operator, ...ticket, ...reply });
  const assign = { change: { kind: 'assign', to: null }, reason: 'На прохання зміни' };
  await cabinet.post(changeDesk, { token: operator, conversations: [ticket], ...assign });
  const shown = { pages: ['*'], audience: 'everybody', position: 5, requestId: newId() };
  const notice = { text: secret, ...shown, from: '2026-11-20T10:00:00.000Z', until: null };
  expect((await cabinet.post(addServiceNotice, { token: operator, ...notice })).httpStatus).toBe(200);
  // Looking changes nothing.
  await cabinet.post(openDesk, { token: operator, ...ticket });
  const { actions: kept, count, staff } = await actions();
  const calls = [addServiceNotice, changeDesk, replyAtDesk, noteAtDesk];
  expect(kept.map(({ call }) => call)).toEqual(calls.map(({ path }) => path));
  expect(count).toBe(4);
  expect(staff).toContainEqual({ login: kept[0]?.login, name: kept[0]?.who });
  expect(kept[1]).toMatchObject({
    ...{ what: 'Відповідальний або стан звернення', accounts: [ticket.account], subjects: 1 },
    ...{ place: { page: 'conversation', ...ticket }, happenedAt: '2026-11-20T10:00:00.000Z' },
    ...{ outcome: 'done', reason: null },
  });
  expect(kept[0]).toMatchObject({ accounts: [], subjects: 1, place: null });
  const rows = await cabinet.portalDb.selectFrom('portal.staff_action').selectAll().execute();
  const words = JSON.stringify(rows.map(({ action_number: _, ...row }) => row));
  expect(words).not.toContain(secret);
  expect(words).toContain('На прохання зміни');
});

test('the list is filtered by person, account and days, comes in parts and as a file', async () => {
  cabinet.clock.set(instantFromIso('2026-11-21T10:00:00Z'));
  const other = await cabinet.signIn([], 'admin', ['content']);
  owner = await cabinet.signIn([], 'admin', ['owner']);
  operator = await cabinet.signIn([], 'admin', ['operator']);
  for (let n = 0; n < 51; n += 1)
    await cabinet.post(noteAtDesk, { token: other, ...ticket, text: 'x', noteId: newId() });
  const days = { from: '2026-11-21', to: '2026-11-21' };
  const first = await actions(days);
  expect([first.actions.length, first.count]).toEqual([50, 51]);
  expect(first.actions[0]).toMatchObject({ outcome: 'refused', what: 'Службова нотатка' });
  const rest = await actions({ ...days, cursor: first.next ?? '' });
  expect([rest.actions.length, rest.next]).toEqual([1, null]);
  const [{ login = '' } = {}] = rest.actions;
  expect((await actions({ login })).count).toBe(51);
  expect((await actions({ to: '2026-11-20' })).count).toBe(4);
  expect((await actions({ account: ticket.account, to: '2026-11-20' })).count).toBe(3);
  expect((await actions({ account: '2390009999' })).count).toBe(0);
  expect((await cabinet.post(listCall, { token: owner, cursor: 'x' })).httpStatus).toBe(400);
  expect(await exported({ login })).toContain('відмовлено');
});

test('a changing call of the staff is noted, also when it is refused, and each has its words', async () => {
  const changing = allCalls.filter(isOfStaff);
  const oneOfEachKind = [
    ...Map.groupBy(changing, ({ audience, upload }) => `${audience} ${upload !== undefined}`),
  ].flatMap(([, [call]]) => call?.path ?? []);
  for (const path of oneOfEachKind) {
    const analyst = await cabinet.signIn([], 'admin', ['analyst']);
    await cabinet.post(path, { ...(samplePayloads[path] ?? {}), token: analyst });
    expect((await actions()).actions[0]?.call).toBe(path);
  }
  // The end of a viewing is a call of its customer's cabinet, a password is set by a link without a session, a command is no call.
  expect(Object.keys(staffActionWords).toSorted()).toEqual(
    [
      ...changing.map(({ path }) => path),
      signOut.path,
      setAdminPassword.path,
      ...Object.keys(terminalWords),
    ].toSorted(),
  );
});

test('a file that is taken away is noted with its rows, also when it is refused; a look at pictures and lists is not', async () => {
  const before = (await actions()).count;
  const file = { format: 'csv', to: '2026-11-20' } as const;
  for (const token of [owner, operator]) await cabinet.post(exportStaffActions, { token, ...file });
  const { actions: noted, count } = await actions();
  expect(count).toBe(before + 2);
  expect(noted.slice(0, 2)).toMatchObject([
    { outcome: 'refused', rowCount: null },
    { call: exportStaffActions.path, what: 'Файл дій працівників', outcome: 'done', rowCount: 4 },
  ]);
  const taken = allCalls.filter((call) => {
    const types = fileTypesOf(call).filter((type) => type !== fileTypes.events && type !== 'image/jpeg');
    return call.audience === 'admin' && types.length > 0;
  });
  const reports = reportsWithDetails.map((report) => report.export.path);
  const named = taken.map(({ path }) => path).filter((path) => !reports.includes(path));
  expect(Object.keys(downloadWords).toSorted()).toEqual(named.toSorted());
});

test('an action shows what it changed in both schemas, before and after, with the reason, and is found by words', async () => {
  const clerk = await cabinet.signIn([], 'admin', ['billing']);
  const reason = 'Подвійне нарахування';
  const asked = { account: ticket.account, what: { kind: 'add', sum: '12.50' }, reason, requestId: newId() };
  expect((await cabinet.post(correctLedger, { token: clerk, ...asked })).httpStatus).toBe(200);
  const card = { login: 'olena', email: 'olena@svitlo.example', fullName: 'Бойко Олена', dualAuth: false };
  expect((await cabinet.post(createAdmin, { token: owner, ...card, roles: ['operator'] })).httpStatus).toBe(
    200,
  );
  const { actions: kept, isBillingAway, kinds } = await actions();
  expect(isBillingAway).toBe(false);
  expect(kinds).toContainEqual({ call: correctLedger.path, what: 'Коригування рахунка' });
  const corrected = [{ what: `Виправлення боргу, о/р ${ticket.account}` }];
  expect(kept.slice(0, 2)).toMatchObject([
    { call: createAdmin.path, why: '', changeCount: 1, changes: [{ what: 'olena' }] },
    { call: correctLedger.path, why: reason, changeCount: 1, changes: corrected },
  ]);
  expect(kept[0]?.changes[0]?.fields).toContainEqual({ name: 'Ім’я', before: null, after: 'Бойко Олена' });
  const fields = kept[1]?.changes[0]?.fields;
  expect(fields).toContainEqual({ name: 'Баланс', before: '0.00', after: null });
  expect(fields).toContainEqual({ name: 'Сума', before: null, after: '12.50' });
  const foundBy = async (filter: object) => (await actions(filter)).actions.map(({ call }) => call);
  expect(await foundBy({ words: 'подвійне' })).toEqual([correctLedger.path]);
  expect(await foundBy({ words: 'БОЙКО ОЛЕНА' })).toEqual([createAdmin.path]);
  // By the name of its kind; one that was refused is among them.
  await cabinet.post(decideCorrection, { token: operator });
  expect(new Set(await foundBy({ words: 'коригування' }))).toEqual(
    new Set([correctLedger.path, decideCorrection.path]),
  );
  expect(await foundBy({ words: '100%' })).toEqual([]);
  expect(new Set(await foundBy({ kind: createAdmin.path }))).toEqual(new Set([createAdmin.path]));
  expect(await foundBy({ reference: kept[1]?.reference ?? '' })).toEqual([correctLedger.path]);
  const file = await exported({ words: reason });
  for (const words of [reason, 'Баланс: 0.00 → —', 'Сума: 12.50']) expect(file).toContain(words);
});

describe('what the billing changed', () => {
  const signInBilling = () => cabinet.signIn([], 'admin', ['billing']);
  const correct = (token: string, sum: string, reason: string, account = ticket.account) =>
    cabinet.post(correctLedger, { token, account, what: { kind: 'add', sum }, reason, requestId: newId() });
  const found = async (words: string) =>
    (await actions({ words })).actions.map(({ call, why }) => (why === '' ? call : why));

  test('stands beside its own action, whatever else happened at the same moment', async () => {
    const [one, other] = [await signInBilling(), await signInBilling()];
    const asked = [
      ...([
        [one, '11.11', 'Перше'],
        [one, '22.22', 'Друге'],
      ] as const),
      ...([
        [other, '33.33', 'Третє'],
        [other, '44.44', 'Четверте'],
      ] as const),
    ];
    const answers = await Promise.all(asked.map(([token, sum, reason]) => correct(token, sum, reason)));
    expect(answers.map(({ httpStatus }) => httpStatus)).toEqual([200, 200, 200, 200]);
    const { actions: kept } = await actions({ kind: correctLedger.path });
    for (const [, sum, reason] of asked) {
      const [action, ...more] = kept.filter(({ why }) => why === reason);
      expect(more).toEqual([]);
      expect(action?.changeCount).toBe(1);
      const sums = action?.changes.flatMap(({ fields }) => fields.filter(({ name }) => name === 'Сума'));
      expect(sums).toEqual([{ name: 'Сума', before: null, after: sum }]);
    }
  });

  test.each(['1234.56', '1 234,56', '1\u00a0234,56', '1234,56'])(
    'is found by the sum %s, in the list and in its file',
    async (words) => {
      const token = await cabinet.signIn([], 'admin', ['billing']);
      await correct(token, '1234.56', 'За перерахунком');
      expect(new Set(await found(words))).toEqual(new Set(['За перерахунком']));
      expect(await exported({ words })).toContain('За перерахунком');
    },
  );

  test('is found by the number of an act and by the account; signs of a pattern stand for themselves', async () => {
    const token = await cabinet.signIn([], 'admin', ['billing']);
    const { accountNumber: account } = await makeAccount(cabinet.billingDb);
    const act = { actNumber: 'ПК_77/2026', drawnOn: '2026-10-12', kind: 'bypass', clause: 'пп. 5 п. 8.2.4' };
    const facts = {
      place: 'кв. 2',
      meterSerial: null,
      found: 'Підключення "повз" лічильник',
      present: ['споживач'],
    };
    const drawn = await cabinet.post(drawUpAct, { token, account, ...act, ...facts, requestId: newId() });
    expect(drawn.httpStatus).toBe(200);
    for (const words of ['ПК_77/2026', 'пк_77', account, '"повз"'])
      expect(await found(words)).toEqual([drawUpAct.path]);
    for (const words of ['ПК%77', 'ПКЯ77', 'К\\_77']) expect(await found(words)).toEqual([]);
  });

  test('is not found while it is away, which the list says beside what the portal knows', async () => {
    const billing = () => Promise.reject(new BillingUnavailable(502, undefined));
    const away = { db: cabinet.portalDb, billing };
    const page = await listStaffActions(away, { words: 'Бойко Олена' });
    expect(page).toMatchObject({ isBillingAway: true, isSearchCut: false });
    expect(page).toMatchObject({ actions: [{ call: createAdmin.path, changes: [{ what: 'olena' }] }] });
    expect(await listStaffActions(away, { words: '1234.56' })).toMatchObject({
      isBillingAway: true,
      actions: [],
    });
    const file = await listAllStaffActions(away, { words: 'Бойко Олена' });
    expect(file).toMatchObject({ isBillingAway: true, actions: [{ call: createAdmin.path }] });
    expect(staffActionsTable(file.actions, true).columns).toContainEqual(
      expect.objectContaining({ title: expect.stringContaining('не відповідав') }),
    );
  });
});

test('the list is append-only, and a call whose action cannot be noted is not made', async () => {
  const superuser = connectDatabase<DB>({ url: cabinet.adminUrl, poolSize: 1 });
  await expect(superuser.db.deleteFrom('portal.staff_action').execute()).rejects.toThrow('append-only');
  await expect(
    superuser.db.updateTable('portal.staff_action').set({ outcome: 'success' }).execute(),
  ).rejects.toThrow('append-only');
  await superuser.db.schema.alterTable('portal.staff_action').renameTo('hidden_action').execute();
  const { httpStatus } = await note();
  await superuser.db.schema.alterTable('portal.hidden_action').renameTo('staff_action').execute();
  await superuser.close();
  expect(httpStatus).toBeGreaterThanOrEqual(500);
  const { body } = await cabinet.post(openDesk, { token: operator, ...ticket });
  expect(body.conversation.notes).toHaveLength(1);
});

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', '2026-99-99T10:00:00Z', '2026-02-31'])(
  'the list and its file show a message with the title %s',
  async (title) => {
    const sent = await cabinet.post(addServiceNotice, {
      token: await cabinet.signIn([], 'admin', ['content']),
      ...{ text: title, pages: ['*'], audience: 'everybody', position: 5, requestId: newId() },
      ...{ from: '2026-11-21T10:00:00Z', until: '2026-11-22T10:00:00Z' },
    });
    expect(sent.httpStatus).toBe(200);
    const [newest] = (await actions()).actions;
    expect(newest?.changes[0]?.fields).toContainEqual({ name: 'Текст', before: null, after: title });
    const file = await cabinet.post(exportStaffActions, { token: owner, format: 'csv' });
    expect(file.httpStatus).toBe(200);
  },
);
