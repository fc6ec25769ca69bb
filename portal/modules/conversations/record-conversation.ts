import { sql } from 'kysely';
import type { ConversationAct } from '#domain/conversations/conversation-state.ts';
import type { Instant } from '#domain/time/instant.ts';
import { typedSql, uuid } from '#platform/database/typed-sql.ts';
import { uuidOfWords } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { appendMessage, changeState, changeTopic } from './change-conversation.ts';
import { leaveChat } from './chat/chat-store.ts';
import type { CompensationDecision } from './compensations/compensation-store.ts';
import { decideCompensation } from './compensations/compensations.ts';
import { type Actor, type ConversationKey, insertConversation, markSeen } from './conversation-store.ts';
import { legalTerm } from './legal-term.ts';
import { listTopics } from './topic-store.ts';

/** What was said in a conversation that is recorded; without a text only the state changed. */
interface RecordedWord {
  readonly by: 'customer' | 'operator';
  readonly act: ConversationAct;
  readonly text: string;
  readonly at: Instant;
}

/** A ticket or a chat as it went, its words in their order, the first of the customer. */
export interface RecordedTicket {
  /** What makes its ids: the same name is the same ticket. */
  readonly name: string;
  readonly accountNumber: string;
  readonly operatorId: string;
  readonly topicId: string;
  readonly title: string;
  readonly subject: Readonly<Record<string, string>>;
  readonly words: readonly RecordedWord[];
  /** Whether the customer has seen the last word. */
  readonly isRead: boolean;
  /** It began as a chat, and became a ticket of the topic with its first word, which the chat then left, or stayed one; absent: a ticket. */
  readonly chat?: 'becameTicket' | 'stayed' | undefined;
}

/** In whose cabinet an account stands, the first who added it. */
async function findCabinet(db: PortalDatabase, accountNumber: string) {
  const { rows } = await typedSql({ identityId: uuid() })`
    select identity_id as "identityId" from portal.identity_account
    where account_number = ${accountNumber} order by added_at, identity_id limit 1`.execute(db);
  return rows[0]?.identityId;
}

/** The job that was asked for finds no news. */
async function forgetNews(
  db: PortalDatabase,
  { accountNumber, conversationId }: ConversationKey,
): Promise<void> {
  await sql`update portal.conversation set news = null
    where account_number = ${accountNumber} and conversation_id = ${conversationId}::uuid`.execute(db);
}

/** Decides about the compensation of a ticket that is recorded, and notifies nobody; nothing when there is none. */
export async function recordCompensation(
  services: Parameters<typeof decideCompensation>[0],
  ticket: Pick<RecordedTicket, 'name' | 'accountNumber' | 'operatorId'>,
  decision: CompensationDecision,
): Promise<void> {
  const { accountNumber, operatorId } = ticket;
  const conversationId = uuidOfWords('ticket', ticket.name);
  const { rows } = await typedSql({ compensationId: uuid() })`
    select compensation_id as "compensationId" from portal.compensation where account_number = ${accountNumber}
      and conversation_id = ${conversationId}::uuid and state = 'proposed'`.execute(services.db);
  for (const { compensationId } of rows) {
    const actor = { kind: 'operator', id: operatorId } as const;
    await decideCompensation(services, { accountNumber, compensationId }, decision, actor);
    await forgetNews(services.db, { accountNumber, conversationId });
  }
}

/** Records a ticket or a chat of the past and notifies nobody. One that is there, or whose account nobody has, changes nothing. */
export async function recordTicket(db: PortalDatabase, ticket: RecordedTicket): Promise<void> {
  const { accountNumber, operatorId, words, topicId, chat } = ticket;
  const [first, ...others] = words;
  const cabinetId = await findCabinet(db, accountNumber);
  const topic = (await listTopics(db, null)).find((one) => one.topicId === topicId);
  if (first === undefined || cabinetId === undefined || topic === undefined) return;
  const conversationId = uuidOfWords('ticket', ticket.name);
  const key = { accountNumber, conversationId };
  await db.transaction().execute(async (transaction) => {
    const { identity_type: customerType } = await transaction
      .selectFrom('portal.identity')
      .select('identity_type')
      .where('identity_id', '=', cabinetId)
      .executeTakeFirstOrThrow();
    const isNew = await insertConversation(
      transaction,
      {
        ...key,
        kind: chat === undefined ? 'ticket' : 'chat',
        customerType: customerType === 'entity' ? 'entity' : 'person',
        cabinetId,
        openedBy: cabinetId,
        topicId: chat === undefined ? topicId : null,
        title: ticket.title,
        subject: ticket.subject,
        body: first.text,
        requestId: uuidOfWords('request', ticket.name),
        requestDigest: '',
        term: chat === undefined ? await legalTerm(transaction, topic.standardCode, first.at) : null,
      },
      first.at,
    );
    if (!isNew) return;
    let seq = 1;
    if (chat === 'becameTicket') {
      await changeTopic(transaction, key, topic, { actor: { kind: 'system', id: null } }, first.at);
      await leaveChat(transaction, key);
      seq = 2;
    }
    for (const [index, { by, act, text, at }] of others.entries()) {
      const actor: Actor = by === 'operator' ? { kind: by, id: operatorId } : { kind: by, id: cabinetId };
      const clientId = uuidOfWords('word', ticket.name, String(index));
      const change =
        text === ''
          ? await changeState(transaction, key, { act, actor }, at)
          : await appendMessage(transaction, { ...key, actor, body: text, clientId, fileIds: [], act }, at);
      if (change.kind !== 'done') throw new Error(`a word of the ticket ${ticket.name}: ${change.kind}`);
      if ('seq' in change && typeof change.seq === 'number') seq = change.seq;
    }
    if (ticket.isRead) await markSeen(transaction, key, 'customer', seq);
    await forgetNews(transaction, key);
  });
}
