import { sql } from 'kysely';
import { noAccount } from '#contract/fields.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { Clock } from '#platform/clock.ts';
import { bool, date, int8, nullable, text, typedSql, uuid } from '#platform/database/typed-sql.ts';
import { addJobs } from '#platform/jobs/add-jobs.ts';
import type { Tasks } from '#platform/jobs/task.ts';
import { type NoticeServices, sendNotices } from '#portal/modules/notifications/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { ConversationKey, ConversationNews } from './conversation-store.ts';

/** Of one conversation the customer is notified once in this time. */
const pauseMs = 10 * 60_000;
/** In this time a page that is open acknowledges a message of its chat: then there is nothing to notify of. */
const chatPauseMs = 20_000;
const newsJob = 'notify-of-conversation';

/** When the customer may be notified; undefined: at once. */
function mayBeToldAt(
  { notifiedAt, isChatOpen }: { readonly notifiedAt: Instant | null; readonly isChatOpen: boolean },
  now: Instant,
): Instant | undefined {
  const at = Math.max(isChatOpen ? now + chatPauseMs : now, (notifiedAt ?? 0) + pauseMs) as Instant;
  return at > now ? at : undefined;
}

interface ToTell extends ConversationKey {
  readonly notifiedAt: Instant | null;
  readonly isChatOpen: boolean;
  readonly news: ConversationNews;
}

/**
 * Asks for notifications of the customers of conversations, in the caller's transaction. News of less than ten minutes after the last
 * notification waits, and the last of it is told; a further message does not displace what it came with, nor does a compensation: the
 * ticket that the notice leads to shows it.
 */
export async function askForNews(
  transaction: PortalDatabase,
  conversations: readonly ToTell[],
  now: Instant,
): Promise<void> {
  if (conversations.length === 0) return;
  await sql`
    update portal.conversation c
    set news = case when n.news in ('message', 'compensated') then coalesce(c.news, n.news) else n.news end
    from unnest(${conversations.map(({ accountNumber }) => accountNumber)}::text[],
      ${conversations.map(({ conversationId }) => conversationId)}::uuid[],
      ${conversations.map(({ news }) => news)}::text[]) as n (account, id, news)
    where c.account_number = n.account and c.conversation_id = n.id`.execute(transaction);
  await addJobs(
    transaction,
    conversations.map((conversation) => {
      const { accountNumber, conversationId } = conversation;
      const runAt = mayBeToldAt(conversation, now);
      return {
        name: newsJob,
        payload: { accountNumber, conversationId },
        maxAttempts: 10,
        key: conversationId,
        ...(runAt !== undefined && { runAt }),
      };
    }),
  );
}

const newsColumns = {
  news: text<ConversationNews>(),
  number: int8(),
  dueOn: nullable(date()),
  isSeen: bool(),
  isChat: bool(),
  recipient: nullable(uuid()),
  name: nullable(text()),
};

/**
 * Notifies the customer of what is new in a conversation, once. What was read meanwhile is no news, nor what has come to a page
 * that shows the chat.
 */
async function sendNews(
  services: NoticeServices,
  db: PortalDatabase,
  { accountNumber, conversationId }: ConversationKey,
  now: Instant,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // Whoever opened it is told, or the cabinet when they have no access any more.
    const { rows } = await typedSql(newsColumns)`
      with asked as (
        select * from portal.conversation
        where account_number = ${accountNumber} and conversation_id = ${conversationId}::uuid and news is not null
        for update),
      told as (
        update portal.conversation c set news = null, notified_at = ${instantToIso(now)}::timestamptz
        from asked where c.account_number = asked.account_number and c.conversation_id = asked.conversation_id)
      select asked.news, asked.number, asked.due_on as "dueOn",
        asked.news not in ('created', 'closed', 'compensated') and (asked.customer_read_seq = asked.last_seq
          or asked.is_chat_open and asked.customer_delivered_seq = asked.last_seq) as "isSeen",
        asked.kind = 'chat' as "isChat",
        reached.identity_id as recipient, reached.display_name as name
      from asked left join lateral (
        select i.identity_id, a.display_name from portal.identity i
        left join portal.cabinet_account a on a.identity_id = i.identity_id and a.account_number = asked.account_number
        where i.identity_id in (asked.opened_by, asked.cabinet_id) and i.blocked_at is null
          and (a.identity_id is not null or asked.account_number = ${noAccount})
        order by i.identity_id = asked.opened_by desc limit 1) reached on true`.execute(transaction);
    const row = rows[0];
    if (row === undefined || row.recipient === null || row.isSeen) return;
    const params = {
      ...(accountNumber !== noAccount && { account: accountNumber }),
      name: row.name ?? '',
      step: row.news,
      number: String(row.number),
      ticket: conversationId,
      dueOn: row.dueOn ?? '',
      ...(row.isChat && { chat: 'yes' }),
    };
    await sendNotices(
      services,
      transaction,
      [{ identityId: row.recipient, kind: 'ticketNews', params }],
      now,
    );
  });
}

interface NewsServices extends NoticeServices {
  readonly db: PortalDatabase;
  readonly clock: Clock;
}

/** Jobs of conversations. */
export function conversationTasks(services: NewsServices): Tasks {
  return {
    [newsJob]: async (payload) => {
      const { accountNumber, conversationId } = payload as ConversationKey;
      await sendNews(services, services.db, { accountNumber, conversationId }, services.clock.now());
    },
  };
}
