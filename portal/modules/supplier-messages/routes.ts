import { ACCOUNT_LIST } from '#billing/api/accounts.ts';
import {
  entitySupplierOrders,
  listSentMessages,
  maxInboxItems,
  newSupplierMessages,
  personOrders,
  previewRecipients,
  readMessage,
  sendMessage,
  supplierMessages,
  unreadMessages,
} from '#contract/supplier-messages.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { fail, failFields, relayRefusal, succeed } from '#portal/http/call-result.ts';
import { cursorPart, readCursor, writeCursor } from '#portal/http/page-cursor.ts';
import {
  type PortalServices,
  type RequestContext,
  type Route,
  route,
  type Session,
} from '#portal/http/route.ts';
import { listOwnedObjects } from '../accounts/public.ts';
import { listUnreadAnswers, newestTickets } from '../conversations/public.ts';
import { listInbox, markRead, summarizeUnread } from './inbox-store.ts';
import {
  countWithoutCabinet,
  findMessageOfRequest,
  insertSupplierMessage,
  listSent,
  type NewSupplierMessage,
} from './sent-store.ts';

const ticketOwner = (accountNumber: string, { cabinetId }: Session) => ({ accountNumber, cabinetId });

/** Unread messages that the home shows. */
const maxLatest = 3;
/** Sent messages of one part of the history. */
const sentPartSize = 20;
/** Unknown numbers that a refusal names. */
const maxNamed = 5;

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
    } as const;
  }

  /** Keeps the message once for its request. */
  async function keep(message: NewSupplierMessage) {
    const sent = { messageId: message.messageId, recipients: message.accountNumbers.length };
    if (await insertSupplierMessage(db, message)) return succeed(sent);
    const first = await findMessageOfRequest(db, message);
    if (first === undefined || !first.isSame) return fail('common.requestReused');
    return succeed({ ...sent, messageId: first.messageId });
  }

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

    route(previewRecipients, async ({ accounts }, { billing }) => {
      const sorted = await sortRecipients(accounts, billing);
      if (sorted.kind === 'failure') return sorted;
      return succeed({
        recipients: sorted.known.length,
        unknown: sorted.unknown,
        withoutCabinet: await countWithoutCabinet(db, sorted.known),
      });
    }),

    route(sendMessage, async ({ title, text, accounts, requestId }, { billing, session, clock }) => {
      const sorted = await sortRecipients(accounts, billing);
      if (sorted.kind === 'failure') return sorted;
      const { known, unknown } = sorted;
      if (unknown.length > 0) {
        const named = unknown.slice(0, maxNamed).join(', ');
        const numbers = unknown.length > maxNamed ? `${named}…` : named;
        return fail('accounts.unknownNumbers', { numbers }, { unknown });
      }
      return keep({
        messageId: newId(),
        title,
        text,
        accountNumbers: known,
        sentBy: session.identityId,
        sentAt: clock.now(),
        requestId,
      });
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
        messages: shown.map(({ moment: _, sentAt, ...message }) => ({
          ...message,
          sentAt: instantToIso(sentAt),
        })),
        next: last === undefined ? null : writeCursor([last.moment, last.id]),
      });
    }),
  ];
}
