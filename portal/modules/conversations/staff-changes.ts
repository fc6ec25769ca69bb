import { sql } from 'kysely';
import { formatMessage } from '#contract/messages/format-message.ts';
import { isDone, isReopening, stateAfter } from '#domain/conversations/conversation-state.ts';
import { latestExtension } from '#domain/service-terms/legal-clock.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { formatDate, type LocalDate } from '#domain/time/local-date.ts';
import { text, typedSql, uuid } from '#platform/database/typed-sql.ts';
import { loadServiceTerms } from '#portal/modules/service-terms/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import {
  appendMessage,
  assignConversations,
  type Change,
  moveConversations,
  type StateChange,
} from './change-conversation.ts';
import {
  type Actor,
  type ConversationKey,
  findSent,
  insertEvent,
  lockConversation,
  lockConversations,
  updateDueDay,
} from './conversation-store.ts';

/**
 * Moves many conversations by one act, in the caller's transaction and a few statements. What can't be moved, would be
 * reopened, or is not there, stays and is answered.
 */
export async function changeStates(
  transaction: PortalDatabase,
  keys: readonly ConversationKey[],
  change: StateChange,
  now: Instant,
): Promise<readonly ConversationKey[]> {
  const locked = await lockConversations(transaction, keys);
  const possible = locked.filter(({ state }) => {
    const after = stateAfter(state, change.act);
    return after !== undefined && !isReopening(state, after);
  });
  await moveConversations(transaction, possible, change, now);
  return others(keys, possible);
}

/**
 * Gives many conversations to an administrator, or to nobody, in the caller's transaction; new ones are then in work. Answers
 * with those that are not there.
 */
export async function assignMany(
  transaction: PortalDatabase,
  keys: readonly ConversationKey[],
  change: { readonly to: string | null; readonly actor: Actor; readonly reason?: string | undefined },
  now: Instant,
): Promise<readonly ConversationKey[]> {
  const locked = await lockConversations(transaction, keys);
  await assignConversations(transaction, locked, change, now);
  const taken = change.to === null ? [] : locked.filter(({ state }) => state === 'new');
  await moveConversations(transaction, taken, { act: 'take', actor: change.actor }, now);
  return others(keys, locked);
}

function others(
  keys: readonly ConversationKey[],
  found: readonly ConversationKey[],
): readonly ConversationKey[] {
  const ids = new Set(found.map(({ conversationId }) => conversationId));
  return keys.filter(({ conversationId }) => !ids.has(conversationId));
}

/**
 * Joins a conversation to another one of the same customer, in the caller's transaction; null ends that. Messages stay where they
 * are, so nothing of the one is ever shown to a reader of the other who may not see it.
 */
export async function joinConversation(
  transaction: PortalDatabase,
  key: ConversationKey,
  number: number | null,
  actor: Actor,
  now: Instant,
): Promise<'done' | 'notFound' | 'notSameCustomer'> {
  const conversation = await lockConversation(transaction, key);
  if (conversation === undefined) return 'notFound';
  const { rows } = await typedSql({ accountNumber: text(), conversationId: uuid(), cabinetId: uuid() })`
    select account_number as "accountNumber", conversation_id as "conversationId", cabinet_id as "cabinetId"
    from portal.conversation where number = ${number}::bigint and merged_into is null`.execute(transaction);
  const target = rows[0];
  if (number !== null) {
    if (target === undefined || target.conversationId === key.conversationId) return 'notFound';
    if (target.cabinetId !== conversation.cabinetId) return 'notSameCustomer';
  }
  // What was joined to this one goes along: a chain of links would hide its middle.
  await sql`
    update portal.conversation set merged_account = ${target?.accountNumber ?? null},
      merged_into = ${target?.conversationId ?? null}::uuid
    where (account_number = ${key.accountNumber} and conversation_id = ${key.conversationId}::uuid)
      or (${number !== null}::boolean and merged_account = ${key.accountNumber} and merged_into = ${key.conversationId}::uuid)`.execute(
    transaction,
  );
  await insertEvent(transaction, conversation, { kind: 'merged', actor, after: { number } }, now);
  return 'done';
}

