import { isDone } from '#domain/conversations/conversation-state.ts';
import { type ChatHours, type ChatRule, chatHours, overdueSpans } from '#domain/service-terms/chat-hours.ts';
import { newestOf } from '#domain/service-terms/work-calendar.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { listCalendars, listChatRules } from '#portal/modules/service-terms/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { changeState, changeTopic } from '../change-conversation.ts';
import { lockConversation } from '../conversation-store.ts';
import { announceConversation } from '../live-conversations.ts';
import { listTopics } from '../topic-store.ts';
import { listSilent, listUnanswered, sweepTyping } from './chat-store.ts';

/** The topic of a ticket that was a chat and has no other. */
const otherTopic = 'other';
const atOnce = 200;
const system = { kind: 'system', id: null } as const;

/**
 * The hours of chats at a moment, the rule of that day and all of them, as they are stored now.
 * @throws Error when no rule is in force: the first one counts since before there were chats.
 */
export async function loadChatHours(
  db: PortalDatabase,
  now: Instant,
): Promise<{ readonly hours: ChatHours; readonly rule: ChatRule; readonly rules: readonly ChatRule[] }> {
  const rules = await listChatRules(db);
  const calendars = await listCalendars(db);
  const rule = newestOf(rules, kyivDateOf(now));
  if (rule === undefined) throw new Error(`no hours of chats on ${kyivDateOf(now)}`);
  return { hours: chatHours(rules, calendars, now), rule, rules };
}

/** A topic that a chat of a person may become a ticket with; without a name the one of other questions; undefined: there is none. */
export async function topicOfChat(db: PortalDatabase, topicId = otherTopic) {
  return (await listTopics(db, 'person')).find((topic) => topic.topicId === topicId);
}

/**
 * Turns chats into tickets that nobody has answered: all of them outside the hours, within them those that have waited too
 * long. Ends those that nobody went on with after an answer. How long is too long says the rule of the day on which the customer began
 * to wait, or of the last message. Each in a transaction of its own, so that it may be repeated.
 */
export async function tendChats(db: PortalDatabase, now: Instant): Promise<void> {
  await sweepTyping(db);
  const { hours, rules } = await loadChatHours(db, now);
  const topic = await topicOfChat(db);
  if (topic === undefined) return;
  const waitingSince = hours.isOpen ? overdueSpans(rules, 'ticketAfterMinutes', now) : null;
  for (const key of await listUnanswered(db, { waitingSince, limit: atOnce })) {
    await db.transaction().execute(async (transaction) => {
      const chat = await lockConversation(transaction, key);
      if (chat?.kind !== 'chat' || isDone(chat.state)) return;
      await changeTopic(transaction, key, topic, { actor: system }, now);
    });
    announceConversation(db, key);
  }
  for (const key of await listSilent(db, overdueSpans(rules, 'endsAfterMinutes', now), atOnce)) {
    const end = { act: 'staffClose', actor: system } as const;
    await db.transaction().execute((transaction) => changeState(transaction, key, end, now));
    announceConversation(db, key);
  }
}
