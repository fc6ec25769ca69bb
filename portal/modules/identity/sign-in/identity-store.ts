import { type RawBuilder, sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import {
  bool,
  type Columns,
  nullable,
  text,
  textArray,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** A user who may sign in with a password. */
export interface KnownIdentity {
  readonly identityId: string;
  readonly passwordHash: string;
  /** Blocked by an administrator: of the staff treated as unknown, a customer is told with the right password. */
  readonly isBlocked: boolean;
}

const knownColumns: Columns<KnownIdentity> = { identityId: uuid(), passwordHash: text(), isBlocked: bool() };
const columns = sql`identity.identity_id as "identityId",
  identity.password_hash as "passwordHash", identity.blocked_at is not null as "isBlocked"`;

/** The person who signs in with this phone. */
export async function findPersonByPhone(
  db: PortalDatabase,
  phone: string,
): Promise<KnownIdentity | undefined> {
  const { rows } = await typedSql(knownColumns)`
    select ${columns} from portal.identity
     where phone = ${phone} and identity_type = 'person'
  `.execute(db);
  return rows[0];
}

/** The entity in whose cabinet this account stands: at most one. */
export async function findEntityByAccount(
  db: PortalDatabase,
  accountNumber: string,
): Promise<KnownIdentity | undefined> {
  const { rows } = await typedSql(knownColumns)`
    select ${columns}
      from portal.identity_account owned
      join portal.identity using (identity_id)
     where owned.account_number = ${accountNumber} and owned.owner_type = 'entity'
  `.execute(db);
  return rows[0];
}

/** Whom account and unique code of a legal entity lead to: a person of the company, or else the owner of its cabinet. */
export interface EntitySignIn extends KnownIdentity {
  readonly cabinetId: string;
  /** The code is the person's own; the owner's is known to the billing back end. */
  readonly isMember: boolean;
}

/** Who signs in with an account and a unique code. */
export async function findEntitySignIn(
  db: PortalDatabase,
  accountNumber: string,
  uniqueCode: string,
): Promise<EntitySignIn | undefined> {
  const { rows } = await typedSql<EntitySignIn>({ ...knownColumns, cabinetId: uuid(), isMember: bool() })`
    select ${columns}, owned.identity_id as "cabinetId", member.identity_id is not null as "isMember"
      from portal.identity_account owned
      left join portal.company_member member
        on member.company_id = owned.identity_id and member.unique_code = ${uniqueCode} and member.ended_at is null
      join portal.identity on identity.identity_id = coalesce(member.identity_id, owned.identity_id)
     where owned.account_number = ${accountNumber} and owned.owner_type = 'entity'
  `.execute(db);
  return rows[0];
}

/** The administrator with this login, written in small letters. */
export async function findAdministratorByLogin(
  db: PortalDatabase,
  login: string,
): Promise<KnownIdentity | undefined> {
  const { rows } = await typedSql(knownColumns)`
    select ${columns}
      from portal.administrator
      join portal.identity using (identity_id)
     where administrator.login = ${login}
  `.execute(db);
  return rows[0];
}

/** What of a user a password must not be made of, and where a change of it is announced. */
export interface OwnerOfPassword {
  readonly phone: string;
  readonly email: string;
  /** '' unless its owner confirmed it. */
  readonly confirmedEmail: string;
  readonly names: readonly string[];
  /** null: never since the cabinet was made. */
  readonly changedAt: Instant | null;
}

/** The user whose password is about to change. */
export async function getPasswordOwner(db: PortalDatabase, identityId: string): Promise<OwnerOfPassword> {
  const { rows } = await typedSql<OwnerOfPassword>({
    phone: text(),
    email: text(),
    confirmedEmail: text(),
    names: textArray(),
    changedAt: nullable(timestamptz()),
  })`
    select coalesce(phone, '') as phone, coalesce(email, '') as email,
      case when email_confirmed_at is null then '' else coalesce(email, '') end as "confirmedEmail",
      password_changed_at as "changedAt",
      array[surname, name, middle_name, coalesce(login, '')]
        || array(select account_number from portal.cabinet_account owned
                  where owned.identity_id = identity.identity_id) as names
      from portal.identity
      left join portal.administrator using (identity_id)
     where identity.identity_id = ${identityId}::uuid
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`no identity ${identityId}`);
  return row;
}

/** A password to take the place of the former one. */
export interface PasswordUpdate {
  readonly identityId: string;
  readonly passwordHash: string;
  /** The hash that must still stand; absent: whatever does. */
  readonly verifiedHash?: string | undefined;
  readonly at: Instant;
}

/** SQL that sets a new password; a row when it did. Sessions are the caller's to end. */
export function passwordUpdate({
  identityId,
  passwordHash,
  verifiedHash,
  at,
}: PasswordUpdate): RawBuilder<unknown> {
  return sql`
    update portal.identity
       set password_hash = ${passwordHash}, password_changed_at = ${instantToIso(at)}::timestamptz
     where identity_id = ${identityId}::uuid and password_hash = coalesce(${verifiedHash ?? null}::text, password_hash)
    returning 1
  `;
}

/** A new password, whatever stands; sessions are the caller's to end. */
export async function updatePassword(
  db: PortalDatabase,
  identityId: string,
  passwordHash: string,
  at: Instant,
): Promise<void> {
  await passwordUpdate({ identityId, passwordHash, at }).execute(db);
}

/** The hashes of the persons and entities with these phones who are there and not blocked, by phone. */
export async function findPasswordHashesOfPhones(
  db: PortalDatabase,
  phones: readonly string[],
): Promise<{ readonly phone: string; readonly passwordHash: string }[]> {
  const { rows } = await typedSql({ phone: text(), passwordHash: text() })`
    select phone, password_hash as "passwordHash" from portal.identity
     where phone = any(${[...phones]}::text[]) and identity_type in ('person', 'entity') and blocked_at is null
     order by phone
  `.execute(db);
  return rows;
}

/** Adds the counts of registrations of the same day and type up to one row; changes no figure. */
export async function addUpRegistrations(db: PortalDatabase): Promise<void> {
  await sql`
    with gone as (
      delete from portal.registration_count where count_id in (
        select count_id from (
          select count_id, count(*) over (partition by day, identity_type) as same from portal.registration_count) as counted
         where same > 1)
      returning day, identity_type, registrations)
    insert into portal.registration_count (day, identity_type, registrations)
    select day, identity_type, sum(registrations) from gone group by 1, 2 having sum(registrations) <> 0`.execute(
    db,
  );
}
