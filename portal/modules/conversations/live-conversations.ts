import { sql } from 'kysely';
import { noAccount } from '#contract/fields.ts';
import { anyAccountNumber, parseAccountNumber } from '#domain/identifiers/account-codes.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { createBatcher } from '#platform/batcher.ts';
import { int4, nullable, text, timestamptz, typedSql, uuid } from '#platform/database/typed-sql.ts';
import { mayCall } from '#portal/http/admission/decide-admission.ts';
import { announceStates } from '#portal/http/live/live-event-store.ts';
import type { SubjectSource } from '#portal/http/live/subject-states.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { ConversationKey } from './conversation-store.ts';

/** Changes within this time are announced together: a notification takes a lock of the whole database cluster. */
const announceAfterMs = 25;
const waiting = new WeakMap<PortalDatabase, Set<string>>();

/** Tells the nodes where a conversation is followed that it has changed. A notification that is lost is made up for by their poll. */
export function announceConversation(
  db: PortalDatabase,
  { accountNumber, conversationId }: ConversationKey,
): void {
  const event = `conversation:${accountNumber}/${conversationId}`;
  const known = waiting.get(db);
  if (known !== undefined) {
    known.add(event);
    return;
  }
  const events = new Set([event]);
  waiting.set(db, events);
  setTimeout(() => {
    waiting.delete(db);
    announceStates(db, [...events]).catch(() => undefined);
  }, announceAfterMs).unref();
}

/** Notes that conversations have come to the queue of somebody of the staff, and tells their customers. */
export async function markDelivered(db: PortalDatabase, keys: readonly ConversationKey[]): Promise<void> {
  if (keys.length === 0) return;
  const { rows } = await typedSql({ accountNumber: text(), conversationId: uuid() })`
    update portal.conversation c set staff_delivered_seq = last_seq
    from unnest(${keys.map(({ accountNumber }) => accountNumber)}::text[],
      ${keys.map(({ conversationId }) => conversationId)}::uuid[]) as shown (account_number, conversation_id)
    where c.account_number = shown.account_number and c.conversation_id = shown.conversation_id
      and c.staff_delivered_seq < c.last_seq
    returning c.account_number as "accountNumber", c.conversation_id as "conversationId"`.execute(db);
  for (const key of rows) announceConversation(db, key);
}

/** Changes a conversation in a transaction of its own, and announces it when it is over. */
export async function changeInTransaction<Result>(
  db: PortalDatabase,
  key: ConversationKey,
  change: (transaction: PortalDatabase) => Promise<Result>,
): Promise<Result> {
  const result = await db.transaction().execute(change);
  announceConversation(db, key);
  return result;
}

/** The subject of a topic as a key; undefined: it is none. */
function keyOf(subject: string): ConversationKey | undefined {
  const [accountNumber = '', conversationId = ''] = subject.split('/');
  const isKey =
    (accountNumber === noAccount || parseAccountNumber(accountNumber, anyAccountNumber) === accountNumber) &&
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(conversationId);
  return isKey ? { accountNumber, conversationId } : undefined;
}

const stateColumns = {
  subject: text(),
  lastSeq: int4(),
  state: text(),
  customerDeliveredSeq: int4(),
  customerReadSeq: int4(),
  staffDeliveredSeq: int4(),
  staffReadSeq: int4(),
  customerTypedAt: nullable(timestamptz<Instant>()),
  staffTypedAt: nullable(timestamptz<Instant>()),
};

/** A key stroke is worth so long; the clock is that of the database, because all nodes have it in common. */
const typingTtl = sql`interval '5 seconds'`;

/** Notes that a side types, and tells whoever follows the conversation. Nothing of it stays. */
export async function noteTyping(
  db: PortalDatabase,
  key: ConversationKey,
  side: 'customer' | 'staff',
): Promise<void> {
  await sql`
    insert into portal.chat_typing (account_number, conversation_id, side, typed_at)
    values (${key.accountNumber}, ${key.conversationId}::uuid, ${side}, clock_timestamp())
    on conflict (account_number, conversation_id, side) do update set typed_at = excluded.typed_at`.execute(
    db,
  );
  announceConversation(db, key);
}

