import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { int4, json, text, timestamptz, typedSql, uuid } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { Audience } from './sent-store.ts';

/** How a message begins its way. */
export interface NewDispatch {
  readonly messageId: string;
  readonly deliverAt: Instant;
  /** Accounts that have it already. */
  readonly delivered: number;
  readonly expected: number;
  readonly reason: string;
  /** The accounts of a list. */
  readonly targets: readonly string[];
}

/** Keeps that a message is to be delivered, with its list. */
export async function insertDispatch(
  db: PortalDatabase,
  { messageId, deliverAt, delivered, expected, reason, targets }: NewDispatch,
  now: Instant,
): Promise<void> {
  await db
    .insertInto('portal.supplier_message_dispatch')
    .values({
      message_id: messageId,
      state: deliverAt > now ? 'scheduled' : 'delivering',
      deliver_at: instantToIso(deliverAt),
      delivered,
      expected,
      reason,
      changed_at: instantToIso(now),
    })
    .execute();
  await sql`
    insert into portal.supplier_message_target (account_number, message_id)
    select account_number, ${messageId}::uuid from unnest(${[...targets]}::text[]) as account_number`.execute(
    db,
  );
}

/** A message that is not delivered yet. */
export async function findOpenDispatch(db: PortalDatabase, messageId: string) {
  const { rows } = await typedSql({
    deliverAt: timestamptz<Instant>(),
    cursor: text(),
    audience: json<Audience>(),
    title: text(),
  })`
    select x.deliver_at as "deliverAt", x.cursor, m.audience, m.title
    from portal.supplier_message_dispatch x join portal.supplier_message m on m.message_id = x.message_id
    where x.message_id = ${messageId}::uuid and x.state in ('scheduled', 'delivering')`.execute(db);
  return rows[0];
}

/** Messages whose time has come and that are not delivered yet. */
export async function listDueDispatches(db: PortalDatabase, now: Instant): Promise<readonly string[]> {
  const { rows } = await typedSql({ messageId: uuid() })`
    select message_id as "messageId" from portal.supplier_message_dispatch
    where state in ('scheduled', 'delivering') and deliver_at <= ${instantToIso(now)}::timestamptz
    order by deliver_at`.execute(db);
  return rows.map(({ messageId }) => messageId);
}

/** A part of a list, after an account number. */
export async function listTargets(
  db: PortalDatabase,
  messageId: string,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await typedSql({ account: text() })`
    select account_number as account from portal.supplier_message_target
    where message_id = ${messageId}::uuid and account_number > ${after}
    order by account_number limit ${limit}::integer`.execute(db);
  return rows.map(({ account }) => account);
}

/**
 * Delivers a part to the inboxes and moves on, in the caller's transaction: the lock of the row and the cursor see to it that a
 * part is delivered once, on however many nodes. false: another has done the part, or the message was stopped.
 */
export async function deliverTo(
  db: PortalDatabase,
  messageId: string,
  part: { readonly from: string; readonly accountNumbers: readonly string[]; readonly next: string | null },
  now: Instant,
): Promise<boolean> {
  const { rows } = await typedSql({ delivered: int4() })`
    with moved as (
      update portal.supplier_message_dispatch
      set cursor = coalesce(${part.next}, cursor), changed_at = ${instantToIso(now)}::timestamptz,
        state = case when ${part.next === null}::boolean then 'delivered' else 'delivering' end
      where message_id = ${messageId}::uuid and cursor = ${part.from} and state in ('scheduled', 'delivering')
      returning message_id),
    delivered as (
      insert into portal.supplier_message_delivery (account_number, message_id)
      select account_number, message_id from moved, unnest(${[...part.accountNumbers]}::text[]) as account_number
      on conflict do nothing returning account_number)
    select (select count(*)::int from delivered) as delivered from moved`.execute(db);
  const [row] = rows;
  if (row === undefined) return false;
  if (row.delivered > 0)
    await sql`update portal.supplier_message_dispatch set delivered = delivered + ${row.delivered}::integer
      where message_id = ${messageId}::uuid`.execute(db);
  return true;
}

/** Which of these people were not told of the message before; from now on they were. */
export async function noteNotified(
  db: PortalDatabase,
  messageId: string,
  identityIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await typedSql({ identityId: uuid() })`
    insert into portal.supplier_message_notice (message_id, identity_id)
    select ${messageId}::uuid, identity_id from unnest(${[...new Set(identityIds)]}::uuid[]) as identity_id
    on conflict do nothing returning identity_id as "identityId"`.execute(db);
  return new Set(rows.map(({ identityId }) => identityId));
}

/** Who acts, and when. */
interface Act {
  readonly by: string;
  readonly at: Instant;
}

/** Stops a message; false: it is delivered or stopped already, or there is none. */
export async function stopDispatch(db: PortalDatabase, messageId: string, { by, at }: Act): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('portal.supplier_message_dispatch')
    .set({ state: 'stopped', stopped_by: by, changed_at: instantToIso(at) })
    .where('message_id', '=', messageId)
    .where('state', 'in', ['scheduled', 'delivering'])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Recalls a message, and stops it when it is on its way; false: it is recalled already, or there is none. */
export async function recallDispatch(
  db: PortalDatabase,
  messageId: string,
  { by, at, reason }: Act & { readonly reason: string },
): Promise<boolean> {
  const moment = sql`${instantToIso(at)}::timestamptz`;
  // A message from before there were dispatches gets one.
  const { rows } = await typedSql({ messageId: uuid() })`
    insert into portal.supplier_message_dispatch as x (message_id, state, deliver_at, delivered, expected, reason, changed_at,
      recalled_at, recalled_by, recall_reason)
    select m.message_id, 'delivered', m.sent_at, d.accounts, d.accounts, '', ${moment}, ${moment}, ${by}::uuid, ${reason}
    from portal.supplier_message m cross join lateral (
      select count(*)::int as accounts from portal.supplier_message_delivery d where d.message_id = m.message_id) d
    where m.message_id = ${messageId}::uuid
    on conflict (message_id) do update set recalled_at = excluded.recalled_at, recalled_by = excluded.recalled_by,
      recall_reason = excluded.recall_reason, changed_at = excluded.changed_at,
      stopped_by = case when x.state in ('scheduled', 'delivering') then excluded.recalled_by else x.stopped_by end,
      state = case when x.state in ('scheduled', 'delivering') then 'stopped' else x.state end
    where x.recalled_at is null
    returning x.message_id as "messageId"`.execute(db);
  return rows.length > 0;
}
