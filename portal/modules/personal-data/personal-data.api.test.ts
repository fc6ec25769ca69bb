import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeWorkedMonth } from '#billing/testing/closing/make-worked-month.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { addTicketFile, createTicket } from '#contract/conversations.ts';
import { actOnCustomer, getCustomer } from '#contract/customers.ts';
import { noteAtDesk, replyAtDesk } from '#contract/desk.ts';
import { giveFeedback } from '#contract/feedback.ts';
import { signInPerson } from '#contract/identity/sign-in.ts';
import { startViewing } from '#contract/identity/viewings.ts';
import { exportPersonalData, getErasure, requestErasure, withdrawErasure } from '#contract/personal-data.ts';
import type { Instant } from '#domain/time/instant.ts';
import { text, typedSql, uuid } from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';
import { openFileStore } from '#portal/gateways/files/open-file-store.ts';
import { insertStoredFile } from '#portal/gateways/files/stored-files.ts';
import { retentionKinds } from '#portal/retention.ts';
import { basicPair } from '#portal/testing/callers/code-caller.ts';
import { identityOf } from '#portal/testing/callers/sign-in-dependent.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { smallJpeg } from '#portal/testing/make-picture.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';
import { seedTopics } from '../conversations/public.ts';
import { createPersonIdentity } from '../identity/public.ts';
import { eraseDuePersons } from './public.ts';

const start = Date.parse('2026-11-20T10:00:00Z') as Instant;
const dayMs = 24 * 3_600_000;
const password = 'Пароль: Світло-2026';

let cabinet: TestApp;
let folder: string;
let files: ReturnType<typeof openFileStore>;
let account: string;
let operator: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'personal-data-'));
  const environment = { SVITLO_DATA: folder, WORK_SECONDS: '0', CLAMD: 'off' };
  cabinet = await startTestApp('2026-11-20T10:00:00Z', environment);
  files = openFileStore({ dataFolder: folder });
  await makeSupplier(cabinet.billingDb);
  await seedTopics(cabinet.portalDb);
  account = (await makeWorkedMonth(cabinet.billingDb, cabinet.url)).accountNumber;
  operator = await cabinet.signIn([], 'admin', ['operator']);
});
afterAll(async () => {
  await cabinet.close();
  await rm(folder, { recursive: true, force: true });
});

interface Person {
  readonly phone: string;
  readonly email: string;
  readonly surname: string;
  readonly token: string;
  readonly identityId: string;
}

const signIn = (phone: string) =>
  cabinet.post(signInPerson, { phone, userType: 'person' }, basicPair(phone, password));

/** A person with names and confirmed contacts who has the account. */
async function makePerson(phone: string, email: string, surname: string): Promise<Person> {
  await createPersonIdentity(cabinet.portalDb, { phone, password, email, accounts: [account] });
  await sql`
    update portal.identity set surname = ${surname}, name = 'Соломія', phone_confirmed_at = created_at,
           email_confirmed_at = created_at where phone = ${phone}`.execute(cabinet.portalDb);
  const { token } = (await signIn(phone)).body.user;
  return { phone, email, surname, token, identityId: await identityOf(cabinet, token) };
}

const tell = ({ surname, phone, email }: Person) => `Це Соломія ${surname}, ${phone}, ${email}`;

/** A ticket whose texts name the person everywhere where something can be typed, with a file; returns both ids. */
async function openTicket(person: Person) {
  const own = { token: person.token, account };
  const added = { ...own, file: Buffer.from('%PDF-1.7 паспорт'), name: `паспорт ${person.surname}.pdf` };
  const fileId = (await cabinet.post(addTicketFile, { ...added, requestId: newId() })).body.file.id;
  const question = { topicId: 'other', title: `Питання ${person.phone}`, text: tell(person), fields: [] };
  const { body } = await cabinet.post(createTicket, {
    ...own,
    ...question,
    fileIds: [fileId],
    requestId: newId(),
  });
  const key = { token: operator, account, id: body.ticket.id };
  await cabinet.post(noteAtDesk, { ...key, text: `Передзвонити: ${tell(person)}`, noteId: newId() });
  return { fileId, key };
}

