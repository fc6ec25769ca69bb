import { createECDH } from 'node:crypto';
import { sql } from 'kysely';
import { listAccess, savedFrom } from '#contract/accounts/accounts.ts';
import { sendChatMessage } from '#contract/conversations/chat.ts';
import { addTicketFile, createTicket } from '#contract/conversations.ts';
import { requestDocument } from '#contract/documents.ts';
import { beginSecondFactor, enableSecondFactor } from '#contract/identity/second-factor.ts';
import { listSessions } from '#contract/identity/sessions.ts';
import { signInPerson } from '#contract/identity/sign-in.ts';
import { subscribePush } from '#contract/notifications.ts';
import { checkWorkbook, readingPoints } from '#contract/readings/points.ts';
import { addPhoto, submitReading } from '#contract/readings.ts';
import type { Instant } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import type { FileStore } from '#portal/gateways/files/file-store.ts';
import { keepAccessRequest } from '#portal/modules/accounts/access/access-store.ts';
import { appendMessage, seedTopics } from '#portal/modules/conversations/public.ts';
import { createPersonIdentity } from '#portal/modules/identity/public.ts';
import { kindTitles } from '#portal/modules/readings/workbook/workbook-columns.template.ts';
import { insertSupplierMessage } from '#portal/modules/supplier-messages/public.ts';
import { basicPair, newPhone } from '../callers/code-caller.ts';
import { lastCodeTo } from '../callers/last-code.ts';
import { makeSession } from '../callers/make-session.ts';
import { makeDocuments } from '../make-documents.ts';
import { smallJpeg } from '../make-picture.ts';
import { type FilledRow, makeWorkbook } from '../make-workbook.ts';
import type { TestApp } from '../start-test-app.ts';
import type { DifficultHousehold } from './difficult-household.ts';
import { samplePayloads } from './sample-payloads.ts';

type Payload = Readonly<Record<string, unknown>>;

const password = 'Світло: 2026-demo';

/** A person with a password and two sessions. */
async function makeSomebody(app: TestApp, accounts: readonly string[]) {
  const phone = newPhone();
  await createPersonIdentity(app.portalDb, { phone, password, email: '', accounts });
  const signIn = async () => {
    const { body } = await app.post(signInPerson, { phone, userType: 'person' }, basicPair(phone, password));
    return body.user.token;
  };
  await signIn();
  return { phone, token: await signIn() };
}

/** Builds a valid payload with its preconditions, new for each request. */
export type Scenario = (app: TestApp, household: DifficultHousehold, files: FileStore) => Promise<Payload>;

/** A checked workbook with readings of the meter. */
const withCheck: Scenario = async (app, { account, meterId }) => {
  const named = { token: await app.signIn([account]), account };
  const { points } = (await app.post(readingPoints, named)).body;
  const rows = points.flatMap(({ eic, rows: ofPoint }) =>
    ofPoint.flatMap((row): FilledRow[] =>
      row.meterId === meterId && (row.kind === 'day' || row.kind === 'night')
        ? [[eic, row.serialNumber, kindTitles[row.kind], row.kind === 'day' ? 41 : 22]]
        : [],
    ),
  );
  const upload = { ...named, requestId: newId(), file: makeWorkbook(rows) };
  return { ...named, checkId: (await app.post(checkWorkbook, upload)).body.checkId };
};

/** A person with SMS as the second factor, past the resend delay. */
async function withSmsFactor(app: TestApp) {
  const { token, phone } = await makeSomebody(app, []);
  await app.post(beginSecondFactor, { token, method: 'sms', password });
  await app.post(enableSecondFactor, { token, method: 'sms', code: await lastCodeTo(app, phone) });
  app.clock.set((app.clock.now() + 61_000) as Instant);
  return { token };
}

/** A requested and generated document. */
const withDocument: Scenario = async (app, { account }, files) => {
  const token = await app.signIn([account]);
  const request = { ...samplePayloads[requestDocument.path], requestId: newId() };
  const { body } = await app.post(requestDocument, { ...request, token, account });
  await makeDocuments(app, files);
  return { token, account, documentId: body.document.documentId };
};

/** A browser subscription with its own keys. */
function newBrowser() {
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  const keys = { p256dh, auth: Buffer.alloc(16, 1).toString('base64url') };
  return { endpoint: `https://fcm.googleapis.com/fcm/send/${newId()}`, keys };
}

/** A person with browser notifications. */
const withBrowser: Scenario = async (app) => {
  const token = await app.signIn([]);
  const browser = newBrowser();
  await app.post(subscribePush, { token, ...browser });
  return { token, endpoint: browser.endpoint };
};

/** Phone of every test contract. */
const contractPhone = '+380501234567';

/** Adds the account to the contract holder and to another person; returns the holder's token. */
async function withHolder(app: TestApp, account: string) {
  await app.signIn([account]);
  const person = { phone: contractPhone, password, email: '', accounts: [account] };
  await createPersonIdentity(app.portalDb, person);
  const { body } = await app.post(
    signInPerson,
    { phone: contractPhone, userType: 'person' },
    basicPair(contractPhone, password),
  );
  return body.user.token;
}

