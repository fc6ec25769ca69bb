import type { answerMarks } from '#contract/conversations.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import {
  type ConversationAct,
  type ConversationState,
  conversationStates,
  isDone,
  isKept,
  isPaused,
  isReopening,
  stateAfter,
} from '#domain/conversations/conversation-state.ts';
import type { Instant } from '#domain/time/instant.ts';
import { formatDate, type LocalDate } from '#domain/time/local-date.ts';
import { uuidOfWords } from '#platform/uuid.ts';
import { recordRating } from '#portal/modules/feedback/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { askForNews } from './ask-for-news.ts';
import { withdrawProposals } from './compensations/compensation-store.ts';
import {
  type Actor,
  type ConversationKey,
  type ConversationNews,
  findAnswer,
  findSent,
  insertEvent,
  insertEvents,
  insertMessage,
  insertMessageIn,
  insertNote,
  isRated,
  type LockedConversation,
  lockConversation,
  type NewMessage,
  updateAssignees,
  updateClocks,
  updateStates,
  updateTopic,
} from './conversation-store.ts';
import { areLooseFiles, attachFiles } from './files/file-store.ts';
import { legalTerm, openTerms } from './legal-term.ts';
import type { Topic } from './topic-store.ts';

/** A change that can't be made; nothing happened. */
export type ChangeRefusal =
  | { readonly kind: 'notFound' }
  /** The state does not allow it. */
  | { readonly kind: 'notPossible'; readonly state: ConversationState }
  /** There are newer messages than its writer has seen. */
  | { readonly kind: 'answeredMeanwhile'; readonly lastSeq: number }
  /** Files that are not there, not the writer's, or in another message. */
  | { readonly kind: 'noSuchFiles' }
  /** The id belongs to a message with another text. */
  | { readonly kind: 'requestReused' };

export type Change<Done> = ({ readonly kind: 'done' } & Done) | ChangeRefusal;

/** What the customer is told of a new state. */
const newsOf: Readonly<Partial<Record<ConversationState, ConversationNews>>> = {
  waitingCustomer: 'waitingCustomer',
  waitingOperator: 'waitingOperator',
  answered: 'answered',
  closed: 'closed',
};

/** Who moves a conversation by what. */
export interface StateChange {
  readonly act: ConversationAct;
  readonly actor: Actor;
  readonly reason?: string | undefined;
}

/**
 * Moves locked conversations by an act that each of their states allows, with their events, their clocks and the news for their
 * customers, in a few statements however many they are. One that is there already stays as it is.
 */
export async function moveConversations(
  transaction: PortalDatabase,
  conversations: readonly LockedConversation[],
  { act, actor, reason }: StateChange,
  now: Instant,
): Promise<void> {
  const moved = conversations.flatMap((conversation) => {
    const after = stateAfter(conversation.state, act);
    return after === undefined || after === conversation.state ? [] : [{ ...conversation, after }];
  });
  if (moved.length === 0) return;
  const isRestarted = ({ state, after, standardCode }: (typeof moved)[number]) =>
    isReopening(state, after) && standardCode !== null;
  const termOf = moved.some(isRestarted) ? await openTerms(transaction) : undefined;
  const moves = moved.map((one) => ({
    ...one,
    isKept: isKept(one.after, one.standardCode),
    isPaused: isPaused(one.after),
    restart: isRestarted(one) ? (termOf?.(one.standardCode ?? '', now) ?? null) : null,
  }));
  await updateStates(transaction, moves, now);
  await updateClocks(transaction, moves, now);
  const happened = moved.map(({ accountNumber, conversationId, state, after }) => ({
    accountNumber,
    conversationId,
    before: { state },
    after: { state: after },
  }));
  await insertEvents(transaction, happened, { kind: 'stateChanged', actor, reason }, now);
  if (actor.kind === 'customer') return;
  const told = moved.flatMap((one) => {
    // The end of a chat is no news.
    const news = one.kind === 'chat' && one.after === 'closed' ? undefined : newsOf[one.after];
    return news === undefined ? [] : [{ ...one, news }];
  });
  await askForNews(transaction, told, now);
}

