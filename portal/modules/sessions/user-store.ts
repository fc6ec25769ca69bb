import { sql } from 'kysely';
import type { AdminRole } from '#contract/admin-roles.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

export interface UserContacts {
  readonly phone: string;
  readonly email: string;
  /** The account chosen last, if it is still the user's own; else ''. */
  readonly account: string;
}

/** What a customer's browser keeps of its user. */
export async function getUserContacts(db: PortalDatabase, identityId: string): Promise<UserContacts> {
  const { rows } = await sql<UserContacts>`
    select coalesce(identity.phone, '') as phone, coalesce(identity.email, '') as email,
           coalesce(owned.account_number, '') as account
      from portal.identity
      left join portal.identity_account owned
        on owned.identity_id = identity.identity_id and owned.account_number = identity.chosen_account
     where identity.identity_id = ${identityId}::uuid
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`no identity ${identityId}`);
  return row;
}

export interface AdministratorCard {
  readonly login: string;
  readonly fullName: string;
  readonly roles: readonly AdminRole[];
}

/** What an administrator's browser keeps beside the contacts. */
export async function getAdministratorCard(
  db: PortalDatabase,
  identityId: string,
): Promise<AdministratorCard> {
  const { rows } = await sql<AdministratorCard>`
    select administrator.login, administrator.full_name as "fullName",
           array(select kept.role from portal.administrator_role kept
                  where kept.identity_id = administrator.identity_id order by kept.role) as roles
      from portal.administrator
     where administrator.identity_id = ${identityId}::uuid
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`no administrator ${identityId}`);
  return row;
}
