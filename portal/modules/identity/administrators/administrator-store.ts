import { sql } from 'kysely';
import type { AdminRole } from '#contract/identity/admin-roles.ts';
import type { AdministratorData } from '#contract/identity/administrators.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import {
  bool,
  int4,
  nullable,
  type RowOf,
  text,
  textArray,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { challengesEnding } from '../second-factor/challenge-store.ts';
import { type EndReason, sessionsEnding } from '../session/session-store.ts';

const columns = {
  login: text(),
  fullName: text(),
  roles: textArray<AdminRole[]>(),
  phone: text(),
  email: text(),
  dualAuth: bool(),
  secondFactor: text<AdministratorData['secondFactor']>(),
  state: text<AdministratorData['state']>(),
  blockReason: text(),
  isYou: bool(),
  lastSignInAt: nullable(timestamptz<Instant>()),
  sessionCount: int4(),
  linkUntil: nullable(timestamptz<Instant>()),
};

/** Every administrator, by login, as `youId` sees them. */
export async function listAdministrators(
  db: PortalDatabase,
  youId: string,
  now: Instant,
): Promise<readonly RowOf<typeof columns>[]> {
  const at = sql`${instantToIso(now)}::timestamptz`;
  const { rows } = await typedSql(columns)`
    select administrator.login, administrator.full_name as "fullName", administrator.dual_auth as "dualAuth",
           array(select kept.role from portal.administrator_role kept
                  where kept.identity_id = administrator.identity_id order by kept.role) as roles,
           coalesce(identity.phone, '') as phone, coalesce(identity.email, '') as email, coalesce(factor.method, 'none') as "secondFactor",
           case when identity.blocked_at is not null then 'blocked' when link.is_first is not true then 'active'
                when link.expires_at <= ${at} then 'expired' else 'invited' end as state,
           administrator.block_reason as "blockReason", administrator.identity_id = ${youId}::uuid as "isYou",
           used.last_at as "lastSignInAt", used.active as "sessionCount",
           case when link.expires_at > ${at} then link.expires_at end as "linkUntil"
      from portal.administrator
      join portal.identity on identity.identity_id = administrator.identity_id
      left join portal.administrator_link link on link.identity_id = administrator.identity_id
      left join portal.second_factor factor
        on factor.identity_id = administrator.identity_id and factor.enabled_at is not null
      cross join lateral (
        select max(started_at) as last_at,
               (count(*) filter (where ended_at is null and expires_at > ${at}))::integer as active
          from portal.session where session.identity_id = administrator.identity_id) as used
     order by administrator.login
  `.execute(db);
  return rows;
}

const heldColumns = {
  identityId: uuid(),
  fullName: text(),
  roles: textArray<AdminRole[]>(),
  phone: nullable(text()),
  email: nullable(text()),
  dualAuth: bool(),
  secondFactor: text<AdministratorData['secondFactor']>(),
  blocked: bool(),
  isFirstLink: bool(),
};
export type HeldAdministrator = RowOf<typeof heldColumns>;

/**
 * Holds whoever acts and the administrator with this login until the end of the transaction, in one order for all.
 * 'forbidden': who acts is blocked or no owner any more; 'unknown': there is no such login.
 */
export async function lockAdministrator(
  db: PortalDatabase,
  actorId: string,
  login: string,
): Promise<HeldAdministrator | 'forbidden' | 'unknown'> {
  await sql`
    select from portal.identity
     where identity_id in (${actorId}::uuid, (select identity_id from portal.administrator where login = ${login}))
     order by identity_id for no key update`.execute(db);
  // By a statement of its own: the one that waited sees other tables as they were before.
  const { rows } = await typedSql({ isOwner: bool() })`
    select exists (select from portal.identity join portal.administrator_role using (identity_id)
      where identity_id = ${actorId}::uuid and role = 'owner' and blocked_at is null) as "isOwner"`.execute(
    db,
  );
  if (!rows[0]?.isOwner) return 'forbidden';
  return (await readHeld(db, login)) ?? 'unknown';
}

/** Holds the administrator with this login until the end of the transaction; undefined: there is none. */
export async function holdAdministrator(
  db: PortalDatabase,
  login: string,
): Promise<HeldAdministrator | undefined> {
  await sql`
    select from portal.identity
     where identity_id = (select identity_id from portal.administrator where login = ${login})
       for no key update`.execute(db);
  return readHeld(db, login);
}