/** A message of either side. */
export interface MessageToAppend extends NewMessage, ConversationKey {
  /** Files that were added before, in their order. */
  readonly fileIds: readonly string[];
  /** What the message means for the state. */
  readonly act: ConversationAct;
  /** The cabinet that the conversation has to be of; absent: it does not matter. */
  readonly cabinetId?: string;
  /** The newest message that its writer has seen; absent: it does not matter. */
  readonly lastSeenSeq?: number | undefined;
}

/**
 * Adds a message, in the caller's transaction: numbered without gaps, with its files, and with what it does to the state. The
 * same client id again gives the first answer. Whoever of the staff answers first has the conversation.
 */
export async function appendMessage(
  transaction: PortalDatabase,
  message: MessageToAppend,
  now: Instant,
): Promise<Change<{ readonly seq: number; readonly state: ConversationState }>> {
  const { actor, act, lastSeenSeq, fileIds } = message;
  const conversation = await lockConversation(transaction, message);
  if (conversation === undefined) return { kind: 'notFound' };
  const { cabinetId = conversation.cabinetId } = message;
  if (conversation.cabinetId !== cabinetId) return { kind: 'notFound' };
  const sent = await findSent(transaction, message.accountNumber, message.clientId);
  if (sent !== undefined) {
    const isSame =
      sent.conversationId === message.conversationId &&
      sent.body === message.body &&
      sent.fileIds.join() === fileIds.join();
    if (!isSame) return { kind: 'requestReused' };
    return { kind: 'done', seq: sent.seq, state: conversation.state };
  }
  const { lastSeq, state } = conversation;
  if (lastSeenSeq !== undefined && lastSeenSeq < lastSeq) return { kind: 'answeredMeanwhile', lastSeq };
  const after = stateAfter(state, act);
  if (after === undefined) return { kind: 'notPossible', state };
  const owner = { accountNumber: message.accountNumber, cabinetId, addedBy: actor.id };
  if (!(await areLooseFiles(transaction, owner, fileIds))) return { kind: 'noSuchFiles' };
  const seq = await insertMessage(transaction, message, message, now);
  await attachFiles(transaction, { ...message, seq }, fileIds);
  if (actor.kind === 'operator') {
    if (conversation.assignedTo === null)
      await assignConversations(transaction, [conversation], { to: actor.id, actor }, now);
    await askForNews(transaction, [{ ...conversation, news: 'message' }], now);
  }
  await moveConversations(transaction, [conversation], { act, actor }, now);
  return { kind: 'done', seq, state: after };
}

/** States that a customer's word leaves as they are. */
const unmovedStates = conversationStates.filter((state) => stateAfter(state, 'customerMessage') === state);

/**
 * Adds a message of a customer in the usual case, by one statement instead of a transaction of five: no files, and the state stays.
 * false: it is another case, which `appendMessage` decides; nothing happened.
 */
export async function appendPlainly(
  db: PortalDatabase,
  message: MessageToAppend & { readonly cabinetId: string },
  now: Instant,
): Promise<boolean> {
  const { cabinetId, fileIds } = message;
  if (fileIds.length > 0) return false;
  return insertMessageIn(db, message, message, { cabinetId, states: unmovedStates }, now);
}

/** Moves a conversation without a message, in the caller's transaction. */
export async function changeState(
  transaction: PortalDatabase,
  key: ConversationKey,
  change: StateChange,
  now: Instant,
): Promise<Change<{ readonly state: ConversationState }>> {
  const conversation = await lockConversation(transaction, key);
  if (conversation === undefined) return { kind: 'notFound' };
  const state = stateAfter(conversation.state, change.act);
  if (state === undefined) return { kind: 'notPossible', state: conversation.state };
  await moveConversations(transaction, [conversation], change, now);
  return { kind: 'done', state };
}

/** Gives locked conversations to an administrator, or to nobody. */
export async function assignConversations(
  transaction: PortalDatabase,
  conversations: readonly LockedConversation[],
  change: { readonly to: string | null; readonly actor: Actor; readonly reason?: string | undefined },
  now: Instant,
): Promise<void> {
  const { to, actor, reason } = change;
  const given = conversations.filter(({ assignedTo }) => assignedTo !== to);
  if (given.length === 0) return;
  await updateAssignees(transaction, given, to);
  const happened = given.map(({ accountNumber, conversationId, assignedTo }) => ({
    accountNumber,
    conversationId,
    before: { administratorId: assignedTo },
    after: { administratorId: to },
  }));
  await insertEvents(transaction, happened, { kind: 'assigned', actor, reason }, now);
}

