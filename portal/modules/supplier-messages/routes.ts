import { ACCOUNT_LIST } from '#billing/api/accounts.ts';
import { RECIPIENT_CHOICES, RECIPIENT_COUNT } from '#billing/api/notifications.ts';
import {
  listSentMessages,
  manyRecipients,
  previewRecipients,
  recallMessage,
  recipientChoices,
  sendMessage,
  stopMessage,
} from '#contract/supplier-messages/send-messages.ts';
import {
  entitySupplierOrders,
  maxInboxItems,
  newSupplierMessages,
  personOrders,
  readMessage,
  supplierMessages,
  unreadMessages,
} from '#contract/supplier-messages.ts';
import { type Instant, instantFromIso, instantToIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { fail, failFields, relay, relayRefusal, succeed } from '#portal/http/call-result.ts';
import { cursorPart, readCursor, writeCursor } from '#portal/http/page-cursor.ts';
import { insertStaffChange } from '#portal/http/records/staff-changes.ts';
import {
  type PortalServices,
  type RequestContext,
  type Route,
  route,
  type Session,
} from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { listOwnedObjects } from '../accounts/public.ts';
import { listUnreadAnswers, newestTickets } from '../conversations/public.ts';
import { askForDelivery } from './deliver-messages.ts';
import { insertDispatch, type NewDispatch, recallDispatch, stopDispatch } from './dispatch-store.ts';
import { listSent } from './history-store.ts';
import { listInbox, markRead, summarizeUnread } from './inbox-store.ts';
import {
  type Audience,
  countWithoutCabinet,
  findMessageOfRequest,
  insertSupplierMessage,
  type NewSupplierMessage,
} from './sent-store.ts';

const ticketOwner = (accountNumber: string, { cabinetId }: Session) => ({ accountNumber, cabinetId });

/** Unread messages that the home shows. */
const maxLatest = 3;
/** Sent messages of one part of the history. */
const sentPartSize = 20;
/** Unknown numbers that a refusal names. */
const maxNamed = 5;

/** Recipients that a preview names. */
const sampleSize = 5;

function toSentDto({
  moment: _,
  sentAt,
  recalledAt,
  recalledBy,
  recallReason,
  ...message
}: Awaited<ReturnType<typeof listSent>>[number]) {
  return {
    ...message,
    sentAt: instantToIso(sentAt),
    recalled:
      recalledAt === null ? null : { at: instantToIso(recalledAt), by: recalledBy, reason: recallReason },
  };
}

const stateOf = ({ state, recalledAt }: Awaited<ReturnType<typeof listSent>>[number]) =>
  recalledAt === null ? state : 'recalled';

/** Messages of the supplier: inbox of the customer, sending by administrators. */
export function supplierMessageRoutes({ db }: PortalServices): Route[] {
  async function inboxOf(account: string, { identityId }: Session, onlyUnread = false) {
    const question = { accountNumber: account, reader: identityId, onlyUnread, limit: maxInboxItems };
    const rows = await listInbox(db, question);
    return rows.map(({ sentAt, ...item }) => ({ ...item, sentAt: instantToIso(sentAt) }));
  }

  const ownAccounts = async ({ identityId }: Session) =>
    (await listOwnedObjects(db, identityId)).map(({ accountNumber }) => accountNumber);

  /** Which of these accounts, each once, the billing knows and which not; or its refusal. */
  async function sortRecipients(accounts: readonly string[], billing: RequestContext['billing']) {
    const asked = [...new Set(accounts)];
    const result = await billing(ACCOUNT_LIST, { accountNumbers: asked });
    if (!result.ok) return relayRefusal(result);
    const known = new Set(result.data.accounts.map(({ accountNumber }) => accountNumber));
    return {
      kind: 'sorted',
      known: asked.filter((account) => known.has(account)),
      unknown: asked.filter((account) => !known.has(account)),
      addresses: new Map(result.data.accounts.map(({ accountNumber, address }) => [accountNumber, address])),
    } as const;
  }

  /** Keeps the message with its way once for its request. */
  async function keep(
    message: NewSupplierMessage,
    dispatch: Omit<NewDispatch, 'messageId' | 'delivered'>,
    sendAt: string | undefined,
    { context, now }: { readonly context: RequestContext; readonly now: Instant },
  ) {
    const { messageId, accountNumbers, title } = message;
    const isNew = await db.transaction().execute(async (transaction) => {
      if (!(await insertSupplierMessage(transaction, message))) return false;
      await insertDispatch(transaction, { ...dispatch, messageId, delivered: accountNumbers.length }, now);
      if (dispatch.deliverAt <= now) await askForDelivery(transaction, messageId);
      const after = { title, recipients: dispatch.expected, sendAt: instantToIso(dispatch.deliverAt) };
      await insertStaffChange(transaction, context, { subject: 'supplierMessage', after }, now);
      return true;
    });
    if (isNew) return succeed({ messageId, recipients: dispatch.expected });
    const first = await findMessageOfRequest(db, message, { ...dispatch, sendAt: sendAt ?? null });
    if (first === undefined || !first.isSame) return fail('common.requestReused');
    return succeed({ messageId: first.messageId, recipients: dispatch.expected });
  }

  /** Stops or recalls a message in one transaction with what it was before, for the list of actions. */
  const end = (
    messageId: string,
    context: RequestContext,
    act: (inside: PortalDatabase, by: { readonly by: string; readonly at: Instant }) => Promise<boolean>,
  ) =>
    db.transaction().execute(async (inside) => {
      const find = async () => (await listSent(inside, undefined, 1, messageId))[0];
      const at = context.clock.now();
      const before = await find();
      const isDone = await act(inside, { by: context.session.identityId, at });
      const row = await find();
      if (isDone && before && row) {
        const { title } = row;
        const change = {
          before: { title, state: stateOf(before) },
          after: { title, state: stateOf(row) },
        };
        await insertStaffChange(inside, context, { subject: 'supplierMessage', ...change }, at);
      }
      return { isDone, message: row && toSentDto(row) };
    });

  return [
    route(newSupplierMessages, async ({ account }, { session }) =>
      succeed({ data: { items: await inboxOf(account, session, true) } }),
    ),

    route(supplierMessages, async ({ account }, { session }) =>
      succeed({ data: { items: await inboxOf(account, session) } }),
    ),

    route(personOrders, async ({ account }, { session }) =>
      succeed({
        tickets: await newestTickets(db, ticketOwner(account, session), maxInboxItems),
        inbox: await inboxOf(account, session),
      }),
    ),

    route(entitySupplierOrders, async ({ account }, { session }) =>
      succeed({
        data: {
          findNewOrderAnswersResponse: {
            // Of a whole account: not for who is limited to some points of it.
            items:
              session.company?.points === undefined
                ? [...(await listUnreadAnswers(db, ticketOwner(account, session), maxInboxItems))]
                : [],
          },
          findSupplierOrdersResponse: { items: await inboxOf(account, session) },
        },
      }),
    ),

    route(unreadMessages, async (_, { session }) =>
      succeed(await summarizeUnread(db, await ownAccounts(session), session.identityId, maxLatest)),
    ),

    route(readMessage, async ({ account, messageId }, { session, clock }) => {
      const message = { accountNumber: account, messageId, reader: session.identityId };
      const unread = await markRead(db, message, await ownAccounts(session), clock.now());
      return unread === undefined ? fail('common.notFound') : succeed({ unread });
    }),

    route(recipientChoices, async (_, { billing }) =>
      relay(await billing(RECIPIENT_CHOICES, {}), (data) => data),
    ),

    route(previewRecipients, async ({ accounts, rule = {} }, { billing }) => {
      if (accounts === undefined)
        return relay(await billing(RECIPIENT_COUNT, { rule }), ({ count, isWhole, sample }) => ({
          recipients: count,
          isWhole,
          sample: sample.map(({ accountNumber, customerName, address }) => ({
            account: accountNumber,
            name: customerName,
            address,
          })),
          unknown: [],
          withoutCabinet: null,
        }));
      const sorted = await sortRecipients(accounts, billing);
      if (sorted.kind === 'failure') return sorted;
      return succeed({
        recipients: sorted.known.length,
        isWhole: true,
        sample: sorted.known
          .slice(0, sampleSize)
          .map((account) => ({ account, name: '', address: sorted.addresses.get(account) ?? '' })),
        unknown: sorted.unknown,
        withoutCabinet: await countWithoutCabinet(db, sorted.known),
      });
    }),

    route(
      sendMessage,
      async ({ title, text, accounts, rule = {}, sendAt, reason = '', requestId }, context) => {
        const { billing, session, clock } = context;
        const now = clock.now();
        const asked = sendAt === undefined ? now : instantFromIso(sendAt);
        const deliverAt = asked > now ? asked : now;
        const message = {
          messageId: newId(),
          title,
          text,
          sentBy: session.identityId,
          sentAt: deliverAt,
          requestId,
        };
        if (accounts === undefined) {
          const counted = await billing(RECIPIENT_COUNT, { rule });
          if (!counted.ok) return relayRefusal(counted);
          const { count, isWhole } = counted.data;
          if (count === 0 && isWhole) return fail('messages.nobody');
          if ((count > manyRecipients || !isWhole) && reason === '')
            return fail('messages.reasonNeeded', { n: count });
          const isAll = Object.keys(rule).length === 0;
          const audience: Audience = isAll ? { kind: 'everybody' } : { kind: 'rule', rule };
          const dispatch = { deliverAt, expected: count, reason, targets: [] };
          return keep({ ...message, audience, accountNumbers: [] }, dispatch, sendAt, { context, now });
        }
        const sorted = await sortRecipients(accounts, billing);
        if (sorted.kind === 'failure') return sorted;
        const { known, unknown } = sorted;
        if (unknown.length > 0) {
          const named = unknown.slice(0, maxNamed).join(', ');
          const numbers = unknown.length > maxNamed ? `${named}…` : named;
          return fail('accounts.unknownNumbers', { numbers }, { unknown });
        }
        if (known.length > manyRecipients && reason === '')
          return fail('messages.reasonNeeded', { n: known.length });
        const audience: Audience = { kind: 'accounts' };
        const dispatch = { deliverAt, expected: known.length, reason, targets: known };
        return keep(
          { ...message, audience, accountNumbers: deliverAt > now ? [] : known },
          dispatch,
          sendAt,
          { context, now },
        );
      },
    ),

    route(stopMessage, async ({ messageId }, context) => {
      const { isDone: isStopped, message } = await end(messageId, context, (inside, by) =>
        stopDispatch(inside, messageId, by),
      );
      if (message === undefined) return fail('common.notFound');
      return isStopped || message.state === 'stopped'
        ? succeed({ message })
        : fail('messages.alreadyDelivered');
    }),

    route(recallMessage, async ({ messageId, reason }, context) => {
      const { isDone: isRecalled, message } = await end(messageId, context, (inside, by) =>
        recallDispatch(inside, messageId, { ...by, reason }),
      );
      if (message === undefined) return fail('common.notFound');
      return isRecalled ? succeed({ message }) : fail('messages.alreadyRecalled');
    }),

    route(listSentMessages, async ({ cursor }) => {
      const parts =
        cursor === undefined ? undefined : readCursor(cursor, [cursorPart.moment, cursorPart.uuid]);
      if (cursor !== undefined && parts === undefined)
        return failFields([{ path: 'cursor', code: 'field.invalid' }]);
      const rows = await listSent(db, parts && { moment: parts[0], id: parts[1] }, sentPartSize + 1);
      const shown = rows.slice(0, sentPartSize);
      const last = rows.length > sentPartSize ? shown.at(-1) : undefined;
      return succeed({
        messages: shown.map(toSentDto),
        next: last === undefined ? null : writeCursor([last.moment, last.id]),
      });
    }),
  ];
}
