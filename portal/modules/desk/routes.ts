import { ACCOUNT_GET } from '#billing/api/accounts.ts';
import { DUE_LIST } from '#billing/api/balance.ts';
import { POINT_ACCOUNT_FIND } from '#billing/api/contracts.ts';
import { isDownloadable } from '#contract/conversations.ts';
import type { FileType, InputOf } from '#contract/define-call.ts';
import {
  addDeskFile,
  beAtDesk,
  changeDesk,
  changeDeskTopic,
  deskCard,
  deskFile,
  deskOptions,
  dropDeskView,
  extendDesk,
  fillDeskAnswer,
  joinDesk,
  listDesk,
  maxViews,
  noteAtDesk,
  type OpenedConversation,
  openDesk,
  replyAtDesk,
  saveDeskDraft,
  saveDeskView,
} from '#contract/desk.ts';
import { fillAnswer, openPlaces } from '#domain/conversations/answer-variables.template.ts';
import { latinCode } from '#domain/identifiers/eic-code.ts';
import { tidyText } from '#domain/input/tidy-text.ts';
import { formatMoney, moneyFromWire } from '#domain/money.ts';
import { type Instant, instantFromIso, instantToIso } from '#domain/time/instant.ts';
import { formatDate, localDate } from '#domain/time/local-date.ts';
import { openAntivirus } from '#portal/gateways/antivirus/open-antivirus.ts';
import { openFileStore } from '#portal/gateways/files/open-file-store.ts';
import { fail, failFields, relayRefusal, sendFile, succeed } from '#portal/http/call-result.ts';
import { failFile } from '#portal/http/files/fail-file.ts';
import { cursorPart, readCursor, writeCursor } from '#portal/http/page-cursor.ts';
import {
  type PortalServices,
  type RequestContext,
  type Route,
  route,
  type Session,
} from '#portal/http/route.ts';
import {
  type Actor,
  addNote,
  announceConversation,
  appendMessage,
  assignMany,
  type ChangeRefusal,
  changeInTransaction,
  changeStates,
  changeTopic,
  type ExtensionRefusal,
  extendTerm,
  findFile,
  joinConversation,
  listTopics,
  markDelivered,
  markSeen,
  noteTyping,
  saveDraft,
  storeFile,
} from '#portal/modules/conversations/public.ts';
import { answerValues } from './answers.template.ts';
import { customerCard } from './customer-card.ts';
import {
  beAt,
  deleteView,
  findCabinetId,
  insertView,
  listColleagues,
  listTemplates,
  listViews,
  noteStates,
} from './desk-store.ts';
import { openConversation, toDeskRow } from './open-conversation.ts';
import { listDone, listOpen, type QueueFilter, searchConversations } from './queue-store.ts';
import { templateRoutes } from './template-routes.ts';

const partSize = 50;

/** The EIC code of a metering point, as it is typed or with a slip in its check character. */
const pointPattern = /^\d\d[A-Z][0-9A-Z-]{12}[0-9A-Z]$/;

const keyOf = ({ account, id }: { readonly account: string; readonly id: string }) => ({
  accountNumber: account,
  conversationId: id,
});
const operatorOf = ({ identityId }: Session): Actor => ({ kind: 'operator', id: identityId });

function filterOf(input: InputOf<typeof listDesk>, { identityId }: Session): QueueFilter {
  const { state = 'open', topicId, customerType, responsible, assignee, isOverdue } = input;
  const own = assignee === 'mine' ? identityId : assignee === 'nobody' ? null : assignee;
  return { state, topicId, customerType, responsible, assignee: own, isOverdue };
}

function refuse(refusal: ChangeRefusal | ExtensionRefusal) {
  switch (refusal.kind) {
    case 'notExtendable':
      return fail('support.notExtendable');
    case 'alreadyExtended':
      return fail('support.alreadyExtended');
    case 'tooLate':
      return fail('support.extensionTooLate');
    case 'outside':
      return fail('support.extensionOutside', {
        after: formatDate(refusal.after),
        latest: formatDate(refusal.latest),
      });
    case 'answeredMeanwhile':
      return fail('support.answeredMeanwhile', {}, { lastSeq: refusal.lastSeq });
    case 'notPossible':
      return fail('support.notPossible');
    case 'requestReused':
      return fail('common.requestReused');
    default:
      return fail('common.notFound');
  }
}

