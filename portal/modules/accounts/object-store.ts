import { type RawBuilder, sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import {
  bool,
  int4,
  nullable,
  type RowOf,
  text,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/**
 * Adds accounts to a cabinet; those that it has are not changed. An account can be in the cabinets of many
 * persons, but in one of an entity: the unique index `identity_account_entity_key` refuses a second.
 */
export async function insertIdentityAccounts(
  db: PortalDatabase,
  identityId: string,
  accountNumbers: readonly string[],
): Promise<void> {
  await sql`
    insert into portal.identity_account (identity_id, account_number, owner_type, added_at)
    select identity.identity_id, number, identity.identity_type, pg_catalog.now()
      from portal.identity, unnest(${accountNumbers}::text[]) as number
     where identity.identity_id = ${identityId}::uuid
    on conflict (identity_id, account_number) do nothing
  `.execute(db);
}

/**
 * Puts the accounts of an entity into its cabinet, except those that stand in another's; when it then has exactly one,
 * that one is chosen for whoever signs in (product.md section 4: exactly one goes straight to its readings).
 */
export async function takeUpAccounts(
  db: PortalDatabase,
  { cabinetId, identityId }: { readonly cabinetId: string; readonly identityId: string },
  accountNumbers: readonly string[],
  at: Instant,
): Promise<void> {
  await sql`
    insert into portal.identity_account (identity_id, account_number, owner_type, added_at)
    select ${cabinetId}::uuid, number, 'entity', ${instantToIso(at)}::timestamptz from unnest(${accountNumbers}::text[]) as number
    on conflict do nothing
  `.execute(db);
  const { rows } = await typedSql({ account_number: text() })`
    select account_number from portal.cabinet_account where identity_id = ${identityId}::uuid limit 2
  `.execute(db);
  const [only, second] = rows;
  if (only !== undefined && second === undefined) {
    await updateChosenAccount(db, identityId, only.account_number);
  }
}

export interface OwnedObject {
  readonly accountNumber: string;
  /** The person's own name; null: its address. */
  readonly displayName: string | null;
}

/** The objects that a sign-in sees, sorted by account number. */
export async function listOwnedObjects(
  db: PortalDatabase,
  identityId: string,
): Promise<readonly OwnedObject[]> {
  const { rows } = await typedSql({ accountNumber: text(), displayName: nullable(text()) })`
    select account_number as "accountNumber", display_name as "displayName" from portal.cabinet_account
     where identity_id = ${identityId}::uuid order by account_number
  `.execute(db);
  return rows;
}

const cabinetColumns = {
  id: uuid(),
  type: text<'person' | 'entity'>(),
  name: text(),
  phone: text(),
  isBlocked: bool(),
  addedAt: timestamptz<Instant>(),
};

/** The customers in whose cabinets an account stands, by when it came there; fifty at most. */
export async function listCabinetsOf(
  db: PortalDatabase,
  accountNumber: string,
): Promise<readonly RowOf<typeof cabinetColumns>[]> {
  const { rows } = await typedSql(cabinetColumns)`
    select i.identity_id as id, i.identity_type as type,
      concat_ws(' ', nullif(i.surname, ''), nullif(i.name, ''), nullif(i.middle_name, '')) as name,
      coalesce(i.phone, '') as phone, i.blocked_at is not null as "isBlocked", a.added_at as "addedAt"
    from portal.identity_account a join portal.identity i using (identity_id)
    where a.account_number = ${accountNumber} order by a.added_at, i.identity_id limit 50`.execute(db);
  return rows;
}

/** SQL of the objects that a sign-in sees, sorted by account number, as one value of JSON. */
export function ownedObjectsOf(identityId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select coalesce(jsonb_agg(jsonb_build_object('accountNumber', account_number, 'displayName', display_name)
                              order by account_number), '[]')
      from portal.cabinet_account mine where mine.identity_id = ${identityId}::uuid
  `;
}

/** The account that the identity chose last, if it is still its own; undefined: none. */
export async function findChosenAccount(db: PortalDatabase, identityId: string): Promise<string | undefined> {
  const { rows } = await typedSql({ accountNumber: text() })`
    select account_number as "accountNumber"
      from portal.chosen_account join portal.cabinet_account using (identity_id, account_number)
     where identity_id = ${identityId}::uuid
  `.execute(db);
  return rows[0]?.accountNumber;
}

/** Stores the chosen account; null clears it. */
export async function updateChosenAccount(
  db: PortalDatabase,
  identityId: string,
  accountNumber: string | null,
): Promise<void> {
  if (accountNumber === null) {
    await db.deleteFrom('portal.chosen_account').where('identity_id', '=', identityId).execute();
    return;
  }
  await db
    .insertInto('portal.chosen_account')
    .values({ identity_id: identityId, account_number: accountNumber })
    .onConflict((conflict) => conflict.column('identity_id').doUpdateSet({ account_number: accountNumber }))
    .execute();
}

/** Whether the account is in the cabinet. */
export async function ownsObject(
  db: PortalDatabase,
  identityId: string,
  accountNumber: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('portal.identity_account')
    .select('account_number')
    .where('identity_id', '=', identityId)
    .where('account_number', '=', accountNumber)
    .executeTakeFirst();
  return row !== undefined;
}

/** Sets the person's own name of an object; null removes it. False when the object is not in the cabinet. */
export async function updateDisplayName(
  db: PortalDatabase,
  identityId: string,
  accountNumber: string,
  displayName: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('portal.identity_account')
    .set({ display_name: displayName })
    .where('identity_id', '=', identityId)
    .where('account_number', '=', accountNumber)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** An account that is added to a cabinet or removed from it, with its row of the access log. */
export interface ObjectChange {
  readonly identityId: string;
  readonly accountNumber: string;
  readonly kind: AccessChangeKind;
  /** The identity that changes it; null: the supplier. */
  readonly actorId: string | null;
  readonly at: Instant;
}

/** How access began or ended. */
export type AccessChangeKind = 'added' | 'left' | 'ended';

/** The job that notifies everybody with access of a change. */
export const accessChangeJob = 'tell-access-change';
const maxAnnouncementAttempts = 12;

/** Common table expressions that log a change for each account of `rows`; the statement must select from `jobs`. */
function noting({ identityId, kind, actorId, at }: ObjectChange, rows: RawBuilder<unknown>) {
  const changeId = newId();
  const parts = sql`
    noted as (
      insert into portal.access_change (account_number, change_id, identity_id, kind, actor_id, happened_at)
      select account_number, ${changeId}::uuid, ${identityId}::uuid, ${kind}, ${actorId}::uuid, ${instantToIso(at)}::timestamptz
        from ${rows} as changed
      returning account_number
    ), notified as materialized (
      select count(*)::integer as jobs from noted, graphile_worker.add_job(${accessChangeJob}::text,
        json_build_object('account', noted.account_number, 'changeId', ${changeId}::text),
        max_attempts => ${maxAnnouncementAttempts}::integer, flags => array[${accessChangeJob}::text])
    )`;
  return { parts, jobs: sql`(select jobs from notified)` };
}

/**
 * Adds an account to a cabinet and runs `beside` in one statement; the first account is chosen.
 * The access is logged, and a job notifies everybody with access. Returns the chosen account.
 */
export async function addOwnedObject(
  db: PortalDatabase,
  change: ObjectChange,
  beside: RawBuilder<unknown> = sql`select 1`,
): Promise<string | undefined> {
  const { identityId, accountNumber, at } = change;
  const { parts, jobs } = noting(change, sql`added`);
  const { rows } = await typedSql({ jobs: int4(), chosen: nullable(text()) })`
    with beside as (${beside}), added as (
      insert into portal.identity_account (identity_id, account_number, owner_type, added_at)
      select identity_id, ${accountNumber}, identity_type, ${instantToIso(at)}::timestamptz
        from portal.identity where identity_id = ${identityId}::uuid
      on conflict (identity_id, account_number) do nothing
      returning account_number
    ), ${parts}, granted as (
      delete from portal.access_request where identity_id = ${identityId}::uuid and account_number = ${accountNumber}
    ), first as (
      insert into portal.chosen_account (identity_id, account_number)
      select identity_id, ${accountNumber} from portal.identity
       where identity_id = ${identityId}::uuid
         and not exists (select from portal.identity_account owned where owned.identity_id = ${identityId}::uuid)
      on conflict (identity_id) do update set account_number = excluded.account_number
      returning account_number
    )
    select ${jobs} as jobs, coalesce(
      (select account_number from first),
      (select owned.account_number from portal.chosen_account c
         join portal.identity_account owned using (identity_id, account_number)
        where c.identity_id = ${identityId}::uuid)) as chosen`.execute(db);
  return rows[0]?.chosen ?? undefined;
}

/**
 * Removes an object from a cabinet with everything the portal stores of it there, and clears the choice of it. The access
 * is logged, and a job notifies everybody with access. False when it was removed before.
 */
export async function deleteOwnedObject(db: PortalDatabase, change: ObjectChange): Promise<boolean> {
  const { identityId, accountNumber } = change;
  const { parts, jobs } = noting(change, sql`gone`);
  const { rows } = await typedSql({ jobs: int4(), gone: int4() })`
    with gone as (
      delete from portal.identity_account
       where identity_id = ${identityId}::uuid and account_number = ${accountNumber} returning account_number
    ), unchosen as (
      delete from portal.chosen_account
       where identity_id = ${identityId}::uuid and account_number in (select account_number from gone)
    ), ${parts}
    select ${jobs} as jobs, (select count(*)::int from gone) as gone`.execute(db);
  return rows[0]?.gone === 1;
}

/** Removes every object and every request for one from a person's cabinet, as the person who leaves them. */
export async function leaveAllObjects(
  transaction: PortalDatabase,
  identityId: string,
  at: Instant,
): Promise<void> {
  for (const { accountNumber } of await listOwnedObjects(transaction, identityId))
    await deleteOwnedObject(transaction, {
      identityId,
      accountNumber,
      kind: 'left',
      actorId: identityId,
      at,
    });
  await sql`delete from portal.access_request where identity_id = ${identityId}::uuid`.execute(transaction);
}
