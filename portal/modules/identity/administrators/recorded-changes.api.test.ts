import { beforeAll, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { dropStatement, openStatement } from '#contract/bank-statements.ts';
import { addAnswerTemplate, changeAnswerTemplate } from '#contract/conversations/answer-templates.ts';
import { createTicket } from '#contract/conversations.ts';
import { changeDesk, replyAtDesk } from '#contract/desk.ts';
import { setAdminPassword } from '#contract/identity/administrator-links.ts';
import { createAdmin } from '#contract/identity/administrators.ts';
import { changePassword } from '#contract/identity/profile.ts';
import {
  beginSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
} from '#contract/identity/second-factor.ts';
import { endAllSessions } from '#contract/identity/sessions.ts';
import { signInAdmin } from '#contract/identity/sign-in.ts';
import { listStaffActions } from '#contract/identity/staff-actions.ts';
import { startViewing } from '#contract/identity/viewings.ts';
import { openImport } from '#contract/import.ts';
import { addServiceNotice, changeServiceNotice, endServiceNotice } from '#contract/notices/manage-notices.ts';
import { recallMessage, sendMessage } from '#contract/supplier-messages/send-messages.ts';
import { masterDataChangeSchema } from '#contract/values/master-data.ts';
import { actStateField } from '#contract/values/violation-act.ts';
import { violationKinds } from '#domain/violation-acts/violation-kinds.ts';
import { staffActions as volumeActions } from '#domain/volumes/request-states.ts';
import { newId } from '#platform/uuid.ts';
import { seedTopics } from '#portal/modules/conversations/public.ts';
import { basicPair } from '#portal/testing/callers/code-caller.ts';
import { lastAdminKeyTo } from '#portal/testing/callers/last-admin-link.ts';
import { identityOf } from '#portal/testing/callers/sign-in-dependent.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { shown } from '../second-factor/testing/factor-fixture.ts';
import { changeWords } from './change-words.template.ts';

let owner: string;
const reason = 'Перевірка журналу';
const password = 'Kalyna-2026-lystopad';

const cabinet = provideTestApp({ hasSupplier: true });

beforeAll(async () => {
  await seedTopics(cabinet.portalDb);
  owner = await cabinet.signIn([], 'admin', ['owner']);
});

const listActions = async (filter: object = {}) =>
  (await cabinet.post(listStaffActions, { token: owner, ...filter })).body.actions;
/** The newest action: its words, and what it changed as "name: before → after", by name. */
async function newest(filter: object = {}) {
  const [action] = await listActions(filter);
  return {
    what: action?.what,
    outcome: action?.outcome,
    changes: action?.changes.map(({ what, fields }) => [
      what,
      ...fields.map(({ name, before, after }) => `${name}: ${before ?? '–'} → ${after ?? '–'}`).toSorted(),
    ]),
  };
}

test('listStaffActions has changes of own access: password, second factor, sessions', async () => {
  const card = { email: 'marta@svitlo.example', fullName: 'Марта', roles: ['operator'], dualAuth: false };
  await cabinet.post(createAdmin, { token: owner, login: 'marta', ...card });
  const key = await lastAdminKeyTo(cabinet, 'marta@svitlo.example');
  await cabinet.post(setAdminPassword, { key }, basicPair('marta', password));
  expect(await newest()).toEqual({
    what: 'Пароль задано за посиланням',
    outcome: 'done',
    changes: [['marta', 'Завершено сеансів: – → 0', 'Пароль змінено: – → так']],
  });
  const signedIn = await cabinet.post(signInAdmin, { login: 'marta' }, basicPair('marta', password));
  const { token } = signedIn.body.user;
  const login = 'marta';
  const next = 'Inshe-slovo-2026-hruden';
  const refused = { token, old_pass: 'ne-toi-parol', new_pass: next };
  await cabinet.post(changePassword, refused as never);
  expect(await newest({ login })).toEqual({ what: 'Зміна свого пароля', outcome: 'refused', changes: [] });
  const changed = await cabinet.post(changePassword, { token, old_pass: password, new_pass: next } as never);
  expect(changed.httpStatus).toBe(200);
  expect(await newest({ login })).toMatchObject({
    outcome: 'done',
    changes: [['marta', 'Завершено сеансів: – → 0', 'Пароль змінено: – → так']],
  });
  const begun = await cabinet.post(beginSecondFactor, { token, method: 'totp', password: next });
  const code = shown(begun.body.secret ?? '', cabinet.clock.now());
  const enabled = await cabinet.post(enableSecondFactor, { token, method: 'totp', code });
  expect(enabled.httpStatus).toBe(200);
  expect(await newest({ login })).toEqual({
    what: 'Своє підтвердження входу ввімкнено',
    outcome: 'done',
    changes: [['marta', 'Підтвердження входу: немає → застосунок']],
  });
  const [recovery = ''] = enabled.body.recoveryCodes;
  await cabinet.post(disableSecondFactor, { token, password: next, code: recovery });
  expect(await newest({ login })).toEqual({
    what: 'Своє підтвердження входу вимкнено',
    outcome: 'done',
    changes: [['marta', 'Підтвердження входу: застосунок → немає']],
  });
  await cabinet.post(endAllSessions, { token, keepThis: false });
  expect(await newest({ login })).toMatchObject({ changes: [['marta', 'Завершено сеансів: – → 1']] });
});

test('listStaffActions has no changes of customers to their own access', async () => {
  const before = (await listActions()).length;
  await cabinet.post(endAllSessions, { token: await cabinet.signIn([]), keepThis: false });
  expect(await listActions()).toHaveLength(before);
});

test('service messages, templates and messages to customers are listed with before and after', async () => {
  const token = await cabinet.signIn([], 'admin', ['content']);
  const [text, pages, from] = ['Роботи в суботу', ['*'], '2026-11-21T10:00:00.000Z'];
  const notice = { text, pages, audience: 'person', from, until: null, position: 5 } as const;
  const { body } = await cabinet.post(addServiceNotice, { token, ...notice, requestId: newId() });
  expect((await newest()).changes).toEqual([
    [
      'Службовий рядок',
      'Для кого: – → побутові клієнти',
      'Кінець: – → —',
      'Місце: – → 5',
      'Початок: – → 21.11.2026 12:00',
      'Сторінки: – → усі сторінки',
      'Текст: – → Роботи в суботу',
    ],
  ]);
  const { id } = body.notice;
  const other = { ...notice, text: 'Роботи в неділю' };
  await cabinet.post(changeServiceNotice, { token, ...other, id, revision: 1 });
  expect((await newest()).changes).toEqual([['Службовий рядок', 'Текст: Роботи в суботу → Роботи в неділю']]);
  await cabinet.post(endServiceNotice, { token, id, revision: 2 });
  expect((await newest()).changes?.[0]).toContain('Кінець: — → 20.11.2026 12:00');

  const template = { topicId: null, title: 'Вітання', text: 'Добрий день' };
  const added = await cabinet.post(addAnswerTemplate, { token, ...template, requestId: newId() });
  const changed = { ...template, text: 'Вітаємо', isActive: true };
  await cabinet.post(changeAnswerTemplate, { token, ...changed, id: added.body.template.id, revision: 1 });
  expect((await newest()).changes).toEqual([['Шаблон відповіді', 'Текст: Добрий день → Вітаємо']]);

  const { accountNumber } = await makeAccount(cabinet.billingDb);
  const message = { title: 'Графік', text: 'Таємний текст', accounts: [accountNumber] };
  const sent = await cabinet.post(sendMessage, { token, ...message, requestId: newId() });
  expect((await newest()).changes).toEqual([
    [
      'Повідомлення клієнтам',
      'Коли надіслати: – → 20.11.2026 12:00',
      'Назва: – → Графік',
      'Отримувачів: – → 1',
    ],
  ]);
  await cabinet.post(recallMessage, { token, messageId: sent.body.messageId, reason });
  expect((await newest()).changes?.[0]).toContainEqual(expect.stringContaining('→ відкликано'));
});

test('changes of a conversation at the desk are listed with its number', async () => {
  const { accountNumber: account } = await makeAccount(cabinet.billingDb);
  const asked = { topicId: 'billCheck', fields: [{ name: 'period', value: '2026-10' }], requestId: newId() };
  const said = { title: 'Неправильна сума', text: 'Таємні слова листа', fileIds: [] };
  const own = { token: await cabinet.signIn([account], 'person'), account };
  const { body } = await cabinet.post(createTicket, { ...own, ...asked, ...said });
  const { id, number } = body.ticket;
  const token = await cabinet.signIn([], 'admin', ['operator']);
  const change = { kind: 'state', act: 'take' } as const;
  await cabinet.post(changeDesk, { token, conversations: [{ account, id }], change });
  expect((await newest()).changes).toEqual([
    ['Звернення', `Номери звернень: – → ${number}`, 'Стан звернення: щойно надійшло → в роботі'],
  ]);
  const reply = { account, id, text: 'Перевірили', act: 'answer', fileIds: [], lastSeenSeq: 1 } as const;
  await cabinet.post(replyAtDesk, { token, ...reply, clientId: newId() });
  const [listed] = (await newest()).changes ?? [];
  expect(listed).toContain('Стан звернення: в роботі → відповідь надано');
  expect(JSON.stringify(await listActions())).not.toContain('Перевірили');
});

test('bank statements and imports are listed with their number and file', async () => {
  const token = await cabinet.signIn([], 'admin', ['billing']);
  const opened = await cabinet.post(openImport, { token, files: [{ name: 'accounts.csv', byteCount: 10 }] });
  const number = opened.body.import.importNumber;
  expect((await newest()).changes).toEqual([
    ['Новий імпорт', `Номер імпорту: – → ${number}`, 'Файли: – → accounts.csv'],
  ]);
  const file = { format: 'kiosk-daily', fileName: 'terminals.csv', byteCount: 10 };
  const { statement } = (await cabinet.post(openStatement, { token, ...file })).body;
  await cabinet.post(dropStatement, { token, statement: statement.statement });
  expect((await newest()).changes).toEqual([
    [
      'Виписку банку прибрано',
      `Виписка: – → ${statement.statement}`,
      'Стан: приймаємо файли → —',
      'Файл: – → terminals.csv',
    ],
  ]);
});

test('a viewing that expires is listed with its end; changes tried in it are not own changes of the viewer', async () => {
  const { accountNumber } = await makeAccount(cabinet.billingDb);
  const customer = await cabinet.signIn([accountNumber]);
  const customerId = await identityOf(cabinet, customer);
  const token = await cabinet.signIn([], 'admin', ['operator']);
  const { body } = await cabinet.post(startViewing, { token, customerId, reason });
  expect((await newest()).changes?.[0]).toContain('Кінець: – → 20.11.2026 12:30');
  await cabinet.post(endAllSessions, { token: body.user.token, keepThis: false });
  expect(await newest()).toMatchObject({
    what: 'Спроба змінити щось у кабінеті клієнта',
    outcome: 'refused',
  });
});

/** A word of a code: letters of which none is Ukrainian. */
const latin = /[A-Za-z]{2,}/;
const wordsOf = (subject: string, after: Readonly<Record<string, unknown>>) =>
  changeWords({ subject, account: null, before: null, after });

test('changeWords has Ukrainian words for every code of the billing audit', () => {
  const kinds = masterDataChangeSchema.def.options.map(({ def }) => String(def.shape.kind.def.values[0]));
  for (const subject of [
    ...kinds.map((kind) => `masterData.${kind}`),
    ...volumeActions.map((action) => `volumes.${action}`),
    ...['changed', 'proposed', 'confirmed', 'withdrawn'].map((step) => `supplier.${step}`),
    ...['opened', 'booked', 'dropped', 'assigned', 'foreign', 'undone'].map((step) => `statement.${step}`),
  ])
    expect(wordsOf(subject, {}).what).not.toMatch(latin);
  for (const state of Object.values(actStateField.def.entries))
    expect(wordsOf('violationAct.decided', { state }).fields[0]?.after).not.toMatch(latin);
  for (const kind of violationKinds)
    expect(wordsOf('violationAct.drawn', { kind }).fields[0]?.after).not.toMatch(latin);
  const basis = {
    volume: { kind: 'byPower', watts: 2000, hoursPerDay: 8 },
    amount: { kind: 'byPrice', price: '4.32' },
  };
  const parts = [
    ['2026-12-01', '100.00'],
    ['2027-01-01', '50.00'],
  ].map(([dueOn, sum]) => ({ dueOn, sum }));
  const after = { basis, instalments: parts };
  expect(wordsOf('violationAct.decided', after).fields.map(({ after: words }) => words)).toEqual([
    'Обсяг: Вид: за потужністю, потужність, Вт: 2000, годин на добу: 8, Сума: Вид: за ціною, Ціна: 4.32',
    'Сплатити до: 01.12.2026, Сума: 100.00; Сплатити до: 01.01.2027, Сума: 50.00',
  ]);
});

test('changeWords shows a change raw that has no words', () => {
  expect(wordsOf('content', { blocks: [{ kind: 'steps' }] })).toEqual({
    what: 'content',
    fields: [{ name: 'blocks', before: null, after: '[{"kind":"steps"}]' }],
  });
});
