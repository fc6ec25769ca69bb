import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { bool, nullable, text, timestamptz, typedSql, uuid } from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { AccessChangeKind } from '../object-store.ts';

/** Lifetime of a request for access. */
const waitingMs = 7 * 24 * 3_600_000;

/** Inserts a request for access; an open one is kept. Returns its expiry, and whether it is new. */
export async function keepAccessRequest(
  db: PortalDatabase,
  identityId: string,
  accountNumber: string,
  now: Instant,
): Promise<{ readonly until: Instant; readonly isNew: boolean }> {
  const requestId = newId();
  const { rows } = await typedSql({ until: timestamptz<Instant>(), isNew: bool() })`
    insert into portal.access_request as kept (account_number, identity_id, request_id, asked_at, expires_at)
    values (${accountNumber}, ${identityId}::uuid, ${requestId}::uuid, ${instantToIso(now)}::timestamptz,
            ${instantToIso((now + waitingMs) as Instant)}::timestamptz)
    on conflict (account_number, identity_id) do update
      set request_id = case when kept.expires_at > excluded.asked_at then kept.request_id else excluded.request_id end,
          asked_at = case when kept.expires_at > excluded.asked_at then kept.asked_at else excluded.asked_at end,
          expires_at = case when kept.expires_at > excluded.asked_at then kept.expires_at else excluded.expires_at end
    returning expires_at as until, request_id = ${requestId}::uuid as "isNew"`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a request of access answered no row');
  return row;
}

/** Deletes a request that is decided; returns who made it. Undefined: there is none, or it has expired. */
export async function takeAccessRequest(
  db: PortalDatabase,
  accountNumber: string,
  requestId: string,
  now: Instant,
): Promise<string | undefined> {
  const { rows } = await typedSql({ identityId: uuid() })`
    delete from portal.access_request
     where account_number = ${accountNumber} and request_id = ${requestId}::uuid and expires_at > ${instantToIso(now)}::timestamptz
    returning identity_id as "identityId"`.execute(db);
  return rows[0]?.identityId;
}

/** The accounts to which a person requested access. */
export async function listAwaited(
  db: PortalDatabase,
  identityId: string,
  now: Instant,
): Promise<readonly { readonly account: string; readonly until: Instant }[]> {
  const { rows } = await typedSql({ account: text(), until: timestamptz<Instant>() })`
    select account_number as account, expires_at as until from portal.access_request
     where identity_id = ${identityId}::uuid and expires_at > ${instantToIso(now)}::timestamptz
     order by account_number`.execute(db);
  return rows;
}

/** Deletes requests that expired before a moment. */
export async function deleteOldAccessRequests(
  db: PortalDatabase,
  before: Instant,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from portal.access_request where (account_number, identity_id) in (
      select account_number, identity_id from portal.access_request
       where expires_at < ${instantToIso(before)}::timestamptz limit ${limit}::integer)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Contacts of a person that were confirmed by a code; '' where there is none. */
export interface ProvenContacts {
  readonly phone: string;
  readonly email: string;
  readonly surname: string;
  readonly name: string;
  readonly middleName: string;
}

/** A person with access to an account. */
export interface PersonWithAccess extends ProvenContacts {
  readonly accessId: string;
  readonly identityId: string;
  readonly since: Instant;
}

/** A person who requested access. */
export interface WaitingPerson extends ProvenContacts {
  readonly waitingId: string;
  readonly identityId: string;
  readonly askedAt: Instant;
  readonly until: Instant;
}

const contacts = sql`
  case when i.phone_confirmed_at is null then '' else coalesce(i.phone, '') end as phone,
  case when i.email_confirmed_at is null then '' else coalesce(i.email, '') end as email,
  i.surname, i.name, i.middle_name as "middleName"`;

/** The contacts of a person. Throws when there is no such identity. */
export async function getProvenContacts(db: PortalDatabase, identityId: string): Promise<ProvenContacts> {
  const { rows } = await typedSql<ProvenContacts>({
    phone: text(),
    email: text(),
    surname: text(),
    name: text(),
    middleName: text(),
  })`
    select ${contacts} from portal.identity i where i.identity_id = ${identityId}::uuid`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`no identity ${identityId}`);
  return row;
}