async function answerTicket({ key }: Awaited<ReturnType<typeof openTicket>>, person: Person): Promise<void> {
  const said = { text: `Шановна Соломіє! ${person.phone}`, act: 'answer', lastSeenSeq: 1 };
  const { httpStatus } = await cabinet.post(replyAtDesk, { ...key, ...said, fileIds: [], clientId: newId() });
  expect(httpStatus).toBe(200);
}

async function addPhoto(): Promise<string> {
  const fileId = newId();
  await files.put(fileId, smallJpeg);
  const storedAt = '2026-11-20T09:00:00Z';
  const photo = {
    fileId,
    accountNumber: account,
    contentType: 'image/jpeg',
    purpose: 'photo',
    storedAt,
  } as const;
  await insertStoredFile(cabinet.portalDb, { ...photo, byteCount: smallJpeg.length });
  return fileId;
}

async function exportOf(token: string): Promise<Readonly<Record<string, string>>> {
  const response = await cabinet.download(exportPersonalData, { token });
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/zip']);
  const unpacked = Object.entries(unzipSync(new Uint8Array(response.rawPayload)));
  return Object.fromEntries(unpacked.map(([name, content]) => [name, Buffer.from(content).toString()]));
}

test('the archive has what the supplier keeps of the person and their account, and names no one else', async () => {
  const person = await makePerson('+380671230001', 'solomiia@example.test', 'Гончаренко');
  const other = await makePerson('+380671230002', 'inshyi@example.test', 'Тищенко');
  await answerTicket(await openTicket(person), person);
  await openTicket(other);
  await addPhoto();
  const unpacked = await exportOf(person.token);
  const names = Object.keys(unpacked);
  expect(names).toEqual([
    'Про-мене.xlsx',
    'Про-мене.json',
    `Рахунок-${account}/Показання-рахунки-оплати.xlsx`,
    `Рахунок-${account}/Показання-рахунки-оплати.json`,
    expect.stringMatching(`^Рахунок-${account}/Фото-лічильника/2026-11-20T09-00-00-.{4}\\.jpg$`),
    expect.stringMatching(/^Звернення\/Звернення-\d+\/Розмова\.txt$/),
    expect.stringMatching(/^Звернення\/Звернення-\d+\/1-паспорт Гончаренко\.pdf$/),
  ]);
  const own = JSON.parse(unpacked['Про-мене.json'] ?? '');
  expect(own.record.card).toMatchObject({ surname: 'Гончаренко', phone: person.phone, email: person.email });
  expect(own.record.card.createdAt).toMatch(/^2\d{3}-\d\d-\d\dT/);
  expect(own.record.sessions).toHaveLength(1);
  expect(own.record.signIns).toMatchObject([{ way: 'password', isSuccess: true }]);
  const [talk = ''] = names.filter((name) => name.endsWith('Розмова.txt'));
  expect(unpacked[talk]).toContain('· Ви\nЦе Соломія Гончаренко');
  expect(unpacked[talk]).toContain('· Постачальник\nШановна Соломіє!');
  expect(JSON.parse(unpacked[`Рахунок-${account}/Показання-рахунки-оплати.json`] ?? '').bills).toHaveLength(
    1,
  );
  const whole = Object.values(unpacked).join('\n');
  for (const foreign of ['Передзвонити', 'Тищенко', other.phone, other.email])
    expect(whole).not.toContain(foreign);
});

/** Columns of the schema `portal` that hold a text, with how many rows of each contain it. The lists of the staff's acts are sealed. */
async function findInPortal(needles: readonly string[]): Promise<readonly string[]> {
  const { rows } = await typedSql({ table: text(), column: text() })`
    select c.table_name as table, c.column_name as column
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'portal' and t.table_type = 'BASE TABLE' and c.table_name not in ('staff_action', 'staff_change')
       and c.data_type in ('text', 'character varying', 'jsonb', 'json', 'tsvector', 'ARRAY')`.execute(
    cabinet.portalDb,
  );
  const found: string[] = [];
  for (const { table, column } of rows) {
    const hits = await sql`
      select from ${sql.table(`portal.${table}`)}
       where lower(${sql.ref(column)}::text) like any (${needles.map((one) => `%${one.toLowerCase()}%`)}::text[]) limit 1`.execute(
      cabinet.portalDb,
    );
    if (hits.rows.length > 0) found.push(`${table}.${column}`);
  }
  return found.toSorted();
}