/** Keeps what an administrator has typed and not sent, with its files; nothing removes it. False: there is no such conversation. */
export async function saveDraft(
  db: PortalDatabase,
  { accountNumber, conversationId }: ConversationKey,
  draft: { readonly administratorId: string; readonly body: string; readonly fileIds: readonly string[] },
  now: Instant,
): Promise<boolean> {
  const { administratorId, body, fileIds } = draft;
  if (body === '' && fileIds.length === 0) {
    await sql`
      delete from portal.conversation_draft where account_number = ${accountNumber}
        and conversation_id = ${conversationId}::uuid and administrator_id = ${administratorId}::uuid`.execute(
      db,
    );
    return true;
  }
  const { rows } = await typedSql({ saved: text() })`
    insert into portal.conversation_draft (account_number, conversation_id, administrator_id, body, file_ids, saved_at)
    select account_number, conversation_id, ${administratorId}::uuid, ${body}, ${[...fileIds]}::uuid[], ${instantToIso(now)}::timestamptz
    from portal.conversation where account_number = ${accountNumber} and conversation_id = ${conversationId}::uuid
    on conflict (account_number, conversation_id, administrator_id)
      do update set body = excluded.body, file_ids = excluded.file_ids, saved_at = excluded.saved_at
    returning account_number as saved`.execute(db);
  return rows.length > 0;
}

/** Why a term can't be extended; nothing happened. */
export type ExtensionRefusal =
  /** The standard does not allow it, or there is no term. */
  | { readonly kind: 'notExtendable' }
  | { readonly kind: 'alreadyExtended' }
  /** The term is over: an extension is told before. */
  | { readonly kind: 'tooLate' }
  | { readonly kind: 'outside'; readonly after: LocalDate; readonly latest: LocalDate };

/**
 * Extends the legal term of a ticket to a day, once, with a message to the customer in the caller's transaction: without the notice
 * an extension does not hold. Source: Law 393/96-ВР, article 20: 45 days from the receipt in all. The same client id again gives the
 * first answer.
 */
export async function extendTerm(
  transaction: PortalDatabase,
  key: ConversationKey,
  extension: {
    readonly to: LocalDate;
    readonly reason: string;
    readonly actor: Actor;
    readonly clientId: string;
  },
  now: Instant,
): Promise<Change<{ readonly seq: number }> | ExtensionRefusal> {
  const { to, reason, actor, clientId } = extension;
  const conversation = await lockConversation(transaction, key);
  if (conversation === undefined) return { kind: 'notFound' };
  const { state, number, standardCode, receivedOn, dueOn, extendedFrom, receivedAt } = conversation;
  const body = formatMessage('support.termExtended', {
    number: String(number),
    date: formatDate(to),
    reason,
  });
  const said = { ...key, actor, body, clientId, fileIds: [], act: 'staffMessage' } as const;
  if ((await findSent(transaction, key.accountNumber, clientId)) !== undefined) {
    const again = await appendMessage(transaction, said, now);
    return again.kind === 'done' ? { kind: 'done', seq: again.seq } : again;
  }
  if (isDone(state)) return { kind: 'notPossible', state };
  if (extendedFrom !== null) return { kind: 'alreadyExtended' };
  if (standardCode === null || receivedOn === null || dueOn === null) return { kind: 'notExtendable' };
  const { standard } = (await loadServiceTerms(transaction)).freeze(standardCode, receivedAt);
  const latest = latestExtension(receivedOn, dueOn, standard);
  if (latest === null) return { kind: 'notExtendable' };
  if (kyivDateOf(now) > dueOn) return { kind: 'tooLate' };
  if (to <= dueOn || to > latest) return { kind: 'outside', after: dueOn, latest };
  await updateDueDay(transaction, key, to);
  const [before, after] = [{ dueOn }, { dueOn: to }];
  await insertEvent(transaction, key, { kind: 'extended', actor, before, after, reason }, now);
  const sent = await appendMessage(transaction, said, now);
  if (sent.kind !== 'done') throw new Error(`the notice of an extension: ${sent.kind}`);
  return { kind: 'done', seq: sent.seq };
}
