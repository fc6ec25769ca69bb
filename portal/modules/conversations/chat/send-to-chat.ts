import { createHash } from 'node:crypto';
import { isDone } from '#domain/conversations/conversation-state.ts';
import type { Instant } from '#domain/time/instant.ts';
import { uuidOfWords } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { appendMessage, type Change, changeTopic } from '../change-conversation.ts';
import { type ConversationKey, findSent, insertConversation } from '../conversation-store.ts';
import { areLooseFiles, attachFiles } from '../files/file-store.ts';
import type { TicketOwner } from '../ticket-store.ts';
import type { Topic } from '../topic-store.ts';
import { chatTitle } from './chat.template.ts';
import { findChat, leaveChat, lockOpenChat } from './chat-store.ts';

/** A message of a customer for the chat of an account. */
export interface ChatMessage extends TicketOwner {
  readonly identityId: string;
  readonly body: string;
  readonly fileIds: readonly string[];
  readonly clientId: string;
}

type Sent = Change<{
  readonly conversationId: string;
  readonly seq: number;
  /** The last day of the answer when this message made the chat a ticket. */
  readonly dueOn: string | null;
}>;

/** The answer to a message that came before; undefined: it did not. */
async function findRepeated(transaction: PortalDatabase, message: ChatMessage): Promise<Sent | undefined> {
  const sent = await findSent(transaction, message.accountNumber, message.clientId);
  if (sent === undefined) return undefined;
  const isOwn = (await findChat(transaction, message, sent.conversationId)) !== undefined;
  const isSame = sent.body === message.body && sent.fileIds.join() === message.fileIds.join();
  if (!isOwn || !isSame) return { kind: 'requestReused' };
  return { kind: 'done', conversationId: sent.conversationId, seq: sent.seq, dueOn: null };
}

/** Begins a chat with a message; undefined: another message has begun one at the same moment. */
async function beginChat(
  transaction: PortalDatabase,
  message: ChatMessage,
  now: Instant,
): Promise<Sent | undefined> {
  const { accountNumber, cabinetId, identityId, body, fileIds, clientId } = message;
  const owner = { accountNumber, cabinetId, addedBy: identityId };
  if (!(await areLooseFiles(transaction, owner, fileIds))) return { kind: 'noSuchFiles' };
  const conversationId = uuidOfWords('chat', accountNumber, cabinetId, clientId);
  const isNew = await insertConversation(
    transaction,
    {
      accountNumber,
      conversationId,
      kind: 'chat',
      customerType: 'person',
      cabinetId,
      openedBy: identityId,
      topicId: null,
      title: chatTitle(body),
      subject: {},
      body,
      requestId: clientId,
      requestDigest: createHash('sha256')
        .update(JSON.stringify([body, fileIds]))
        .digest('hex'),
      term: null,
    },
    now,
  );
  if (!isNew) return undefined;
  await attachFiles(transaction, { accountNumber, conversationId, seq: 1 }, fileIds);
  return { kind: 'done', conversationId, seq: 1, dueOn: null };
}

/** Adds a message to the open chat, or begins one; undefined: another message has begun one at the same moment. */
async function addToChat(
  transaction: PortalDatabase,
  message: ChatMessage,
  isOpen: boolean,
  now: Instant,
): Promise<Sent | undefined> {
  const repeated = await findRepeated(transaction, message);
  if (repeated !== undefined) return repeated;
  const chat = await lockOpenChat(transaction, message);
  const { accountNumber, identityId } = message;
  const key = chat && { accountNumber, conversationId: chat.conversationId };
  // What was a ticket and is answered is another matter, as long as somebody is there for a chat.
  if (key === undefined || (chat?.kind === 'ticket' && isDone(chat.state) && isOpen)) {
    if (key !== undefined) await leaveChat(transaction, key);
    return beginChat(transaction, message, now);
  }
  const actor = { kind: 'customer', id: identityId } as const;
  const { body, clientId, fileIds } = message;
  const said = { ...key, actor, body, clientId, fileIds, act: 'customerMessage' } as const;
  const added = await appendMessage(transaction, said, now);
  return added.kind === 'done'
    ? { kind: 'done', conversationId: key.conversationId, seq: added.seq, dueOn: null }
    : added;
}

/**
 * Adds a message to the open chat of a cabinet in an account, or begins one, in the caller's transaction. Outside the hours the
 * chat becomes a ticket with that topic. The same message again has the first answer.
 */
export async function sendToChat(
  transaction: PortalDatabase,
  message: ChatMessage,
  {
    isOpen,
    topic,
    now,
  }: {
    readonly isOpen: boolean;
    readonly topic: Pick<Topic, 'topicId' | 'standardCode'>;
    readonly now: Instant;
  },
): Promise<Sent> {
  const sent =
    (await addToChat(transaction, message, isOpen, now)) ??
    (await addToChat(transaction, message, isOpen, now)) ??
    ({ kind: 'requestReused' } as const);
  if (sent.kind !== 'done' || isOpen) return sent;
  const key: ConversationKey = {
    accountNumber: message.accountNumber,
    conversationId: sent.conversationId,
  };
  const chat = await findChat(transaction, message, sent.conversationId);
  if (chat?.kind !== 'chat' || isDone(chat.state)) return sent;
  const system = { kind: 'system', id: null } as const;
  const changed = await changeTopic(transaction, key, topic, { actor: system }, now);
  return changed.kind === 'done' ? { ...sent, dueOn: changed.dueOn } : changed;
}