/** The content of every table of the books. */
async function digestOfBooks(): Promise<readonly string[]> {
  const { rows } = await typedSql({ table: text() })`
    select table_name as table from information_schema.tables
     where table_schema = 'billing' and table_type = 'BASE TABLE' order by 1`.execute(cabinet.portalDb);
  const digests: string[] = [];
  for (const { table } of rows) {
    const { rows: whole } = await typedSql({ digest: text() })`
      select coalesce(md5(string_agg(t::text, e'\n' order by t::text)), '') as digest
        from ${sql.table(`billing.${table}`)} t`.execute(cabinet.portalDb);
    digests.push(`${table} ${whole[0]?.digest}`);
  }
  return digests;
}

const never = new AbortController().signal;
const eraseAt = async (at: Instant) => {
  cabinet.clock.set(at);
  return eraseDuePersons({ db: cabinet.portalDb, files, clock: cabinet.clock }, never);
};

test('the deletion wants the password, is announced, and can be withdrawn until its day', async () => {
  const person = await makePerson('+380671230003', 'petro@example.test', 'Литвин');
  const { token } = person;
  const state = async () => (await cabinet.post(getErasure, { token })).body;
  expect(await state()).toMatchObject({
    erasure: null,
    waitDays: 7,
    openTickets: 0,
    debts: [{ account, sum: '432.00' }],
  });
  const wrong = await cabinet.post(requestErasure, { token, password: 'не той' });
  expect(outcomeOf(wrong)).toBe('422 identity.wrongPassword');
  expect(outcomeOf(await cabinet.post(withdrawErasure, { token }))).toBe('404 common.notFound');

  const asked = (await cabinet.post(requestErasure, { token, password })).body.erasure;
  expect(asked).toEqual({ askedAt: '2026-11-20T10:00:00.000Z', dueAt: '2026-11-27T10:00:00.000Z' });
  expect((await cabinet.post(requestErasure, { token, password })).body.erasure).toEqual(asked);
  await cabinet.deliverMessages();
  for (const contact of [person.phone, person.email]) {
    const messages = (await cabinet.readOutbox(contact)).filter(({ text: said }) =>
      said.includes('27.11.2026'),
    );
    expect(messages).toHaveLength(1);
  }
  await openTicket(person);
  expect(await state()).toMatchObject({ erasure: asked, openTickets: 1 });
  const card = await cabinet.post(getCustomer, { token: operator, id: person.identityId });
  expect(card.body).toMatchObject({ erasure: asked, customer: { state: 'active' } });
  expect((await cabinet.post(withdrawErasure, { token })).httpStatus).toBe(200);
  expect(await eraseAt((start + 8 * dayMs) as Instant)).toBe(0);
  cabinet.clock.set(start);
  expect(await state()).toMatchObject({ erasure: null });
});