/** Persons with access to an account and persons who requested it, oldest first; one statement. */
export async function listPeople(
  db: PortalDatabase,
  accountNumber: string,
  now: Instant,
): Promise<{ readonly people: readonly PersonWithAccess[]; readonly waiting: readonly WaitingPerson[] }> {
  const { rows } = await typedSql<
    ProvenContacts & { id: string; identityId: string; at: Instant; until: Instant | null }
  >({
    phone: text(),
    email: text(),
    surname: text(),
    name: text(),
    middleName: text(),
    id: uuid(),
    identityId: uuid(),
    at: timestamptz(),
    until: nullable(timestamptz()),
  })`
    select had.id, had.identity_id as "identityId", had.at, had.until, ${contacts}
      from (
        select access_id as id, identity_id, added_at as at, null::timestamptz as until from portal.identity_account
         where account_number = ${accountNumber} and owner_type = 'person'
        union all
        select request_id, identity_id, asked_at, expires_at from portal.access_request
         where account_number = ${accountNumber} and expires_at > ${instantToIso(now)}::timestamptz
      ) as had join portal.identity i using (identity_id)
     order by had.at, had.identity_id`.execute(db);
  const people = rows.flatMap(({ id: accessId, at: since, until, ...person }) =>
    until === null ? [{ ...person, accessId, since }] : [],
  );
  const waiting = rows.flatMap(({ id: waitingId, at: askedAt, until, ...person }) =>
    until === null ? [] : [{ ...person, waitingId, askedAt, until }],
  );
  return { people, waiting };
}

/** A change of access of which nobody was notified yet. */
export interface UnannouncedChange extends ProvenContacts {
  readonly changeId: string;
  readonly accountNumber: string;
  readonly identityId: string;
  readonly actorId: string | null;
  readonly kind: AccessChangeKind;
  readonly happenedAt: Instant;
  /** Whether the same person was given access to the same account within the hour before. */
  readonly cameLately: boolean;
}

/** A change of access; undefined when the notifications were sent. */
export async function findUnannouncedChange(
  db: PortalDatabase,
  accountNumber: string,
  changeId: string,
): Promise<UnannouncedChange | undefined> {
  const { rows } = await typedSql<UnannouncedChange>({
    changeId: uuid(),
    accountNumber: text(),
    identityId: uuid(),
    actorId: nullable(uuid()),
    kind: text(),
    happenedAt: timestamptz(),
    cameLately: bool(),
    phone: text(),
    email: text(),
    surname: text(),
    name: text(),
    middleName: text(),
  })`
    select c.change_id as "changeId", c.account_number as "accountNumber", c.identity_id as "identityId",
      c.actor_id as "actorId", c.kind, c.happened_at as "happenedAt", ${contacts},
      exists (select from portal.access_change before
               where before.account_number = c.account_number and before.identity_id = c.identity_id
                 and before.kind = 'added' and before.change_id < c.change_id
                 and before.happened_at > c.happened_at - interval '1 hour') as "cameLately"
      from portal.access_change c join portal.identity i using (identity_id)
     where c.account_number = ${accountNumber} and c.change_id = ${changeId}::uuid and c.notified_at is null`.execute(
    db,
  );
  return rows[0];
}

/** Marks the notifications of a change as sent. False: another worker did it. */
export async function markAnnounced(
  db: PortalDatabase,
  { accountNumber, changeId }: Pick<UnannouncedChange, 'accountNumber' | 'changeId'>,
  now: Instant,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update portal.access_change set notified_at = ${instantToIso(now)}::timestamptz
     where account_number = ${accountNumber} and change_id = ${changeId}::uuid and notified_at is null`.execute(
    db,
  );
  return numAffectedRows === 1n;
}
