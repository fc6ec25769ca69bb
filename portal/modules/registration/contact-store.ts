import { sql } from 'kysely';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** Whom a contact leads to. */
export interface ContactOwner {
  readonly userType: 'person' | 'entity';
  /** A phone, or an e-mail in small letters. */
  readonly contact: string;
  /** The account of an entity: a phone may be that of several. */
  readonly account?: string | undefined;
}

export interface ReachedIdentity {
  readonly identityId: string;
  /** The e-mail when its owner has confirmed it; else ''. */
  readonly confirmedEmail: string;
}

/**
 * The identity that a contact leads to: a person by the phone, an entity by the account and the phone, either by an e-mail
 * that was confirmed. Nobody who is blocked.
 */
export async function findByContact(
  db: PortalDatabase,
  { userType, contact, account }: ContactOwner,
): Promise<ReachedIdentity | undefined> {
  const { rows } = await sql<ReachedIdentity>`
    select identity.identity_id as "identityId",
           case when identity.email_confirmed_at is null then '' else coalesce(identity.email, '') end
             as "confirmedEmail"
      from portal.identity
     where identity.identity_type = ${userType}
       and identity.blocked_at is null
       and (identity.phone = ${contact}
            or (lower(identity.email) = ${contact} and identity.email_confirmed_at is not null))
       and (identity.identity_type = 'person' or exists (
             select from portal.identity_account owned
              where owned.identity_id = identity.identity_id and owned.account_number = ${account ?? ''}))
  `.execute(db);
  return rows[0];
}
