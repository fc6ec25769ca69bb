import type { ChatData, ChatHours, ChatMessageData, openChat } from '#contract/conversations/chat.ts';
import type { OutputOf } from '#contract/define-call.ts';
import type { LivePayload } from '#contract/live.ts';
import { formatText } from '#contract/messages/format-text.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf, kyivTimeOf } from '#domain/time/kyiv.ts';
import { daysBetween, formatDate } from '#domain/time/local-date.ts';
import { text } from './text.ts';

/** The chat of an account as the browser has it. */
export type ChatView = Pick<OutputOf<typeof openChat>, 'chat' | 'messages' | 'hours'>;

type Messages = readonly ChatMessageData[];

/**
 * Messages of a chat in their order, each once. Where messages are missing in between, those before the gap are left out:
 * they are read again from there.
 */
export function joinMessages(one: Messages, other: Messages): ChatMessageData[] {
  const bySeq = new Map([...one, ...other].map((message) => [message.seq, message]));
  const all = [...bySeq.values()].sort((a, b) => a.seq - b.seq);
  const gap = all.findLastIndex(
    (message, index) => index > 0 && message.seq !== (all[index - 1]?.seq ?? 0) + 1,
  );
  return gap > 0 ? all.slice(gap) : all;
}

const further = (one: ChatData, other: ChatData): ChatData => {
  const newer = other.lastSeq >= one.lastSeq ? other : one;
  return {
    ...newer,
    customerDeliveredSeq: Math.max(one.customerDeliveredSeq, other.customerDeliveredSeq),
    customerReadSeq: Math.max(one.customerReadSeq, other.customerReadSeq),
    staffDeliveredSeq: Math.max(one.staffDeliveredSeq, other.staffDeliveredSeq),
    staffReadSeq: Math.max(one.staffReadSeq, other.staffReadSeq),
  };
};

/** What is known of a chat with an answer that came meanwhile; answers may overtake each other. */
export function withAnswer(known: ChatView, chat: ChatData, messages: Messages): ChatView {
  const isSame = known.chat?.id === chat.id;
  return {
    ...known,
    chat: isSame && known.chat ? further(known.chat, chat) : chat,
    messages: joinMessages(isSame ? known.messages : [], messages),
  };
}

interface Marks {
  readonly id: string;
  readonly delivered: number;
  readonly read: number;
}

/** What is known of a chat once the server knows what has come and been seen. */
export function withMarks(known: ChatView, { id, delivered, read }: Marks): ChatView {
  const { chat } = known;
  if (chat?.id !== id) return known;
  return {
    ...known,
    chat: {
      ...chat,
      customerDeliveredSeq: Math.max(chat.customerDeliveredSeq, delivered),
      customerReadSeq: Math.max(chat.customerReadSeq, read),
    },
  };
}

/** What is known of a chat with its newest state from the live channel. */
export function withLive(known: ChatView, live: LivePayload<'conversation'>): ChatView {
  if (!known.chat) return known;
  const { staffTypedAt: _, customerTypedAt: __, ...counts } = live;
  return { ...known, chat: further(known.chat, { ...known.chat, ...counts } as ChatData) };
}

/** How far an own message has come. */
export type DeliveryMark = 'sent' | 'delivered' | 'read';

export function deliveryOf(
  seq: number,
  { staffDeliveredSeq, staffReadSeq }: Pick<ChatData, 'staffDeliveredSeq' | 'staffReadSeq'>,
): DeliveryMark {
  if (seq <= staffReadSeq) return 'read';
  return seq <= staffDeliveredSeq ? 'delivered' : 'sent';
}

/** How many messages of the supplier the customer has not seen. */
export function unreadCount({ chat, messages }: Pick<ChatView, 'chat' | 'messages'>): number {
  if (!chat) return 0;
  return messages.filter(({ author, seq }) => author !== 'customer' && seq > chat.customerReadSeq).length;
}

const pad = (value: number) => String(value).padStart(2, '0');

/** "14:05" on a Kyiv clock. */
export function timeWords(wire: string): string {
  const { hour, minute } = kyivTimeOf(Date.parse(wire) as Instant);
  return `${hour}:${pad(minute)}`;
}

/** "Сьогодні, 26.11.2026", "Учора, …", else the date. */
export function dayWords(wire: string, now: Instant): string {
  const day = kyivDateOf(Date.parse(wire) as Instant);
  const ago = daysBetween(day, kyivDateOf(now));
  const date = formatDate(day);
  return ago === 0 || ago === 1 ? formatText(ago === 0 ? text.today : text.yesterday, { date }) : date;
}

/** When somebody answers. */
export function hoursWords({ isOpen, opensAt, closesAt, answerMinutes: n }: ChatHours, now: Instant): string {
  if (isOpen)
    return closesAt
      ? formatText(text.openNow, { time: timeWords(closesAt), n })
      : formatText(text.open, { n });
  if (opensAt === null) return text.closed;
  const day = kyivDateOf(Date.parse(opensAt) as Instant);
  const left = daysBetween(kyivDateOf(now), day);
  const words = left === 0 ? text.closedToday : left === 1 ? text.closedTomorrow : text.closedUntil;
  return formatText(words, { date: formatDate(day), time: timeWords(opensAt) });
}