test('nothing of the person is left in the portal but what the law keeps, and the books are what they were', async () => {
  const person = await makePerson('+380671230004', 'halyna@example.test', 'Величко');
  const needles = ['671230004', 'halyna@example.test', 'величк'];
  const { token, identityId } = person;
  const viewing = { token: operator, customerId: identityId, reason: tell(person) };
  expect((await cabinet.post(startViewing, viewing)).httpStatus).toBe(200);
  const mark = { page: '/cabinet/person/bills', occasion: 'page', mark: 5, text: tell(person), version: 'v' };
  expect((await cabinet.post(giveFeedback, { token, ...mark })).httpStatus).toBe(200);
  const [answered, open] = [await openTicket(person), await openTicket(person)];
  await answerTicket(answered, person);
  const photo = await addPhoto();
  await cabinet.post(requestErasure, { token, password });
  await cabinet.deliverMessages();
  expect((await findInPortal(needles)).length).toBeGreaterThan(10);

  const before = await digestOfBooks();
  expect(await eraseAt((start + 7 * dayMs - 1) as Instant)).toBe(0);
  expect((await signIn(person.phone)).httpStatus).toBe(200);
  expect(await eraseAt((start + 7 * dayMs) as Instant)).toBe(1);
  expect(await eraseAt((start + 7 * dayMs) as Instant)).toBe(0);

  expect(outcomeOf(await cabinet.post(getErasure, { token }))).toBe('401 common.sessionEnded');
  expect(await findInPortal(needles)).toEqual([]);
  expect(outcomeOf(await signIn(person.phone))).toBe('401 identity.badCredentials');
  const { rows: left } = await typedSql({ id: uuid(), body: text() })`
    select conversation_id as id, body from portal.conversation_message m
      join portal.conversation using (account_number, conversation_id) where cabinet_id = ${identityId}::uuid and seq = 1`.execute(
    cabinet.portalDb,
  );
  expect(left.map(({ body }) => body)).toEqual(
    Array(2).fill('Це [видалено] [видалено], [видалено], [видалено]'),
  );
  expect(await digestOfBooks()).toEqual(before);

  // Files of the answered ticket are gone, those of the open one go with its answer, photos of the account with their term.
  expect(await files.find(answered.fileId)).toBeUndefined();
  expect(await files.find(open.fileId)).toBeDefined();
  const later = await cabinet.signIn([], 'admin', ['operator']);
  await answerTicket({ ...open, key: { ...open.key, token: later } }, person);
  await eraseAt((start + 8 * dayMs) as Instant);
  expect(await files.find(open.fileId)).toBeUndefined();
  expect(await files.find(photo)).toBeDefined();

  // The staff sees that, and can not give the sign-in back by a phone.
  const owner = await cabinet.signIn([], 'admin', ['owner']);
  const card = await cabinet.post(getCustomer, { token: owner, id: identityId });
  expect(card.body).toMatchObject({
    erasure: null,
    customer: { state: 'erased', name: '', phone: '', email: '' },
  });
  const act = { token: owner, id: identityId, act: 'confirmPhone', phone: '+380671230099', seenPhone: '' };
  expect(outcomeOf(await cabinet.post(actOnCustomer, { ...act, reason: 'Клієнт передумав' }))).toBe(
    '404 common.notFound',
  );

  // The phone and the e-mail are free.
  cabinet.clock.set(start);
  const again = await makePerson(person.phone, person.email, 'Новий');
  expect(again.identityId).not.toBe(identityId);
});

test('texts and files of a ticket end with its term, its record stays', async () => {
  cabinet.clock.set(start);
  const person = await makePerson('+380671230005', 'termin@example.test', 'Власюк');
  const ticket = await openTicket(person);
  const closedAt = '2026-11-20T10:00:00Z';
  await sql`
    update portal.conversation set state = 'closed', closed_at = ${closedAt}::timestamptz
     where conversation_id = ${ticket.key.id}::uuid`.execute(cabinet.portalDb);
  const retention = { tickets: 1826 } as Parameters<typeof retentionKinds>[0]['retention'];
  const kinds = retentionKinds({ db: cabinet.portalDb, files, billing: undefined as never, retention });
  const kind = kinds.find((one) => one.kind === 'tickets');
  const removeBefore = (before: Instant) =>
    kind?.remove(before, 100, { reference: newId(), signal: never }) ?? expect.unreachable();
  expect(await removeBefore(start)).toBe(0);
  expect(await files.find(ticket.fileId)).toBeDefined();
  expect(await removeBefore((start + 1) as Instant)).toBe(1);
  expect(await files.find(ticket.fileId)).toBeUndefined();
  expect(await removeBefore((start + 1) as Instant)).toBe(0);
  const { rows } = await typedSql({ title: text(), body: text(), note: text(), topic: text() })`
    select c.title, m.body, n.body as note, c.topic_id as topic from portal.conversation c
      join portal.conversation_message m using (account_number, conversation_id)
      join portal.conversation_note n using (account_number, conversation_id)
     where c.conversation_id = ${ticket.key.id}::uuid`.execute(cabinet.portalDb);
  const erased = 'Текст видалено: минув строк зберігання.';
  expect(rows).toEqual([
    { title: 'Звернення, текст якого видалено', body: erased, note: erased, topic: 'other' },
  ]);
  const change = sql`update portal.conversation_message set body = 'x' where conversation_id = ${ticket.key.id}::uuid`;
  await expect(change.execute(cabinet.portalDb)).rejects.toThrow('append-only');
});