/** What a customer thinks of an answer. */
export interface AnswerRating {
  readonly mark: (typeof answerMarks)[number];
  readonly isSolved: boolean;
  readonly text: string;
}

/** Rates the answer of a conversation, once, in the caller's transaction. 'alreadyRated': it is rated, and nothing changed. */
export async function rateAnswer(
  transaction: PortalDatabase,
  key: ConversationKey,
  { mark, isSolved, text, identityId }: AnswerRating & { readonly identityId: string },
  now: Instant,
): Promise<Change<object> | { readonly kind: 'alreadyRated' }> {
  const conversation = await lockConversation(transaction, key);
  if (conversation === undefined) return { kind: 'notFound' };
  const { state, answeredAt } = conversation;
  const answer = await findAnswer(transaction, key);
  if (!isDone(state) || answeredAt === null || answer === undefined) return { kind: 'notPossible', state };
  if (await isRated(transaction, key)) return { kind: 'alreadyRated' };
  const actor: Actor = { kind: 'customer', id: identityId };
  await insertEvent(transaction, key, { kind: 'rated', actor, after: { mark, isSolved } }, now);
  await recordRating(transaction, {
    identityId,
    mark,
    text,
    at: now,
    conversationId: key.conversationId,
    answerSeq: answer.seq,
    topic: conversation.topicId,
    operatorId: answer.operatorId,
    isSolved,
  });
  return { kind: 'done' };
}

/** Adds a note that no customer ever sees. In the caller's transaction. */
export async function addNote(
  transaction: PortalDatabase,
  key: ConversationKey,
  note: { readonly noteId: string; readonly authorId: string; readonly body: string },
  now: Instant,
): Promise<Change<object>> {
  if ((await lockConversation(transaction, key)) === undefined) return { kind: 'notFound' };
  await insertNote(transaction, key, note, now);
  return { kind: 'done' };
}

/**
 * Gives a conversation another topic, in the caller's transaction. The term is counted anew from the receipt, never from now. A
 * chat becomes a ticket, in the same conversation: a message of the system says its number and the day of the answer. One that is
 * answered or over can't. A compensation that nobody has decided about goes with the term that it was proposed for.
 */
export async function changeTopic(
  transaction: PortalDatabase,
  key: ConversationKey,
  topic: Pick<Topic, 'topicId' | 'standardCode'>,
  change: { readonly actor: Actor; readonly reason?: string | undefined },
  now: Instant,
): Promise<Change<{ readonly dueOn: string }>> {
  const conversation = await lockConversation(transaction, key);
  if (conversation === undefined) return { kind: 'notFound' };
  const { state, receivedAt } = conversation;
  const wasChat = conversation.kind === 'chat';
  if (wasChat && isDone(state)) return { kind: 'notPossible', state };
  const term = await legalTerm(transaction, topic.standardCode, receivedAt);
  await updateTopic(transaction, conversation, { topicId: topic.topicId, term }, now);
  await withdrawProposals(transaction, conversation, change.actor, now);
  const before = { topicId: conversation.topicId, dueOn: conversation.dueOn };
  const after = { topicId: topic.topicId, dueOn: term.dueOn };
  await insertEvent(transaction, conversation, { ...change, kind: 'topicChanged', before, after }, now);
  if (wasChat) await tellOfTicket(transaction, conversation, term.dueOn, now);
  return { kind: 'done', dueOn: term.dueOn };
}

/** Says in the conversation, and by the customer's channels, as what it is registered. */
async function tellOfTicket(
  transaction: PortalDatabase,
  conversation: LockedConversation,
  dueOn: LocalDate,
  now: Instant,
): Promise<void> {
  const params = { number: String(conversation.number), date: formatDate(dueOn) };
  const said = {
    actor: { kind: 'system', id: null },
    body: formatMessage('support.ticketCreated', params),
    clientId: uuidOfWords('ticketOfChat', conversation.conversationId),
  } as const;
  await insertMessage(transaction, conversation, said, now);
  await askForNews(transaction, [{ ...conversation, news: 'created' }], now);
}
