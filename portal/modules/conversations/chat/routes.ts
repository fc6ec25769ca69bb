import {
  type ChatData,
  type ChatHours,
  chatPartSize,
  endChat,
  listChatMessages,
  markChat,
  openChat,
  sendChatMessage,
  typeInChat,
} from '#contract/conversations/chat.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { formatDate, localDate } from '#domain/time/local-date.ts';
import { fail, failFields, succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route, type Session } from '#portal/http/route.ts';
import { changeState } from '../change-conversation.ts';
import { announceConversation, changeInTransaction, noteTyping } from '../live-conversations.ts';
import { type ChatRow, findChat, findOpenChat, leaveChat, listMessages, markChatSeen } from './chat-store.ts';
import { loadChatHours, topicOfChat } from './chat-upkeep.ts';
import { sendToChat } from './send-to-chat.ts';

const ownerOf = (accountNumber: string, { cabinetId }: Session) => ({ accountNumber, cabinetId });
const iso = (at: Instant | null) => (at === null ? null : instantToIso(at));

function toChatDto({ number, kind, dueOn, ...chat }: ChatRow): ChatData {
  return { ...chat, ticket: kind === 'chat' ? null : { number: Number(number), dueOn } };
}

type Hours = Awaited<ReturnType<typeof loadChatHours>>;

const toHoursDto = ({ hours, rule }: Hours): ChatHours => ({
  isOpen: hours.isOpen,
  opensAt: iso(hours.opensAt),
  closesAt: iso(hours.closesAt),
  answerMinutes: rule.answerMinutes,
});

/** Chats of persons. Their files are added and read by the calls of tickets. */
export function chatRoutes({ db }: PortalServices): Route[] {
  return [
    route(openChat, async ({ account }, { session, clock }) => {
      const hours = toHoursDto(await loadChatHours(db, clock.now()));
      const chat = await findOpenChat(db, ownerOf(account, session));
      if (chat === undefined) return succeed({ chat: null, messages: [], hours });
      const key = { accountNumber: chat.account, conversationId: chat.id };
      const messages = await listMessages(db, key, { limit: chatPartSize });
      return succeed({ chat: toChatDto(chat), messages, hours });
    }),

    route(listChatMessages, async ({ account, id, after, before }, { session }) => {
      const key = { accountNumber: account, conversationId: id };
      // Read first, so that the chat is never older than its messages.
      const chat = await findChat(db, ownerOf(account, session), id);
      if (chat === undefined) return fail('common.notFound');
      const messages = await listMessages(db, key, { after, before, limit: chatPartSize });
      return succeed({ chat: toChatDto(chat), messages });
    }),

    route(sendChatMessage, async ({ account, text, fileIds, clientId, topicId }, { session, clock }) => {
      const now = clock.now();
      const topic = await topicOfChat(db, topicId);
      if (topic === undefined) return failFields([{ path: 'topicId', code: 'field.invalid' }]);
      const found = await loadChatHours(db, now);
      const owner = ownerOf(account, session);
      const message = { ...owner, identityId: session.identityId, body: text, fileIds, clientId };
      const options = { isOpen: found.hours.isOpen, topic, now };
      const sent = await db.transaction().execute((transaction) => sendToChat(transaction, message, options));
      if (sent.kind === 'requestReused') return fail('common.requestReused');
      if (sent.kind !== 'done') return fail('common.notFound');
      const key = { accountNumber: account, conversationId: sent.conversationId };
      announceConversation(db, key);
      const chat = await findChat(db, owner, sent.conversationId);
      const [stored] = await listMessages(db, key, { after: sent.seq - 1, limit: 1 });
      if (chat === undefined || stored === undefined) return fail('common.notFound');
      const { dueOn } = sent;
      const number = String(chat.number);
      return succeed({
        chat: toChatDto(chat),
        seq: sent.seq,
        sentAt: stored.sentAt,
        hours: toHoursDto(found),
        message:
          dueOn === null
            ? null
            : formatMessage('support.ticketCreated', { number, date: formatDate(localDate(dueOn)) }),
      });
    }),

    route(markChat, async ({ account, id, delivered, read }, { session }) => {
      const isOwn = await markChatSeen(db, ownerOf(account, session), id, { delivered, read });
      if (!isOwn) return fail('common.notFound');
      announceConversation(db, { accountNumber: account, conversationId: id });
      return succeed({});
    }),

    route(typeInChat, async ({ account, id }, { session }) => {
      if ((await findChat(db, ownerOf(account, session), id)) === undefined) return fail('common.notFound');
      await noteTyping(db, { accountNumber: account, conversationId: id }, 'customer');
      return succeed({});
    }),

    route(endChat, async ({ account, id }, { session, clock }) => {
      const owner = ownerOf(account, session);
      const before = await findChat(db, owner, id);
      if (before === undefined) return fail('common.notFound');
      const key = { accountNumber: account, conversationId: id };
      const act = { act: 'customerClose', actor: { kind: 'customer', id: session.identityId } } as const;
      await changeInTransaction(db, key, async (transaction) => {
        await leaveChat(transaction, key);
        // What was ended before stays so.
        if (before.kind === 'chat') await changeState(transaction, key, act, clock.now());
      });
      return succeed({ chat: toChatDto((await findChat(db, owner, id)) ?? before) });
    }),
  ];
}