async function readHeld(db: PortalDatabase, login: string): Promise<HeldAdministrator | undefined> {
  const { rows } = await typedSql(heldColumns)`
    select identity_id as "identityId", full_name as "fullName", phone, email, dual_auth as "dualAuth",
           array(select kept.role from portal.administrator_role kept
                  where kept.identity_id = administrator.identity_id order by kept.role) as roles,
           coalesce((select method from portal.second_factor factor where factor.identity_id = administrator.identity_id
                        and factor.enabled_at is not null), 'none') as "secondFactor",
           blocked_at is not null as blocked,
           exists (select from portal.administrator_link link
                    where link.identity_id = administrator.identity_id and link.is_first) as "isFirstLink"
      from portal.administrator join portal.identity using (identity_id) where login = ${login}`.execute(db);
  return rows[0];
}

/** What an owner says of an administrator. */
export interface AdministratorFacts {
  readonly fullName: string;
  readonly roles: readonly AdminRole[];
  readonly phone: string | null;
  readonly email: string | null;
  readonly dualAuth: boolean;
}

/** Gives an administrator, whom the caller holds, other facts; another phone or e-mail is not confirmed. */
export async function updateAdministrator(
  db: PortalDatabase,
  identityId: string,
  { fullName, roles, phone, email, dualAuth }: AdministratorFacts,
): Promise<void> {
  await sql`
    with named as (
      update portal.administrator set full_name = ${fullName}, dual_auth = ${dualAuth}::boolean
       where identity_id = ${identityId}::uuid
    ), reached as (
      update portal.identity set phone = ${phone}::text, email = ${email}::text,
        phone_confirmed_at = case when phone is distinct from ${phone}::text then null else phone_confirmed_at end,
        email_confirmed_at = case when email is distinct from ${email}::text then null else email_confirmed_at end
       where identity_id = ${identityId}::uuid
    ), added as (
      insert into portal.administrator_role (identity_id, role)
      select ${identityId}::uuid, role from unnest(${[...roles]}::text[]) as role on conflict do nothing
    )
    delete from portal.administrator_role where identity_id = ${identityId}::uuid and role <> all(${[...roles]}::text[])
  `.execute(db);
}

/** Blocks an administrator at once, sessions and unfinished sign-ins end; or unblocks. The caller holds them. */
export async function setBlocked(
  db: PortalDatabase,
  identityId: string,
  block: { readonly reason: string } | undefined,
  at: Instant,
): Promise<void> {
  const blockedAt = block === undefined ? null : instantToIso(at);
  await sql`
    with told as (update portal.administrator set block_reason = ${block?.reason ?? ''} where identity_id = ${identityId}::uuid)
    update portal.identity set blocked_at = ${blockedAt}::timestamptz where identity_id = ${identityId}::uuid`.execute(
    db,
  );
  if (block !== undefined) await endAllAccess(db, identityId, 'blocked', at);
}

/** Ends the sessions and the unfinished sign-ins of an administrator; returns how many sessions. */
export async function endAllAccess(
  db: PortalDatabase,
  identityId: string,
  reason: EndReason,
  at: Instant,
): Promise<number> {
  const { rows } = await typedSql({ ended: int4() })`
    with ended as (${sessionsEnding(identityId, { reason }, at)}), gone as (${challengesEnding(identityId, at)})
    select (select count(*)::integer from ended) as ended`.execute(db);
  return rows[0]?.ended ?? 0;
}

interface NewLink {
  readonly identityId: string;
  readonly tokenDigest: Buffer;
  readonly isFirst: boolean;
  readonly at: Instant;
  readonly expiresAt: Instant;
}

/** Keeps the link to set a password in place of the former one, whose being the first stays. */
export async function putLink(db: PortalDatabase, link: NewLink): Promise<void> {
  await sql`
    insert into portal.administrator_link as kept (identity_id, token_digest, is_first, made_at, expires_at)
    values (${link.identityId}::uuid, ${link.tokenDigest}::bytea, ${link.isFirst}::boolean,
      ${instantToIso(link.at)}::timestamptz, ${instantToIso(link.expiresAt)}::timestamptz)
    on conflict (identity_id) do update set token_digest = excluded.token_digest, made_at = excluded.made_at,
      expires_at = excluded.expires_at`.execute(db);
}

const linkColumns = {
  identityId: uuid(),
  login: text(),
  fullName: text(),
  phone: text(),
  expiresAt: timestamptz<Instant>(),
};

