import { sql } from 'kysely';
import type { AdminRole } from '#contract/identity/admin-roles.ts';
import { bool, text, textArray, typedSql } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

export interface AdministratorRow {
  readonly login: string;
  readonly fullName: string;
  readonly roles: AdminRole[];
  readonly dualAuth: boolean;
  readonly secondFactor: 'none' | 'totp' | 'sms';
  readonly blocked: boolean;
}

/** Every administrator, by login. */
export async function listAdministrators(db: PortalDatabase): Promise<AdministratorRow[]> {
  const { rows } = await typedSql<AdministratorRow>({
    login: text(),
    fullName: text(),
    roles: textArray(),
    dualAuth: bool(),
    secondFactor: text(),
    blocked: bool(),
  })`
    select administrator.login, administrator.full_name as "fullName", administrator.dual_auth as "dualAuth",
           array(select kept.role from portal.administrator_role kept
                  where kept.identity_id = administrator.identity_id order by kept.role) as roles,
           coalesce(factor.method, 'none') as "secondFactor", identity.blocked_at is not null as blocked
      from portal.administrator
      join portal.identity on identity.identity_id = administrator.identity_id
      left join portal.second_factor factor
        on factor.identity_id = administrator.identity_id and factor.enabled_at is not null
     order by administrator.login
  `.execute(db);
  return rows;
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
  readonly roles: readonly AdminRole[];
  readonly dualAuth: boolean;
}

/** Inserts an administrator with the roles, whole or not at all. Throws when the login is taken. */
export async function insertAdministrator(db: PortalDatabase, row: NewAdministratorRow): Promise<void> {
  await sql`
    with identity as (
      insert into portal.identity (identity_id, identity_type, phone, password_hash, password_changed_at, created_at)
      values (${row.identityId}::uuid, 'admin', ${row.phone ?? null}::text, ${row.passwordHash}, pg_catalog.now(),
              pg_catalog.now())
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