/** Calls that change a person's data, or whose valid payload needs more than the sample's. */
/** A ticket of a person. */
const withTicket: Scenario = async (app, { account }) => {
  await seedTopics(app.portalDb);
  const own = { token: await app.signIn([account]), account };
  const payload = { ...samplePayloads['/api/tickets/create'], ...own, requestId: newId() };
  return { ...own, id: (await app.post(createTicket, payload)).body.ticket.id };
};

/** A chat of a person. */
const withChat: Scenario = async (app, { account }) => {
  await seedTopics(app.portalDb);
  const own = { token: await app.signIn([account]), account };
  const payload = { ...samplePayloads['/api/chat/send'], ...own, clientId: newId() };
  return { ...own, id: (await app.post(sendChatMessage, payload)).body.chat.id };
};

const made: Readonly<Record<string, Scenario>> = {
  '/api/second-factor/send-code': withSmsFactor,
  '/api/sessions/end': async (app) => {
    const { token } = await makeSomebody(app, []);
    const { sessions } = (await app.post(listSessions, { token })).body;
    return { token, sessionId: sessions.find(({ current }) => !current)?.sessionId };
  },
  '/api/sessions/end-all': async (app) => ({ token: (await makeSomebody(app, [])).token }),
  '/api/update-profile': async (app, { account }) => {
    const { token } = await makeSomebody(app, [account]);
    return { token, account, userType: 'person', surname: 'Коваленко', name: 'Олена' };
  },
  '/api/choice-apart': async (app, { account }) => ({
    token: await app.signIn([account]),
    item: { account },
  }),
  '/api/post-add-objects': async (app, { account, code }) => ({ token: await app.signIn([]), account, code }),
  '/api/person/objects/save': async (app, { account }) => {
    const token = await app.signIn([account]);
    return { token, type: savedFrom.billing, acc: account };
  },
  '/api/person/objects/end-access': async (app, { account }) => {
    const token = await withHolder(app, account);
    const { people } = (await app.post(listAccess, { token, account })).body;
    return { token, account, accessId: people.find(({ isYou }) => !isYou)?.accessId };
  },
  '/api/person/objects/decide-access': async (app, { account }) => {
    const token = await withHolder(app, account);
    const { identityId } = await makeSession(app.portalDb, app.clock, [], 'person');
    await keepAccessRequest(app.portalDb, identityId, account, app.clock.now());
    const { waiting } = (await app.post(listAccess, { token, account })).body;
    return { token, account, waitingId: waiting[0]?.waitingId, isAllowed: true };
  },
  '/api/person/objects/renew-code': async (app, { account }) => ({
    token: await withHolder(app, account),
    account,
    requestId: newId(),
  }),
  '/api/readings/preview': async (app, { account, meterId }) => ({
    token: await app.signIn([account]),
    account,
    meterId,
    values: { day: '41', night: '22' },
  }),
  '/api/readings/submit': async (app, { account, meterId }) => ({
    token: await app.signIn([account]),
    account,
    meterId,
    values: { day: '41', night: '22' },
    requestId: newId(),
  }),
  '/api/readings/correct': async (app, { account, meterId }) => {
    const token = await app.signIn([account]);
    const named = { token, account, meterId };
    await app.post(submitReading, { ...named, values: { day: '41', night: '22' }, requestId: newId() });
    return { ...named, values: { day: '42', night: '22' }, reason: 'Помилка', requestId: newId() };
  },
  '/api/readings/receipt': async (app, { account, meterId }) => {
    const named = { token: await app.signIn([account]), account };
    const given = { ...named, meterId, values: { day: '41', night: '22' }, requestId: newId() };
    const { body } = await app.post(submitReading, given);
    return { ...named, receiptNumber: body.receipt.number };
  },
  '/api/readings/give-photo': async (app, { account, meterId }) => {
    const named = { token: await app.signIn([account]), account };
    const given = { ...named, meterId, values: { day: '41', night: '22' }, requestId: newId() };
    const { body } = await app.post(submitReading, given);
    const photo = await app.post(addPhoto, { ...named, requestId: newId(), file: smallJpeg });
    await sql`insert into billing.reading_review (account_number, submission_id, meter_id, code, opened_at, working_days,
        holidays_are_working_days, due_on, photo_asked_at)
      select account_number, submission_id, meter_id, 'readings.operatorCheck', submitted_at, 1, true, '2026-11-23', submitted_at
      from billing.reading_submission where account_number = ${account} and receipt_number = ${body.receipt.number}::bigint`.execute(
      app.billingDb,
    );
    return { ...named, receiptNumber: body.receipt.number, photoId: photo.body.photoId };
  },
  '/api/readings/submit-points': async (app, { account, meterId }) => ({
    token: await app.signIn([account]),
    account,
    rows: [{ meterId, values: { day: '41', night: '22' } }],
    requestId: newId(),
  }),
  '/api/readings/marked-workbook': withCheck,
  '/api/readings/commit-workbook': async (app, household, files) => ({
    ...(await withCheck(app, household, files)),
    mode: 'all',
    requestId: newId(),
  }),
  '/api/payments/start': async (app, { account, actNumber }) => ({
    ...samplePayloads['/api/payments/start'],
    token: await app.signIn([account]),
    account,
    purpose: 'violationAct',
    actNumber,
    requestId: newId(),
  }),
  '/api/acts/pdf': async (app, { account, actNumber }) => ({
    ...samplePayloads['/api/acts/pdf'],
    token: await app.signIn([account]),
    account,
    actNumber,
  }),
  '/api/notifications/bill-file': async (app) => ({ token: await app.signIn([]), isOn: true }),
  '/api/notifications/save': async (app) => {
    const token = await app.signIn([]);
    return { token, kind: 'billIssued', channel: 'sms', isOn: true };
  },
  '/api/notifications/push-subscribe': async (app) => ({ token: await app.signIn([]), ...newBrowser() }),
  '/api/notifications/push-forget': withBrowser,
  '/api/notifications/push-confirm': withBrowser,
  '/api/feedback/give': async (app) => ({
    token: await app.signIn([]),
    page: '/cabinet/person/bills',
    occasion: 'page',
    mark: 5,
    text: 'Зручно',
    version: 'a1b2c3',
  }),
  '/api/messages/read': async (app, { account }) => {
    const messageId = newId();
    await insertSupplierMessage(app.portalDb, {
      messageId,
      title: 'Планове відключення',
      text: 'У вівторок.',
      accountNumbers: [account],
      sentBy: null,
      sentAt: app.clock.now(),
      requestId: null,
    });
    return { token: await app.signIn([account]), account, messageId };
  },
  '/api/tickets/create': async (app, { account }) => {
    await seedTopics(app.portalDb);
    const token = await app.signIn([account]);
    return { ...samplePayloads['/api/tickets/create'], token, account, requestId: newId() };
  },
  '/api/tickets/get': withTicket,
  '/api/tickets/close': withTicket,
  '/api/tickets/rate': async (app, ...of) => {
    const own = await withTicket(app, ...of);
    const { id, account } = own as { id: string; account: string };
    const actor = {
      kind: 'operator',
      id: (await makeSession(app.portalDb, app.clock, [], 'admin')).identityId,
    } as const;
    const answer = {
      accountNumber: account,
      conversationId: id,
      actor,
      body: 'Так.',
      clientId: newId(),
      fileIds: [],
    };
    await app.portalDb
      .transaction()
      .execute((transaction) => appendMessage(transaction, { ...answer, act: 'answer' }, app.clock.now()));
    return { ...own, mark: 5, isSolved: true, text: '' };
  },
  '/api/tickets/mark-read': async (...of) => ({ ...(await withTicket(...of)), seq: 1 }),
  '/api/tickets/reply': async (...of) => ({
    ...(await withTicket(...of)),
    text: 'Ще одне.',
    fileIds: [],
    requestId: newId(),
  }),
  '/api/tickets/add-file': async (app, { account }) => ({
    ...samplePayloads['/api/tickets/add-file'],
    token: await app.signIn([account]),
    account,
    requestId: newId(),
  }),
  '/api/tickets/file': async (app, { account }) => {
    const own = { token: await app.signIn([account]), account };
    const added = await app.post(addTicketFile, {
      ...samplePayloads['/api/tickets/add-file'],
      ...own,
      requestId: newId(),
    });
    return { ...own, fileId: added.body.file.id };
  },
  '/api/chat/send': async (app, { account }) => {
    await seedTopics(app.portalDb);
    const own = { token: await app.signIn([account]), account, clientId: newId() };
    return { ...samplePayloads['/api/chat/send'], ...own };
  },
  '/api/chat/messages': async (...of) => ({ ...(await withChat(...of)), after: 0 }),
  '/api/chat/mark': async (...of) => ({ ...(await withChat(...of)), delivered: 1, read: 1 }),
  '/api/chat/typing': withChat,
  '/api/chat/end': withChat,
  '/api/documents/state': withDocument,
  '/api/documents/file': withDocument,
  '/api/legal-texts/answer': async (app, { account }) => ({
    token: await app.signIn([account]),
    key: 'privacy',
    version: '2026-11',
  }),
  '/api/payments/state': async (app, { account, paymentId }) => ({
    token: await app.signIn([account]),
    account,
    paymentId,
  }),
  '/api/payments/receipt': async (app, { account, paymentId }) => ({
    token: await app.signIn([account]),
    account,
    paymentId,
  }),
};

/** One scenario of the generic call for each url that a person reads. */
export const genericReads = ['/person/custom_info', '/person/calculate'] as const;

/** A valid payload of a call; the sample payload for calls that only name an account. */
export function scenarioOf(path: string, more: Payload = {}): Scenario {
  const ofSample: Scenario = async (app, { account }) => {
    const token = await app.signIn([account]);
    return { ...samplePayloads[path], ...more, token, account };
  };
  return made[path] ?? ofSample;
}
