import { sql } from 'kysely';
import { formatMessage } from '#contract/messages/format-message.ts';
import {
  type ConversationAct,
  type ConversationState,
  isDone,
  isKept,
  isPaused,
  isReopening,
  stateAfter,
} from '#domain/conversations/conversation-state.ts';
import { latestExtension } from '#domain/service-terms/legal-clock.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { formatDate, type LocalDate } from '#domain/time/local-date.ts';
import { bool, nullable, text, timestamptz, typedSql, uuid } from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';
import { loadServiceTerms } from '#portal/modules/service-terms/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { askForNewsOfMany } from './ask-for-news.ts';
import { appendMessage, type Change, newsOf } from './change-conversation.ts';
import {
  type Actor,
  type ConversationKey,
  findSent,
  insertEvent,
  isLateAnswer,
  lockConversation,
  updateDueDay,
} from './conversation-store.ts';

const lockedColumns = {
  accountNumber: text(),
  conversationId: uuid(),
  state: text<ConversationState>(),
  assignedTo: nullable(uuid()),
  standardCode: nullable(text()),
  notifiedAt: nullable(timestamptz<Instant>()),
  kind: text<'ticket' | 'chat'>(),
  isChatOpen: bool(),
};

interface Moved extends ConversationKey {
  readonly before: ConversationState;
  readonly after: ConversationState;
  readonly standardCode: string | null;
  readonly notifiedAt: Instant | null;
  readonly kind: 'ticket' | 'chat';
  readonly isChatOpen: boolean;
}

const accountsOf = (keys: readonly ConversationKey[]) => keys.map(({ accountNumber }) => accountNumber);
const idsOf = (keys: readonly ConversationKey[]) => keys.map(({ conversationId }) => conversationId);

/** These conversations, locked in one order; those that there are not are left out. */
async function lockMany(transaction: PortalDatabase, keys: readonly ConversationKey[]) {
  const { rows } = await typedSql(lockedColumns)`
    select c.account_number as "accountNumber", c.conversation_id as "conversationId", c.state, c.assigned_to as "assignedTo",
      c.standard_code as "standardCode", c.notified_at as "notifiedAt", c.kind, c.is_chat_open as "isChatOpen"
    from portal.conversation c
    where (c.account_number, c.conversation_id) in (
      select * from unnest(${accountsOf(keys)}::text[], ${idsOf(keys)}::uuid[]))
    order by c.account_number, c.conversation_id for update`.execute(transaction);
  return rows;
}

interface ManyEvents {
  readonly kind: 'stateChanged' | 'assigned';
  readonly actor: Actor;
  readonly reason: string | undefined;
  readonly of: readonly (ConversationKey & { readonly before: unknown; readonly after: unknown })[];
}

async function insertEvents(
  transaction: PortalDatabase,
  { kind, actor, reason, of }: ManyEvents,
  now: Instant,
): Promise<void> {
  if (of.length === 0) return;
  const rows = of.map(({ accountNumber, conversationId, before, after }) => ({
    account: accountNumber,
    conversation: conversationId,
    id: newId(),
    before,
    after,
  }));
  await sql`
    insert into portal.conversation_event
      (account_number, conversation_id, event_id, kind, actor, actor_id, before, after, reason, happened_at)
    select account, conversation, id, ${kind}, ${actor.kind}, ${actor.id}::uuid, before, after, ${reason || null},
      ${instantToIso(now)}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as made (account text, conversation uuid, id uuid, before jsonb, after jsonb)`.execute(transaction);
}

