import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { openChat, sendChatMessage } from '#contract/conversations/chat.ts';
import { createTicket, getTicket } from '#contract/conversations.ts';
import type { InputOf } from '#contract/define-call.ts';
import type { AdminRole } from '#contract/identity/admin-roles.ts';
import { listStaffActions } from '#contract/identity/staff-actions.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import {
  addTermChange,
  listTermChanges,
  previewTermChange,
  type TermContent,
  undoTermChange,
} from '#contract/service-terms/term-changes.ts';
import { listServiceTerms } from '#contract/service-terms.ts';
import { instantFromIso, instantToIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { seedTopics } from '#portal/modules/conversations/public.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

// A Friday at noon.
const start = '2026-11-20T10:00:00Z';

const app = provideTestApp({ now: start, hasSupplier: true });

beforeAll(() => seedTopics(app.portalDb));
beforeEach(() => app.clock.set(instantFromIso(start)));

/** Sessions of administrators end soon by the clock that the tests set. */
const signIn = (...roles: AdminRole[]) => app.signIn([], 'admin', roles);
const list = async () => (await app.post(listTermChanges, { token: await signIn('operator') })).body;
type Terms = Awaited<ReturnType<typeof list>>;

function inForce<Kind extends TermContent['kind']>({ inForce: all }: Terms, kind: Kind, code = 'BILL_CHECK') {
  const found = all.find(
    ({ content }) => content.kind === kind && (content.kind !== 'standard' || content.code === code),
  );
  if (found === undefined) throw new Error(`no ${kind} in force`);
  return found.content as Extract<TermContent, { kind: Kind }>;
}

async function add(content: TermContent, more: Partial<InputOf<typeof addTermChange>> = {}) {
  return app.post(addTermChange, {
    token: await signIn('owner'),
    content,
    validFrom: '2026-12-01',
    revision: (await list()).revision,
    reason: 'Наказ 12',
    requestId: newId(),
    ...more,
  });
}

const undo = async (changeId: string | undefined) =>
  app.post(undoTermChange, { token: await signIn('owner'), changeId: changeId ?? '', reason: 'Помилка' });
const preview = async (content: TermContent) =>
  app.post(previewTermChange, { token: await signIn('owner'), content });
const conflict = (code: 'rules.laterPlanned' | 'rules.tooLateToUndo', params = {}) => ({
  ...{ httpStatus: 409, body: { code, message: formatMessage(code, params) } },
});

/** Takes back what a test has planned, the latest first. */
async function undoAll() {
  app.clock.set(instantFromIso(start));
  for (const { changeId } of (await list()).changes.filter(({ state }) => state === 'planned').toReversed())
    expect((await undo(changeId)).httpStatus).toBe(200);
}

const withDayOff = (content: Extract<TermContent, { kind: 'calendar' }>, day: string) => ({
  ...content,
  days: [...content.days, { day, kind: 'dayOff' as const }],
});

async function openTicket() {
  const { accountNumber: account } = await makeAccount(app.billingDb);
  // The session lasts to the day of the version.
  app.clock.set(instantFromIso('2026-11-30T22:00:00Z'));
  const token = await app.signIn([account]);
  app.clock.set(instantFromIso(start));
  const asked = { topicId: 'other', title: 'Питання про рахунок', fields: [], text: 'Питання', fileIds: [] };
  const { body } = await app.post(createTicket, { token, account, ...asked, requestId: newId() });
  return { token, account, id: body.ticket.id, number: body.ticket.number };
}

const dueOf = async ({ number: _, ...own }: Awaited<ReturnType<typeof openTicket>>) =>
  (await app.post(getTicket, own)).body.ticket.dueOn;

test('what the supplier began with is in force, and a version can count from tomorrow on', async () => {
  const terms = await list();
  expect(terms).toMatchObject({ revision: 0, earliest: '2026-11-21', latest: '2028-11-20', changes: [] });
  expect(terms.inForce).toHaveLength(14);
  const minutes = { answerMinutes: 5, ticketAfterMinutes: 30, endsAfterMinutes: 1440 };
  expect(inForce(terms, 'chat')).toEqual({ kind: 'chat', opensAt: '09:00', closesAt: '18:00', ...minutes });
  expect(inForce(terms, 'compensation')).toMatchObject({ dueDays: 45, basis: 'NEURC 375, 5.1' });
  expect(inForce(terms, 'standard', 'APPEAL_SIMPLE')).toMatchObject({
    days: 15,
    extensionDays: 45,
    compensation: { household: '200.00', afterDays: 30 },
  });
});

test('a day off counts for what is received from its version on; what was received before keeps its last day', async () => {
  const before = await openTicket();
  expect(await dueOf(before)).toBe('2026-12-21');
  const calendar = inForce(await list(), 'calendar');
  // The last day of what is received on 1 December is 31 December.
  const shown = await preview(withDayOff(calendar, '2026-12-21'));
  const counts = { of: 1, earlier: 0, later: 1, mostEarlier: 0, mostLater: 1 };
  const { token: _, ...ticket } = before;
  const moved = { ...ticket, code: 'APPEAL', dueOn: '2026-12-21', wouldBeDueOn: '2026-12-22' };
  const kinds = [{ code: 'APPEAL', ...counts }];
  expect(shown.body.requests).toEqual({ ...counts, kinds, toEarlier: [], toLater: [moved] });
  const none = { of: 1, earlier: 0, later: 0, toEarlier: [], toLater: [] };
  expect((await preview(withDayOff(calendar, '2026-12-22'))).body.requests).toMatchObject(none);
  const { body } = await add(withDayOff(calendar, '2026-12-31'));
  const planned = { state: 'planned', validFrom: '2026-12-01', reason: 'Наказ 12', canUndo: true };
  expect(body.changes[0]).toMatchObject(planned);
  expect(inForce(body, 'calendar')).toEqual(calendar);
  const promised = async () =>
    (await app.post(listServiceTerms, {})).body.standards.find(({ code }) => code === 'APPEAL');
  app.clock.set(instantFromIso('2026-11-30T21:59:00Z'));
  expect(await promised()).toMatchObject({ receivedOn: '2026-12-01', dueOn: '2026-12-31' });
  // Midnight in Kyiv: the same day of receipt, by the version that counts from then on.
  app.clock.set(instantFromIso('2026-11-30T22:00:00Z'));
  expect(await promised()).toMatchObject({ receivedOn: '2026-12-01', dueOn: '2027-01-01' });
  const terms = await list();
  expect(inForce(terms, 'calendar').days).toContainEqual({ day: '2026-12-31', kind: 'dayOff' });
  expect(terms.changes[0]).toMatchObject({ state: 'inForce', canUndo: false });
  expect(await dueOf(before)).toBe('2026-12-21');
  expect(await undo(terms.changes[0]?.changeId)).toMatchObject(conflict('rules.tooLateToUndo'));
  const { rows } = await sql`select c.subject, c.before, c.after, a.call, a.reason from portal.staff_change c
    join portal.staff_action a using (reference)`.execute(app.portalDb);
  expect(rows).toEqual([
    {
      subject: 'Робочий календар',
      before: { specialDays: [] },
      after: { validFrom: '01.12.2026', specialDays: ['31.12.2026 dayOff'] },
      call: '/api/admin/service-terms/add',
      reason: 'Наказ 12',
    },
  ]);
  const { actions } = (await app.post(listStaffActions, { token: await signIn('owner') })).body;
  expect(actions.find(({ call }) => call === addTermChange.path)?.changes).toEqual([
    {
      what: 'Робочий календар',
      fields: [
        { name: 'Особливі дні', before: '—', after: '31.12.2026 вихідний' },
        { name: 'Діє з', before: null, after: '01.12.2026' },
      ],
    },
  ]);
});

test('the hours of chats change on their day, and a customer sees the next working day', async () => {
  app.clock.set(instantFromIso(start));
  const { accountNumber: account } = await makeAccount(app.billingDb);
  const hours = async () =>
    (await app.post(openChat, { token: await app.signIn([account]), account })).body.hours;
  const message = { account, text: 'Доброго дня', fileIds: [], clientId: newId() };
  await app.post(sendChatMessage, { token: await app.signIn([account]), ...message });
  const chat = inForce(await list(), 'chat');
  const longer = { ...chat, opensAt: '12:30', closesAt: '24:00', answerMinutes: 10 };
  const toOutside = [{ account, openedAt: instantToIso(instantFromIso(start)) }];
  const chats = { of: 1, before: 1, after: 0, toInside: [], toOutside };
  expect((await preview(longer)).body).toMatchObject({ requests: null, chats });
  expect((await add(longer, { validFrom: '2026-11-21' })).httpStatus).toBe(200);
  const now = { isOpen: true, closesAt: '2026-11-20T16:00:00.000Z', answerMinutes: 5 };
  expect(await hours()).toMatchObject(now);
  app.clock.set(instantFromIso('2026-11-20T17:00:00Z'));
  // Saturday and Sunday are off.
  expect(await hours()).toMatchObject({ isOpen: false, opensAt: '2026-11-23T10:30:00.000Z' });
  app.clock.set(instantFromIso('2026-11-23T21:59:00Z'));
  const then = { isOpen: true, closesAt: '2026-11-23T22:00:00.000Z', answerMinutes: 10 };
  expect(await hours()).toMatchObject(then);
});

test('the term of one kind of request and of compensations are versions of their own', async () => {
  const standard = { ...inForce(await list(), 'standard', 'APPEAL'), days: 20 };
  expect((await preview(standard)).body).toMatchObject({
    requests: { of: 1, earlier: 1, later: 0 },
    chats: null,
  });
  expect((await add({ ...standard, basis: 'Наказ 12' })).httpStatus).toBe(200);
  const due: TermContent = { kind: 'compensation', dueDays: 30, basis: 'Наказ 12' };
  expect((await preview(due)).body).toMatchObject({ requests: null, chats: null });
  expect((await add(due)).httpStatus).toBe(200);
  const data = inForce(await list(), 'standard', 'DATA');
  expect((await add({ ...data, compensation: null }, { validFrom: '2026-12-02' })).httpStatus).toBe(200);
  app.clock.set(instantFromIso('2026-12-02T10:00:00Z'));
  const terms = await list();
  expect(inForce(terms, 'standard', 'APPEAL')).toMatchObject({ days: 20, basis: 'Наказ 12' });
  expect(inForce(terms, 'standard', 'DATA').compensation).toBeNull();
  expect(inForce(terms, 'standard')).toMatchObject({ days: 5 });
  expect(inForce(terms, 'compensation')).toEqual(due);
});

test('a planned version is undone with a reason, the last one first, and another takes its day', async () => {
  const data = inForce(await list(), 'standard', 'PERSONAL');
  const first = await add({ ...data, days: 25 }, { validFrom: '2027-01-11' });
  const changeId = first.body.changes.find(({ validFrom }) => validFrom === '2027-01-11')?.changeId;
  await add({ ...data, days: 20 }, { validFrom: '2027-02-01' });
  const later = conflict('rules.laterPlanned', { date: '01.02.2027' });
  for (const validFrom of ['2027-01-20', '2027-02-01'])
    expect(await add({ ...data, days: 10 }, { validFrom })).toMatchObject(later);
  expect(await undo(changeId)).toMatchObject(later);
  const planned = (await list()).changes.filter(({ validFrom }) => validFrom > '2027');
  expect(planned).toMatchObject([false, true].map((canUndo) => ({ state: 'planned', canUndo })));
  await undoAll();
  const undone = await undo(changeId);
  expect(undone.body.changes.find((one) => one.changeId === changeId)).toMatchObject({
    state: 'undone',
    undone: { reason: 'Помилка' },
  });
  expect(undone.body.revision).toBe((await list()).revision);
  expect((await add({ ...data, days: 10 }, { validFrom: '2027-01-11' })).httpStatus).toBe(200);
  app.clock.set(instantFromIso('2027-01-11T10:00:00Z'));
  expect(inForce(await list(), 'standard', 'PERSONAL').days).toBe(10);
  expect((await undo(newId())).httpStatus).toBe(404);
});

test('of two owners at once the second sees what the first has saved; other kinds do not meet', async () => {
  const terms = await list();
  const chat = inForce(terms, 'chat');
  const { revision } = terms;
  const both = await Promise.all(
    [40, 50].map((ticketAfterMinutes) =>
      add({ ...chat, ticketAfterMinutes }, { revision, validFrom: '2027-03-01' }),
    ),
  );
  expect(both.map(({ httpStatus }) => httpStatus).toSorted()).toEqual([200, 409]);
  const late = both.find(({ httpStatus }) => httpStatus === 409);
  expect(late?.body).toMatchObject({
    code: 'rules.changedMeanwhile',
    message: formatMessage('rules.changedMeanwhile'),
    details: { changes: [{ validFrom: '2027-03-01', state: 'planned' }] },
  });
  const quality = { ...inForce(terms, 'standard', 'QUALITY'), days: 2 };
  expect((await add(quality, { revision, validFrom: '2027-03-01' })).httpStatus).toBe(200);
  await undoAll();
});

test('refuses a version of today, of a day in three years, of nothing new and of a standard that there is not', async () => {
  const terms = await list();
  const chat = inForce(terms, 'chat');
  const code = async (content: TermContent, validFrom = '2027-05-03') =>
    (await add(content, { validFrom })).body.code;
  for (const day of ['2026-11-20', '2029-11-20'])
    expect(await code({ ...chat, answerMinutes: 7 }, day)).toBe('rules.dayOutOfRange');
  expect(await code(chat)).toBe('rules.nothingChanged');
  const unknown = { ...inForce(terms, 'standard'), code: 'NONE' };
  expect(await code(unknown)).toBe('common.notFound');
  expect((await preview(unknown)).httpStatus).toBe(404);
});

const compensated = { household: '1.00', smallBusiness: '1.00', other: '1.00', afterDays: 5 };
const wholeWeek = [1, 2, 3, 4, 5, 6, 7];
const eve = '2027-01-06';
test.each<[string, string, (terms: Terms) => TermContent]>([
  ['hours that end early', 'closesAt', (terms) => ({ ...inForce(terms, 'chat'), closesAt: '08:00' })],
  [
    'an early ticket',
    'ticketAfterMinutes',
    (terms) => ({ ...inForce(terms, 'chat'), ticketAfterMinutes: 3 }),
  ],
  ['a day twice', 'days', (terms) => withDayOff(withDayOff(inForce(terms, 'calendar'), eve), eve)],
  [
    'no day of work',
    'weeklyDaysOff',
    (terms) => ({ ...inForce(terms, 'calendar'), weeklyDaysOff: wholeWeek }),
  ],
  [
    'an extension within the term',
    'extensionDays',
    (terms) => ({ ...inForce(terms, 'standard', 'APPEAL_SIMPLE'), extensionDays: 15 }),
  ],
  [
    'a compensation before the end of the term',
    'compensation.afterDays',
    (terms) => ({ ...inForce(terms, 'standard'), compensation: compensated }),
  ],
])('refuses %s at its field %s', async (_, path, content) => {
  const answer = await add(content(await list()));
  expect(outcomeOf(answer)).toBe('400 common.badRequest');
  expect(JSON.stringify(answer.body)).toContain(`content.${path}`);
});

test('in the last half minute of a day nothing is planned for the next one, and nothing of it is undone', async () => {
  const content = { ...inForce(await list(), 'standard', 'READING'), days: 2 };
  app.clock.set(instantFromIso('2027-06-01T20:59:29Z'));
  const { body } = await add(content, { validFrom: '2027-06-02' });
  const { changeId } = body.changes[0] ?? {};
  app.clock.set(instantFromIso('2027-06-01T20:59:31Z'));
  expect((await undo(changeId)).body.code).toBe('rules.tooLateToUndo');
  const other = { ...inForce(await list(), 'standard', 'READING_RESULT'), days: 6 };
  expect((await add(other, { validFrom: '2027-06-02' })).body.message).toBe(
    formatMessage('rules.dayOutOfRange', { from: '03.06.2027', to: '01.06.2029' }),
  );
});

test('the database refuses every change beside the versions, and of a version everything but undoing it in time', async () => {
  const run = (statement: string) => sql.raw(statement).execute(app.portalDb);
  const tables = ['work_calendar', 'work_calendar_day', 'service_standard', 'chat_rule', 'compensation_rule'];
  for (const table of tables) {
    await expect(run(`delete from portal.${table}`)).rejects.toThrow('service_term_change alone');
    await expect(run(`truncate portal.${table} cascade`)).rejects.toThrow('service_term_change alone');
  }
  await expect(run(`update portal.chat_rule set closes_at = '24:00'`)).rejects.toThrow('alone');
  await expect(
    run(`insert into portal.work_calendar_day (version, day, kind) values (1, '2026-12-30', 'dayOff')`),
  ).rejects.toThrow('alone');
  await expect(run(`delete from portal.service_term_change`)).rejects.toThrow('only undone');
  await expect(run(`truncate portal.service_term_change`)).rejects.toThrow('only undone');
  await expect(run(`update portal.service_term_change set reason = 'x'`)).rejects.toThrow('only undone');
  await expect(
    run(`update portal.service_term_change set undone_number = 1000, undone_at = valid_from, undone_by = author_id,
      undone_reason = 'x' where undone_at is null and saved_number = (select max(saved_number)
        from portal.service_term_change where undone_at is null)`),
  ).rejects.toThrow('service_term_change_undone_before_check');
});