/** The desk of the staff: the queue of conversations with customers, and what is done with them. */
export function deskRoutes({ db, config }: PortalServices): Route[] {
  const files = openFileStore(config);
  const antivirus = openAntivirus(config);

  async function listQueue(input: InputOf<typeof listDesk>, session: Session, now: Instant) {
    const filter = filterOf(input, session);
    const { cursor } = input;
    const wrong = failFields([{ path: 'cursor', code: 'field.invalid' }]);
    if (filter.state === 'answered' || filter.state === 'closed') {
      const parts =
        cursor === undefined ? undefined : readCursor(cursor, [cursorPart.moment, cursorPart.uuid]);
      if (cursor !== undefined && parts === undefined) return wrong;
      const after = parts && { moment: parts[0], id: parts[1] };
      const rows = await listDone(db, filter, { now, after }, partSize + 1);
      const last = rows.length > partSize ? rows[partSize - 1] : undefined;
      return succeed({
        rows: rows.slice(0, partSize).map((row) => toDeskRow(row, now)),
        next: last === undefined ? null : writeCursor([last.moment, last.id]),
        isCut: false,
        asOf: instantToIso(now),
      });
    }
    const parts =
      cursor === undefined ? undefined : readCursor(cursor, [cursorPart.moment, rankPart, cursorPart.uuid]);
    if (cursor !== undefined && parts === undefined) return wrong;
    const after = parts && { asOf: instantFromIso(parts[0]), rank: parts[1], id: parts[2] };
    const asOf = after?.asOf ?? now;
    const rows = await listOpen(db, filter, { asOf, after }, partSize + 1);
    // Customers of a chat see that it has come to an operator.
    const chats = rows.filter(({ kind, isUnread }) => kind === 'chat' && isUnread);
    await markDelivered(
      db,
      chats.map(({ account, id }) => keyOf({ account, id })),
    );
    const last = rows.length > partSize ? rows[partSize - 1] : undefined;
    return succeed({
      rows: rows.slice(0, partSize).map((row) => toDeskRow(row, now)),
      next: last === undefined ? null : writeCursor([momentOf(asOf), String(last.rank), last.id]),
      isCut: false,
      asOf: instantToIso(asOf),
    });
  }

  return [
    ...templateRoutes(db),

    route(listDesk, async (input, { session, billing, clock }) => {
      const now = clock.now();
      const q = tidyText(input.q ?? '');
      if (q === '') return listQueue(input, session, now);
      const filter = { ...filterOf(input, session), state: input.state };
      const eic = latinCode(q);
      const point = pointPattern.test(eic) ? await billing(POINT_ACCOUNT_FIND, { eic }) : undefined;
      if (point?.ok === false) return relayRefusal(point);
      const wanted = point?.data.accountNumber ?? q;
      const rows = await searchConversations(db, wanted, filter, now, partSize + 1);
      return succeed({
        rows: rows.slice(0, partSize).map((row) => toDeskRow(row, now)),
        next: null,
        isCut: rows.length > partSize,
        asOf: instantToIso(now),
      });
    }),

    route(deskOptions, async (_, { session }) => {
      const [topics, colleagues, templates, views] = await Promise.all([
        listTopics(db, null),
        listColleagues(db),
        listTemplates(db),
        listViews(db, session.identityId),
      ]);
      return succeed({
        topics: topics.map(({ topicId, title, responsible }) => ({ topicId, title, responsible })),
        colleagues: colleagues.map((colleague) => ({ ...colleague })),
        templates: templates.map((template) => ({ ...template })),
        views,
      });
    }),

    route(openDesk, async (input, { session, clock }) => {
      const conversation = await openConversation(db, keyOf(input), {
        reader: session.identityId,
        now: clock.now(),
      });
      if (conversation === undefined) return fail('common.notFound');
      const seen = conversation.messages.at(-1)?.seq ?? 0;
      if (conversation.isUnread) {
        await markSeen(db, keyOf(input), 'staff', seen);
        announceConversation(db, keyOf(input));
      }
      return succeed({ conversation });
    }),

    route(deskCard, async (input, { billing }) => {
      const card = await customerCard(db, billing, keyOf(input));
      return card === undefined ? fail('common.notFound') : succeed(card);
    }),

    route(replyAtDesk, async ({ account, id, text, fileIds = [], act, lastSeenSeq, clientId }, context) => {
      const { session, clock } = context;
      const open = openPlaces(text);
      if (open.length > 0) return fail('support.openPlaces', { names: open.join(', ') }, { names: open });
      const key = keyOf({ account, id });
      const change = await changeInTransaction(db, key, async (transaction) => {
        const message = {
          ...key,
          actor: operatorOf(session),
          body: text,
          clientId,
          fileIds,
          act,
          lastSeenSeq,
        };
        const made = await noteStates(transaction, context, [key], () =>
          appendMessage(transaction, message, clock.now()),
        );
        if (made.kind === 'done')
          await saveDraft(
            transaction,
            key,
            { administratorId: session.identityId, body: '', fileIds: [] },
            clock.now(),
          );
        return made;
      });
      return change.kind === 'done' ? succeed({ seq: change.seq, state: change.state }) : refuse(change);
    }),

    route(noteAtDesk, async ({ account, id, text, noteId }, { session, clock }) => {
      const note = { noteId, authorId: session.identityId, body: text };
      const change = await db
        .transaction()
        .execute((transaction) => addNote(transaction, keyOf({ account, id }), note, clock.now()));
      return change.kind === 'done' ? succeed({}) : refuse(change);
    }),

    route(saveDeskDraft, async ({ account, id, text, fileIds = [] }, { session, clock }) => {
      const draft = { administratorId: session.identityId, body: text, fileIds };
      const isSaved = await saveDraft(db, keyOf({ account, id }), draft, clock.now());
      return isSaved ? succeed({}) : fail('common.notFound');
    }),

    route(fillDeskAnswer, async ({ account, id, templateId }, { session, billing, clock }) => {
      const reader = { reader: session.identityId, now: clock.now() };
      const [conversation, templates, dues] = await Promise.all([
        openConversation(db, keyOf({ account, id }), reader),
        listTemplates(db),
        billing(DUE_LIST, { accountNumbers: [account] }),
      ]);
      const template = templates.find((one) => one.templateId === templateId);
      if (conversation === undefined || template === undefined) return fail('common.notFound');
      const due = dues.ok ? dues.data.accounts[0]?.energy : undefined;
      const values = answerValues({
        name: await nameFor(conversation, billing),
        account,
        debt: due === undefined ? '' : formatMoney(moneyFromWire(due)),
        dueOn: conversation.term === null ? '' : formatDate(localDate(conversation.term.dueOn)),
      });
      const text = fillAnswer(template.text, values);
      return succeed({ text, open: [...openPlaces(text)] });
    }),

    route(changeDesk, async ({ conversations, change, reason }, context) => {
      const { session, clock } = context;
      const keys = conversations.map(keyOf);
      const by = { actor: operatorOf(session), reason };
      if (change.kind === 'assign' && change.to !== null) {
        const colleagues = await listColleagues(db);
        if (!colleagues.some(({ id }) => id === change.to)) return fail('common.notFound');
      }
      const refused = await db
        .transaction()
        .execute((transaction) =>
          noteStates(transaction, context, keys, () =>
            change.kind === 'assign'
              ? assignMany(transaction, keys, { ...by, to: change.to }, clock.now())
              : changeStates(transaction, keys, { ...by, act: change.act }, clock.now()),
          ),
        );
      for (const key of keys) announceConversation(db, key);
      return succeed({
        changed: keys.length - refused.length,
        refused: refused.map(({ accountNumber, conversationId }) => ({
          account: accountNumber,
          id: conversationId,
        })),
      });
    }),

    route(changeDeskTopic, async ({ account, id, topicId, reason }, context) => {
      const { session, clock } = context;
      const topic = (await listTopics(db, null)).find((one) => one.topicId === topicId);
      if (topic === undefined) return fail('common.notFound');
      const by = { actor: operatorOf(session), reason };
      const key = keyOf({ account, id });
      const change = await changeInTransaction(db, key, (transaction) =>
        noteStates(transaction, context, [key], () => changeTopic(transaction, key, topic, by, clock.now())),
      );
      return change.kind === 'done' ? succeed({ dueOn: change.dueOn }) : refuse(change);
    }),

    route(extendDesk, async ({ account, id, to, reason, clientId }, context) => {
      const { session, clock } = context;
      const key = keyOf({ account, id });
      const extension = { to: localDate(to), reason, actor: operatorOf(session), clientId };
      const change = await changeInTransaction(db, key, (transaction) =>
        noteStates(transaction, context, [key], () => extendTerm(transaction, key, extension, clock.now())),
      );
      return change.kind === 'done' ? succeed({ dueOn: to, seq: change.seq }) : refuse(change);
    }),

    route(joinDesk, async ({ account, id, to }, context) => {
      const { session, clock } = context;
      const key = keyOf({ account, id });
      const result = await db
        .transaction()
        .execute((transaction) =>
          noteStates(transaction, context, [key], () =>
            joinConversation(transaction, key, to, operatorOf(session), clock.now()),
          ),
        );
      if (result === 'notSameCustomer') return fail('support.notSameCustomer');
      return result === 'done' ? succeed({}) : fail('common.notFound');
    }),

    route(beAtDesk, async ({ account, id, isTyping }, { session, clock }) => {
      const here = { administratorId: session.identityId, isTyping };
      const found = await beAt(db, keyOf({ account, id }), here, clock.now());
      if (found === undefined) return fail('common.notFound');
      if (isTyping) await noteTyping(db, keyOf({ account, id }), 'staff');
      return succeed({ lastSeq: found.lastSeq, others: [...found.others] });
    }),

    route(
      addDeskFile,
      async ({ account, id, name, requestId }, { session, clock, readFile }) => {
        const cabinetId = await findCabinetId(db, keyOf({ account, id }));
        if (cabinetId === undefined) return fail('common.notFound');
        const stored = await storeFile(
          { db, files, antivirus, now: clock.now() },
          {
            accountNumber: account,
            cabinetId,
            addedBy: session.identityId,
            name,
            requestId,
            readContent: readFile,
          },
        );
        return 'refused' in stored ? failFile(stored.refused, 'message') : succeed({ file: stored.file });
      },
      { work: 'now' },
    ),

    route(deskFile, async ({ account, fileId }, { session }) => {
      const file = await findFile(db, account, fileId);
      const isOwn = file?.addedBy === session.identityId;
      if (file === undefined || !(file.isSent || isOwn)) return fail('common.notFound');
      if (file.scan === 'infected') return fail('support.fileInfected');
      if (!isDownloadable(file)) return fail('support.fileChecking');
      const content = await files.open(fileId);
      if (content === undefined) return fail('common.notFound');
      return sendFile(content, file.name, file.contentType as FileType);
    }),

    route(saveDeskView, async ({ name, search, viewId }, { session, clock }) => {
      const view = { id: viewId, name, search };
      const isKept = await insertView(db, session.identityId, view, { now: clock.now(), most: maxViews });
      if (!isKept) return fail('support.tooManyViews', { n: maxViews });
      return succeed({ views: await listViews(db, session.identityId) });
    }),

    route(dropDeskView, async ({ viewId }, { session }) => {
      if (!(await deleteView(db, session.identityId, viewId))) return fail('common.notFound');
      return succeed({ views: await listViews(db, session.identityId) });
    }),
  ];
}

/**
 * How a customer is addressed: by the name of the sign-in, else by that of the account's customer in the billing, of a person
 * without the surname that stands first there. '': neither has one, or the billing does not answer.
 */
async function nameFor(
  { customerName, customerType, account }: OpenedConversation,
  billing: RequestContext['billing'],
): Promise<string> {
  if (customerName !== '') return customerName.split(' ').slice(0, 2).join(' ');
  const known = await billing(ACCOUNT_GET, { accountNumber: account });
  const name = known.ok ? known.data.customerName.trim() : '';
  const words = name.split(/\s+/);
  return customerType === 'person' && words.length > 1 ? words.slice(1).join(' ') : name;
}

const rankPart = (part: string) => /^-?\d{1,18}$/.test(part);
/** With the six decimals that a cursor has. */
const momentOf = (at: Instant) => instantToIso(at).replace(/(\.\d{3})Z$/, '$1000Z');