/** Writes the states that conversations have moved to, each with its clocks, its event and the news for the customer. */
async function moveAll(
  transaction: PortalDatabase,
  moved: readonly Moved[],
  by: { readonly actor: Actor; readonly reason: string | undefined },
  now: Instant,
): Promise<void> {
  if (moved.length === 0) return;
  const at = instantToIso(now);
  const states = moved.map(({ after }) => after);
  await sql`
    update portal.conversation c set state = m.state,
      answered_at = case when m.state = 'answered' then ${at}::timestamptz when m.state = 'closed' then c.answered_at end,
      closed_at = case when m.state = 'closed' then ${at}::timestamptz end,
      is_chat_open = c.is_chat_open and m.state <> 'closed',
      waiting_since = case when m.state in ('answered', 'closed') then null else c.waiting_since end
    from unnest(${accountsOf(moved)}::text[], ${idsOf(moved)}::uuid[], ${states}::text[]) as m (account, id, state)
    where c.account_number = m.account and c.conversation_id = m.id`.execute(transaction);
  const kept = moved.map(({ after, standardCode }) => isKept(after, standardCode));
  const isLate = isLateAnswer(sql`m.kept`, now);
  await sql`
    update portal.conversation_clock k set
      breached_at = case when ${isLate} then ${at}::timestamptz else k.breached_at end,
      compensation_check_on = case when k.kind = 'legal' and ${isLate} then k.due_on + 1 else k.compensation_check_on end,
      met_at = case when m.kept then coalesce(k.met_at, ${at}::timestamptz) else k.met_at end,
      paused_seconds = case when k.kind = 'internal' and k.paused_since is not null and not m.paused
        then k.paused_seconds + greatest(0, extract(epoch from ${at}::timestamptz - k.paused_since))::integer
        else k.paused_seconds end,
      paused_since = case when k.kind = 'internal' and m.paused then coalesce(k.paused_since, ${at}::timestamptz) end
    from unnest(${accountsOf(moved)}::text[], ${idsOf(moved)}::uuid[], ${kept}::boolean[],
      ${states.map(isPaused)}::boolean[]) as m (account, id, kept, paused)
    where k.account_number = m.account and k.conversation_id = m.id`.execute(transaction);
  const of = moved.map(({ before, after, ...key }) => ({
    ...key,
    before: { state: before },
    after: { state: after },
  }));
  await insertEvents(transaction, { kind: 'stateChanged', ...by, of }, now);
  const told = moved.flatMap(({ after, ...one }) => {
    const news = one.kind === 'chat' && after === 'closed' ? undefined : newsOf[after];
    return news === undefined ? [] : [{ ...one, news }];
  });
  await askForNewsOfMany(transaction, told, now);
}

/**
 * Moves many conversations by one act, in the caller's transaction and a few statements. What can't be moved, would be
 * reopened, or is not there, stays and is answered.
 */
export async function changeStates(
  transaction: PortalDatabase,
  keys: readonly ConversationKey[],
  change: { readonly act: ConversationAct; readonly actor: Actor; readonly reason?: string | undefined },
  now: Instant,
): Promise<readonly ConversationKey[]> {
  const locked = await lockMany(transaction, keys);
  const possible = locked.flatMap(({ state: before, ...one }) => {
    const after = stateAfter(before, change.act);
    return after === undefined || isReopening(before, after) ? [] : [{ ...one, before, after }];
  });
  const { actor, reason } = change;
  await moveAll(
    transaction,
    possible.filter(({ before, after }) => before !== after),
    { actor, reason },
    now,
  );
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
  const { to, actor, reason } = change;
  const locked = await lockMany(transaction, keys);
  const given = locked.filter(({ assignedTo }) => assignedTo !== to);
  await sql`
    update portal.conversation set assigned_to = ${to}::uuid
    where (account_number, conversation_id) in (
      select * from unnest(${accountsOf(given)}::text[], ${idsOf(given)}::uuid[]))`.execute(transaction);
  const of = given.map(({ accountNumber, conversationId, assignedTo }) => ({
    accountNumber,
    conversationId,
    before: { administratorId: assignedTo },
    after: { administratorId: to },
  }));
  await insertEvents(transaction, { kind: 'assigned', actor, reason, of }, now);
  const taken = to === null ? [] : locked.filter(({ state }) => state === 'new');
  await moveAll(
    transaction,
    taken.map(({ state: before, ...one }) => ({ ...one, before, after: 'inWork' as const })),
    { actor, reason: undefined },
    now,
  );
  return others(keys, locked);
}

function others(
  keys: readonly ConversationKey[],
  found: readonly ConversationKey[],
): readonly ConversationKey[] {
  const ids = new Set(idsOf(found));
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