/** A conversation that a session asks to follow. */
interface Wanted extends ConversationKey {
  readonly cabinetId: string;
}

/** Which of these are conversations of their cabinet, about no account or one that it still has: the ownership of the calls. */
async function findOwn(db: PortalDatabase, wanted: readonly Wanted[]): Promise<boolean[]> {
  const { rows } = await typedSql({ position: int4() })`
    select asked.position::int as position
    from unnest(${wanted.map(({ cabinetId }) => cabinetId)}::uuid[],
      ${wanted.map(({ accountNumber }) => accountNumber)}::text[],
      ${wanted.map(({ conversationId }) => conversationId)}::uuid[])
      with ordinality as asked (cabinet_id, account_number, conversation_id, position)
    join portal.conversation c on c.account_number = asked.account_number
      and c.conversation_id = asked.conversation_id and c.cabinet_id = asked.cabinet_id
    where asked.account_number = ${noAccount} or exists (
      select from portal.identity_account owned
      where owned.identity_id = asked.cabinet_id and owned.account_number = asked.account_number)`.execute(
    db,
  );
  const own = new Set(rows.map(({ position }) => position));
  return wanted.map((_, index) => own.has(index + 1));
}

/**
 * How far conversations have come, for who follows them: the cabinet that each is of, and staff who answer. Only numbers and
 * the state are sent; what was written is read by the calls, which check the account each time.
 */
export function followedConversations(db: PortalDatabase): SubjectSource {
  // Open streams are checked again all the time.
  const owned = createBatcher<Wanted, boolean>({
    maxSize: 128,
    concurrency: 1,
    run: (wanted) => findOwn(db, wanted),
  });
  return {
    async mayFollow(session, subject) {
      const key = keyOf(subject);
      if (key === undefined) return false;
      if (session.type === 'admin') return mayCall({ audience: 'admin', roles: ['operator'] }, session);
      const { accounts } = session.company ?? {};
      if (accounts !== undefined && !accounts.includes(key.accountNumber)) return false;
      return owned.add({ ...key, cabinetId: session.cabinetId });
    },
    async read(subjects) {
      const keys = subjects.map(keyOf).filter((key) => key !== undefined);
      const { rows } = await typedSql(stateColumns)`
        select c.account_number || '/' || c.conversation_id as subject, c.last_seq as "lastSeq", c.state,
          c.customer_delivered_seq as "customerDeliveredSeq", c.customer_read_seq as "customerReadSeq",
          c.staff_delivered_seq as "staffDeliveredSeq", c.staff_read_seq as "staffReadSeq",
          typed.customer as "customerTypedAt", typed.staff as "staffTypedAt"
        from unnest(${keys.map(({ accountNumber }) => accountNumber)}::text[],
          ${keys.map(({ conversationId }) => conversationId)}::uuid[]) as asked (account_number, conversation_id)
        join portal.conversation c on c.account_number = asked.account_number
          and c.conversation_id = asked.conversation_id
        cross join lateral (
          select max(t.typed_at) filter (where t.side = 'customer') as customer,
            max(t.typed_at) filter (where t.side = 'staff') as staff
          from portal.chat_typing t where t.account_number = c.account_number and t.conversation_id = c.conversation_id
            and t.typed_at > clock_timestamp() - ${typingTtl}) typed`.execute(db);
      const toIso = (at: Instant | null) => (at === null ? null : instantToIso(at));
      return new Map(
        rows.map(({ subject, customerTypedAt, staffTypedAt, ...state }) => [
          subject,
          { ...state, customerTypedAt: toIso(customerTypedAt), staffTypedAt: toIso(staffTypedAt) },
        ]),
      );
    },
  };
}
