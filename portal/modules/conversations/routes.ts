import { createHash } from 'node:crypto';
import { BILL_LIST } from '#billing/api/bills.ts';
import { DISTRIBUTION_OPERATOR_GET } from '#billing/api/contracts.ts';
import { METER_LIST } from '#billing/api/readings.ts';
import {
  addTicketFile,
  closeTicket,
  createTicket,
  getTicket,
  isDownloadable,
  listTickets as listTicketsCall,
  markTicketRead,
  rateTicket,
  replyToTicket,
  ticketFile,
  ticketForm,
} from '#contract/conversations.ts';
import type { FileType, InputOf } from '#contract/define-call.ts';
import { noAccount } from '#contract/fields.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { checkSubjectField } from '#domain/conversations/check-subject.ts';
import { tidyText } from '#domain/input/tidy-text.ts';
import { addMonths, type BillingPeriod, periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { formatDate } from '#domain/time/local-date.ts';
import { uuidOfWords } from '#platform/uuid.ts';
import { openAntivirus } from '#portal/gateways/antivirus/open-antivirus.ts';
import { openFileStore } from '#portal/gateways/files/open-file-store.ts';
import { type FieldIssue, fail, failFields, sendFile, succeed } from '#portal/http/call-result.ts';
import { failFile } from '#portal/http/files/fail-file.ts';
import { cursorPart, readCursor, writeCursor } from '#portal/http/page-cursor.ts';
import {
  limitOf,
  type PortalServices,
  type RequestContext,
  type Route,
  route,
  type Session,
} from '#portal/http/route.ts';
import { askForNews } from './ask-for-news.ts';
import {
  appendMessage,
  appendPlainly,
  type ChangeRefusal,
  changeState,
  rateAnswer,
} from './change-conversation.ts';
import {
  type Actor,
  type ConversationKey,
  findOfRequest,
  insertConversation,
  markSeen,
} from './conversation-store.ts';
import { storeFile } from './files/add-file.ts';
import { areLooseFiles, attachFiles, findFile } from './files/file-store.ts';
import { legalTerm, openTerms } from './legal-term.ts';
import { announceConversation, changeInTransaction } from './live-conversations.ts';
import { showTicket, toTicketDto } from './show-ticket.ts';
import { listOpenByTopic, listTickets, type TicketOwner } from './ticket-store.ts';
import { listTopics, type Topic } from './topic-store.ts';

/** Tickets of one part of the list. */
const partSize = 50;

const ownerOf = (accountNumber: string, { cabinetId }: Session): TicketOwner => ({
  accountNumber,
  cabinetId,
});
const customerOf = ({ identityId }: Session): Actor => ({ kind: 'customer', id: identityId });
const typeOf = ({ type }: Session) => (type === 'entity' ? 'entity' : 'person');

type NewTicket = InputOf<typeof createTicket>;

/** The values of a topic's fields, or what is wrong with them. Values that the topic has no field for are refused. */
function readSubject(topic: Topic, { fields }: NewTicket): Record<string, string> | readonly FieldIssue[] {
  const given = new Map(fields.map(({ name, value }) => [name, tidyText(value)]));
  const issues = topic.fields.flatMap((field): FieldIssue[] => {
    const problem = checkSubjectField(field, given.get(field.name) ?? '');
    if (problem === undefined) return [];
    const { code, ...params } = problem;
    return [{ path: `fields.${field.name}`, code, params }];
  });
  const names = new Set(topic.fields.map(({ name }) => name));
  const foreign = [...given.keys()].filter((name) => !names.has(name));
  const all = [
    ...issues,
    ...foreign.map((name) => ({ path: `fields.${name}`, code: 'field.invalid' as const })),
  ];
  return all.length > 0 ? all : Object.fromEntries([...given].filter(([, value]) => value !== ''));
}

function digestOf({ topicId, title, text, fields, fileIds }: NewTicket): string {
  return createHash('sha256')
    .update(JSON.stringify([topicId, title, text, fields.map(({ name, value }) => [name, value]), fileIds]))
    .digest('hex');
}

function refuse(refusal: ChangeRefusal) {
  if (refusal.kind === 'notPossible') return fail('support.notPossible');
  if (refusal.kind === 'requestReused') return fail('common.requestReused');
  return fail('common.notFound');
}

/** Tickets of customers. */
export function conversationRoutes({ db, config }: PortalServices): Route[] {
  const files = openFileStore(config);
  const antivirus = openAntivirus(config);

  /** The operator of the network; null: not known, or the billing does not answer. */
  async function findOperator(account: string, billing: RequestContext['billing']) {
    if (account === noAccount) return null;
    const result = await billing(DISTRIBUTION_OPERATOR_GET, { accountNumber: account });
    return result.ok ? result.data.operator : null;
  }

  /** A ticket with the operator when it decides. */
  async function show(key: ConversationKey, { session, billing }: RequestContext) {
    const { accountNumber, conversationId } = key;
    const ticket = await showTicket(db, ownerOf(accountNumber, session), conversationId);
    if (ticket === undefined) return fail('common.notFound');
    const operator = ticket.responsible === 'operator' ? await findOperator(accountNumber, billing) : null;
    return succeed({ ticket: { ...ticket, operator } });
  }

  /** The key of a conversation of this cabinet, in the account or without an object; undefined: it is not of it. */
  async function findOwn(
    account: string,
    id: string,
    session: Session,
  ): Promise<ConversationKey | undefined> {
    const row = await db
      .selectFrom('portal.conversation')
      .select('account_number')
      .where('account_number', 'in', [account, noAccount])
      .where('conversation_id', '=', id)
      .where('cabinet_id', '=', session.cabinetId)
      .executeTakeFirst();
    return row && { accountNumber: row.account_number, conversationId: id };
  }

  return [
    route(ticketForm, async ({ account }, { session, billing, clock }) => {
      const type = typeOf(session);
      const now = clock.now();
      const hasMeters = type === 'person' && account !== noAccount;
      const [topics, open, termOf, operator, meters, bills] = await Promise.all([
        listTopics(db, type),
        listOpenByTopic(db, ownerOf(account, session)),
        openTerms(db),
        findOperator(account, billing),
        hasMeters ? billing(METER_LIST, { accountNumber: account, ...limitOf(session) }) : undefined,
        hasMeters ? billing(BILL_LIST, { accountNumber: account }) : undefined,
      ]);
      const lastMonth = account === noAccount ? undefined : addMonths(periodOf(kyivDateOf(now)), -1);
      const lastBill = bills?.ok ? (bills.data.bills[0]?.period as BillingPeriod | undefined) : lastMonth;
      return succeed({
        topics: topics.map(({ topicId, title, hint, responsible, fields, documents, standardCode }) => ({
          topicId,
          title,
          hint,
          responsible,
          fields: [...fields],
          documents: [...documents],
          dueOn: termOf(standardCode, now).dueOn,
          openTicket: open.get(topicId) ?? null,
        })),
        meters: meters?.ok ? [...new Set(meters.data.meters.map(({ serialNumber }) => serialNumber))] : [],
        lastPeriod: lastBill ?? null,
        operator,
      });
    }),

    route(listTicketsCall, async ({ account, cursor }, { session }) => {
      const parts =
        cursor === undefined ? undefined : readCursor(cursor, [cursorPart.moment, cursorPart.number]);
      if (cursor !== undefined && parts === undefined)
        return failFields([{ path: 'cursor', code: 'field.invalid' }]);
      const after = parts && { after: { moment: parts[0], number: parts[1] } };
      const rows = await listTickets(db, ownerOf(account, session), { ...after, limit: partSize + 1 });
      const shown = rows.slice(0, partSize);
      const last = rows.length > partSize ? shown.at(-1) : undefined;
      return succeed({
        tickets: shown.map(toTicketDto),
        next: last === undefined ? null : writeCursor([last.moment, String(last.number)]),
      });
    }),

    route(createTicket, async (input, { session, clock }) => {
      const { account, topicId, title, text, fileIds, requestId } = input;
      const type = typeOf(session);
      const now = clock.now();
      const topic = (await listTopics(db, type)).find((one) => one.topicId === topicId);
      if (topic === undefined) return failFields([{ path: 'topicId', code: 'field.invalid' }]);
      const subject = readSubject(topic, input);
      if (Array.isArray(subject)) return failFields(subject);
      const owner = ownerOf(account, session);
      const digest = digestOf(input);
      const conversationId = uuidOfWords('ticket', account, session.cabinetId, requestId);
      const term = await legalTerm(db, topic.standardCode, now);
      const key = { accountNumber: account, conversationId };
      const opened = await db.transaction().execute(async (transaction) => {
        const before = await findOfRequest(transaction, account, requestId);
        if (before !== undefined) {
          const isSame = before.conversationId === conversationId && before.digest === digest;
          return isSame ? 'opened' : 'common.requestReused';
        }
        if (
          !(await areLooseFiles(
            transaction,
            { accountNumber: account, cabinetId: session.cabinetId, addedBy: session.identityId },
            fileIds,
          ))
        )
          return 'common.notFound';
        const isNew = await insertConversation(
          transaction,
          {
            ...key,
            kind: 'ticket',
            customerType: type,
            cabinetId: session.cabinetId,
            openedBy: session.identityId,
            topicId,
            title,
            subject: subject as Record<string, string>,
            body: text,
            requestId,
            requestDigest: digest,
            term,
          },
          now,
        );
        // The same request at the same moment has opened it, or another one under its id.
        if (!isNew) {
          const first = await findOfRequest(transaction, account, requestId);
          return first?.conversationId === conversationId && first.digest === digest
            ? 'opened'
            : 'common.requestReused';
        }
        await attachFiles(transaction, { ...key, seq: 1 }, fileIds);
        await askForNews(
          transaction,
          [{ ...key, notifiedAt: null, isChatOpen: false, news: 'created' }],
          now,
        );
        return 'opened';
      });
      if (opened !== 'opened') return fail(opened);
      const ticket = await showTicket(db, owner, conversationId);
      if (ticket === undefined) return fail('common.requestReused');
      const [number, date] = [ticket.number, formatDate(term.dueOn)];
      return succeed({ ticket, message: formatMessage('support.ticketCreated', { number, date }) });
    }),

    route(getTicket, async ({ account, id }, context) => {
      const key = await findOwn(account, id, context.session);
      return key ? show(key, context) : fail('common.notFound');
    }),

    route(replyToTicket, async ({ account, id, text, fileIds, requestId }, context) => {
      const { session, clock } = context;
      const key = await findOwn(account, id, session);
      if (!key) return fail('common.notFound');
      const message = {
        ...key,
        actor: customerOf(session),
        body: text,
        clientId: requestId,
        fileIds,
        act: 'customerMessage',
        cabinetId: session.cabinetId,
      } as const;
      if (await appendPlainly(db, message, clock.now())) {
        announceConversation(db, key);
        return show(key, context);
      }
      const change = await changeInTransaction(db, key, (transaction) =>
        appendMessage(transaction, message, clock.now()),
      );
      return change.kind === 'done' ? show(key, context) : refuse(change);
    }),

    route(closeTicket, async ({ account, id }, context) => {
      const { session, clock } = context;
      const key = await findOwn(account, id, session);
      if (!key) return fail('common.notFound');
      const act = { act: 'customerClose', actor: customerOf(session) } as const;
      const change = await changeInTransaction(db, key, (transaction) =>
        changeState(transaction, key, act, clock.now()),
      );
      return change.kind === 'done' ? show(key, context) : refuse(change);
    }),

    route(rateTicket, async ({ account, id, mark, isSolved, text }, context) => {
      const { session, clock } = context;
      const key = await findOwn(account, id, session);
      if (!key) return fail('common.notFound');
      const rating = { mark, isSolved, text, identityId: session.identityId };
      const change = await db
        .transaction()
        .execute((transaction) => rateAnswer(transaction, key, rating, clock.now()));
      if (change.kind === 'alreadyRated') return fail('support.alreadyRated');
      return change.kind === 'done' ? show(key, context) : refuse(change);
    }),

    route(markTicketRead, async ({ account, id, seq }, { session }) => {
      const key = await findOwn(account, id, session);
      if (!key) return fail('common.notFound');
      await markSeen(db, key, 'customer', seq);
      announceConversation(db, key);
      return succeed({});
    }),

    route(
      addTicketFile,
      async ({ account, name, requestId }, { session, clock, readFile }) => {
        const stored = await storeFile(
          { db, files, antivirus, now: clock.now() },
          {
            accountNumber: account,
            cabinetId: session.cabinetId,
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

    route(ticketFile, async ({ account, fileId }, { session }) => {
      const file = (await findFile(db, account, fileId)) ?? (await findFile(db, noAccount, fileId));
      const isTheirs =
        file !== undefined &&
        file.cabinetId === session.cabinetId &&
        (file.isSent || file.addedBy === session.identityId);
      if (!isTheirs) return fail('common.notFound');
      if (file.scan === 'infected') return fail('support.fileInfected');
      if (!isDownloadable(file)) return fail('support.fileChecking');
      const content = await files.open(fileId);
      if (content === undefined) return fail('common.notFound');
      return sendFile(content, file.name, file.contentType as FileType);
    }),
  ];
}
