import { anyAccountNumber, parseAccountNumber } from '#domain/identifiers/account-codes.ts';
import { int4, text, typedSql } from '#platform/database/typed-sql.ts';
import { mayCall } from '#portal/http/admit.ts';
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
    parseAccountNumber(accountNumber, anyAccountNumber) === accountNumber &&
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(conversationId);
  return isKey ? { accountNumber, conversationId } : undefined;
}

const stateColumns = {
  subject: text(),
  lastSeq: int4(),
  state: text(),
  customerReadSeq: int4(),
  staffReadSeq: int4(),
};

/**
 * How far conversations have come, for who follows them: the cabinet that each is of, and staff who answer. Only numbers and
 * the state are sent; what was written is read by the calls, which check the account each time.
 */
export function followedConversations(db: PortalDatabase): SubjectSource {
  return {
    async mayFollow(session, subject) {
      const key = keyOf(subject);
      if (key === undefined) return false;
      if (session.type === 'admin') return mayCall({ audience: 'admin', roles: ['operator'] }, session);
      const own = await db
        .selectFrom('portal.conversation')
        .select('conversation_id')
        .where('account_number', '=', key.accountNumber)
        .where('conversation_id', '=', key.conversationId)
        .where('cabinet_id', '=', session.cabinetId)
        .executeTakeFirst();
      return own !== undefined;
    },
    async read(subjects) {
      const keys = subjects.map(keyOf).filter((key) => key !== undefined);
      const { rows } = await typedSql(stateColumns)`
        select c.account_number || '/' || c.conversation_id as subject, c.last_seq as "lastSeq", c.state,
          c.customer_read_seq as "customerReadSeq", c.staff_read_seq as "staffReadSeq"
        from unnest(${keys.map(({ accountNumber }) => accountNumber)}::text[],
          ${keys.map(({ conversationId }) => conversationId)}::uuid[]) as asked (account_number, conversation_id)
        join portal.conversation c on c.account_number = asked.account_number
          and c.conversation_id = asked.conversation_id`.execute(db);
      return new Map(rows.map(({ subject, ...state }) => [subject, state]));
    },
  };
}
