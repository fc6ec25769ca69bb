import { hashKey, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import {
  type ChatData,
  type ChatMessageData,
  chatPartSize,
  endChat,
  listChatMessages,
  markChat,
  openChat,
} from '#contract/conversations/chat.ts';
import { callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { useLiveSubject, useRecent } from '#web/lib/query/live.ts';
import type { QueryState } from '#web/lib/query/query-part.tsx';
import { useOnline } from '#web/lib/use-online.ts';
import { keepSeen, useSeen } from '#web/offline/seen-data.ts';
import { currentSession } from '#web/session/session-store.ts';
import { forgetSent, type QueuedMessage, useChatOutbox } from './chat-outbox.ts';
import { type ChatView, joinMessages, unreadCount, withAnswer, withLive, withMarks } from './chat-state.ts';

/** What the live channel does not tell, this finds. */
const refetchMs = 30_000;
/** Pause between two reads of messages that the chat is known to have and that did not come. */
const missingMs = 1000;
/** So long a key of the other side is worth. */
const typingMs = 5000;

/** So many of the newest messages stay on the device. */
const keptMessages = chatPartSize;

const nothing: readonly never[] = [];

/** The chat of an account, as its button and its window show it. */
export interface Chat {
  /** That a message is written in: the account of the open chat, else the one that was asked for. */
  readonly account: string;
  readonly query: QueryState<ChatView>;
  /** null: none has begun. */
  readonly chat: ChatData | null;
  readonly messages: readonly ChatMessageData[];
  /** Those on this device that are not in the chat yet. */
  readonly waiting: readonly QueuedMessage[];
  /** Nothing answers: what the device kept is shown. */
  readonly isOld: boolean;
  /** The chat is over; the next message begins another. */
  readonly isEnded: boolean;
  readonly unread: number;
  readonly isTyping: boolean;
  readonly hasEarlier: boolean;
  /** Loads earlier messages; undefined: done, else why not. */
  readonly loadEarlier: () => Promise<ApiFailure | undefined>;
  readonly end: () => Promise<ApiFailure | undefined>;
  /** Whether the customer has the newest messages before their eyes. */
  readonly onWatch: (isWatching: boolean) => void;
}

/** The chat of an account in the cache, which several answers change. */
function chatStore(client: QueryClient, account: string) {
  // Its window says that it is old; of the page it says nothing.
  const options = { ...accountQuery(openChat, account), meta: { tellsItsAge: true } };
  const { queryKey } = options;
  const queryHash = hashKey(queryKey);
  /** Keeps what came after the answer that the device has. */
  const keep = ({ messages, ...known }: ChatView) => {
    const sessionId = currentSession().session?.id;
    if (sessionId === undefined) return;
    const kept = { ...known, messages: messages.slice(-keptMessages) };
    keepSeen(sessionId, { queryKey, queryHash }, kept).catch(() => undefined);
  };
  return {
    options,
    queryHash,
    read: (): ChatView | undefined => client.getQueryData(queryKey),
    change: (next: (known: ChatView) => ChatView) => {
      const before = client.getQueryData(queryKey);
      if (before === undefined) return;
      const after = { ...before, ...next(before) };
      client.setQueryData(queryKey, after);
      if (after.messages !== before.messages) keep(after);
    },
    refetch: () => client.refetchQueries({ queryKey }),
  };
}
type ChatStore = ReturnType<typeof chatStore>;

/** Follows the chat of an account: messages, what was read, who types; tells the server what has come and been seen. */
export function useChat(asked: string): Chat {
  const client = useQueryClient();
  const store = useMemo(() => chatStore(client, asked), [client, asked]);
  const query = useQuery({
    ...store.options,
    refetchInterval: ({ state: { data } }) =>
      data?.chat ? (lacksMessages(data) ? missingMs : refetchMs) : false,
    // The channel may have been cut without an error while the page was away.
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  });
  const { data } = query;
  const isOver = data !== undefined && (data.chat === null || data.chat.state === 'closed');

  // What is over is still read until another begins.
  const [last, setLast] = useState<{ chat: ChatData; messages: readonly ChatMessageData[] }>();
  if (data?.chat && (data.chat !== last?.chat || data.messages !== last.messages))
    setLast({ chat: data.chat, messages: data.messages });
  const isEnded = isOver && last !== undefined;
  const chat = data?.chat ?? (isEnded ? last.chat : null);
  // A chat of another account is one that was begun without an object.
  const account = chat?.account ?? asked;
  const newest = data?.chat ? data.messages : isEnded ? last.messages : nothing;

  const live = useLiveSubject('conversation', chat && !isOver ? `${account}/${chat.id}` : undefined);
  const knownSeq = data?.chat?.lastSeq;
  // An answer that was read before the state came puts an older number in its place.
  useEffect(() => {
    if (live && knownSeq !== undefined) store.change((known) => withLive(known, live));
  }, [live, knownSeq, store]);
  // Whether another has begun meanwhile, the server knows.
  useEffect(() => {
    if (live?.state === 'closed') void store.refetch();
  }, [live, store]);

  const earlier = useEarlier(account, chat, newest);
  useMissing(account, data, store);
  const watch = useMarks(account, isOver ? null : chat, newest, store);
  return {
    account: isOver ? asked : account,
    query,
    chat,
    messages: earlier.messages,
    waiting: useTakenOver([asked, account], data, store),
    isOld: useSeen(({ shown }) => shown.includes(store.queryHash)),
    isEnded,
    unread: data?.chat ? unreadCount(data) : 0,
    isTyping: useRecent(live?.staffTypedAt ?? null, typingMs),
    hasEarlier: (earlier.messages[0]?.seq ?? 1) > 1,
    loadEarlier: earlier.load,
    async end() {
      if (!chat) return undefined;
      const ended = await callApi(endChat, { account, id: chat.id });
      if (!ended.ok) return ended.failure;
      await store.refetch();
      return undefined;
    },
    onWatch: watch,
  };
}

/** Earlier messages, which the chat itself does not bring. */
function useEarlier(account: string, chat: ChatData | null, newest: readonly ChatMessageData[]) {
  const [earlier, setEarlier] = useState<{ of: string; messages: readonly ChatMessageData[] }>();
  const own = earlier && earlier.of === chat?.id ? earlier.messages : nothing;
  const messages = useMemo(() => joinMessages(own, newest), [own, newest]);
  const load = async () => {
    if (!chat) return undefined;
    const before = messages[0]?.seq ?? 1;
    const part = await callApi(listChatMessages, { account, id: chat.id, before });
    if (!part.ok) return part.failure;
    setEarlier({ of: chat.id, messages: joinMessages(part.data.messages, messages) });
    return undefined;
  };
  return { messages, load };
}

const newestSeq = ({ messages }: ChatView) => messages.at(-1)?.seq ?? 0;
const lacksMessages = (data: ChatView) => (data.chat?.lastSeq ?? 0) > newestSeq(data);

/** Reads the messages that the chat is said to have and that are not here; what fails is found by the next refetch. */
function useMissing(account: string, data: ChatView | undefined, store: ChatStore): void {
  const id = data?.chat?.id;
  const lastSeq = data?.chat?.lastSeq ?? 0;
  const after = data ? newestSeq(data) : 0;
  useEffect(() => {
    if (id === undefined || lastSeq <= after) return;
    void callApi(listChatMessages, { account, id, after }).then((result) => {
      if (result.ok) store.change((known) => withAnswer(known, result.data.chat, result.data.messages));
    });
  }, [account, id, lastSeq, after, store]);
}

/** Tells the server what has come to this device and what was seen on it. Returns how to say that somebody is looking. */
function useMarks(
  account: string,
  chat: ChatData | null,
  messages: readonly ChatMessageData[],
  store: ChatStore,
): (isWatching: boolean) => void {
  const [isWatching, setWatching] = useState(false);
  const isVisible = useVisible();
  const isOnline = useOnline();
  const delivered = messages.at(-1)?.seq ?? 0;
  const read = isWatching && isVisible ? delivered : (chat?.customerReadSeq ?? 0);
  const told = useRef('');
  const id = chat?.id;
  const isNew = chat !== null && (delivered > chat.customerDeliveredSeq || read > chat.customerReadSeq);
  useEffect(() => {
    const key = `${id} ${delivered} ${read}`;
    if (id === undefined || !isNew || !isOnline || told.current === key) return;
    told.current = key;
    void callApi(markChat, { account, id, delivered, read }).then((marked) => {
      // A mark that failed is made with the next one.
      if (marked.ok) store.change((known) => withMarks(known, { id, delivered, read }));
    });
  }, [account, id, delivered, read, isNew, isOnline, store]);
  return setWatching;
}

/** Puts what was sent into the chat and takes it off the device. Returns what is not in the chat yet. */
function useTakenOver(
  accounts: readonly string[],
  data: ChatView | undefined,
  store: ChatStore,
): readonly QueuedMessage[] {
  const queued = useChatOutbox((state) => state.messages) ?? nothing;
  const own = queued.filter((message) => accounts.includes(message.account));
  const sent = own.find(({ answer }) => answer?.kind === 'sent');
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (isLoaded && sent) takeOver(store, sent).catch(() => undefined);
  }, [isLoaded, sent, store]);
  const lastSeq = data?.messages.at(-1)?.seq ?? 0;
  return own.filter(({ answer }) => answer?.kind !== 'sent' || answer.sent.seq > lastSeq);
}

async function takeOver(store: ChatStore, message: QueuedMessage): Promise<void> {
  if (message.answer?.kind !== 'sent') return;
  const { chat, seq, sentAt, hours } = message.answer.sent;
  const known = store.read();
  const lastSeq = known?.chat?.id === chat.id ? (known.messages.at(-1)?.seq ?? 0) : 0;
  // Others came in between.
  if (seq > lastSeq + 1) await store.refetch();
  const { text, files } = message;
  const shown = { seq, author: 'customer' as const, text, sentAt, operatorName: '', files: [...files] };
  store.change((now) => ({ ...withAnswer(now, chat, [shown]), hours }));
  await forgetSent(message);
}

function subscribe(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

const useVisible = () =>
  useSyncExternalStore(
    subscribe,
    () => !document.hidden,
    () => false,
  );