/** Whose password a link sets; undefined: it was used, replaced, its time is over, or its administrator is blocked. */
export async function findLink(
  db: PortalDatabase,
  tokenDigest: Buffer,
  now: Instant,
): Promise<RowOf<typeof linkColumns> | undefined> {
  const { rows } = await typedSql(linkColumns)`
    select identity_id as "identityId", login, full_name as "fullName", coalesce(phone, '') as phone,
           expires_at as "expiresAt"
      from portal.administrator_link
      join portal.administrator using (identity_id) join portal.identity using (identity_id)
     where token_digest = ${tokenDigest}::bytea and expires_at > ${instantToIso(now)}::timestamptz
       and blocked_at is null`.execute(db);
  return rows[0];
}

/** Takes a link once: whose password it sets. Undefined: it works no more. */
export async function takeLink(
  db: PortalDatabase,
  tokenDigest: Buffer,
  now: Instant,
): Promise<string | undefined> {
  const { rows } = await typedSql({ identityId: uuid() })`
    delete from portal.administrator_link link using portal.identity
     where identity.identity_id = link.identity_id and identity.blocked_at is null
       and token_digest = ${tokenDigest}::bytea and expires_at > ${instantToIso(now)}::timestamptz
    returning link.identity_id as "identityId"`.execute(db);
  return rows[0]?.identityId;
}

/** An administrator by identity, for whoever signs in twice is one, with the name that the audit has. */
export async function findAdministratorName(
  db: PortalDatabase,
  identityId: string,
): Promise<{ readonly id: string; readonly name: string }> {
  const row = await db
    .selectFrom('portal.administrator')
    .select(['login', 'full_name'])
    .where('identity_id', '=', identityId)
    .executeTakeFirst();
  return { id: identityId, name: row?.full_name || row?.login || identityId };
}

/** Whether another administrator than `identityId` has this phone or e-mail. */
export async function isContactOfAnother(
  db: PortalDatabase,
  { phone, email }: Pick<AdministratorFacts, 'phone' | 'email'>,
  identityId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from portal.identity where identity_type = 'admin' and identity_id <> ${identityId}::uuid
      and (phone = ${phone}::text or lower(email) = lower(${email}::text)) limit 1`.execute(db);
  return rows.length > 0;
}

/** The id of the administrator with this login. */
export async function findAdministratorId(db: PortalDatabase, login: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('portal.administrator')
    .select('identity_id as identityId')
    .where('login', '=', login)
    .executeTakeFirst();
  return row?.identityId;
}

/** The hashes of those of these administrators who are there and not blocked, by login. */
export async function findPasswordHashes(
  db: PortalDatabase,
  logins: readonly string[],
): Promise<{ readonly login: string; readonly passwordHash: string }[]> {
  return db
    .selectFrom('portal.administrator')
    .innerJoin('portal.identity', 'portal.identity.identity_id', 'portal.administrator.identity_id')
    .select(['login', 'password_hash as passwordHash'])
    .where('login', 'in', logins)
    .where('blocked_at', 'is', null)
    .orderBy('login')
    .execute();
}

export interface NewAdministratorRow {
  readonly identityId: string;
  readonly login: string;
  readonly fullName: string;
  readonly passwordHash: string;
  readonly phone: string | undefined;
  readonly email?: string | undefined;
  readonly roles: readonly AdminRole[];
  readonly dualAuth: boolean;
}

/** Inserts an administrator with the roles, whole or not at all. Throws when the login is taken. */
export async function insertAdministrator(
  db: PortalDatabase,
  row: NewAdministratorRow,
  at?: Instant,
): Promise<void> {
  const createdAt = at === undefined ? sql`pg_catalog.now()` : sql`${instantToIso(at)}::timestamptz`;
  await sql`
    with identity as (
      insert into portal.identity (identity_id, identity_type, phone, email, password_hash, password_changed_at, created_at)
      values (${row.identityId}::uuid, 'admin', ${row.phone ?? null}::text, ${row.email ?? null}::text, ${row.passwordHash},
              ${createdAt}, ${createdAt})
      returning identity_id
    ), administrator as (
      insert into portal.administrator (identity_id, login, full_name, dual_auth)
      select identity_id, ${row.login}, ${row.fullName}, ${row.dualAuth}::boolean from identity
      returning identity_id
    )
    insert into portal.administrator_role (identity_id, role)
    select identity_id, role from administrator, unnest(${row.roles}::text[]) as role
  `.execute(db);
}
