import { sql } from 'kysely';
import type { Instant } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { insertConsent } from '../registration/public.ts';
import { takeUpAccounts } from './entity-accounts.ts';
import { findEntityByAccount } from './identity-store.ts';
import { insertEntity } from './insert-identity.ts';

/** A legal entity that proved who it is. */
export interface ProvenEntity {
  readonly phone: string;
  readonly email: string;
  readonly passwordHash: string;
  /** The account it signs up with. */
  readonly account: string;
  readonly accountNumbers: readonly string[];
}

/** When and from where the consent was given. */
export interface SignUpOrigin {
  readonly at: Instant;
  readonly address: string;
  readonly device: string;
}

/**
 * Keeps a legal entity with its accounts and its consent, in the caller's transaction; 'taken' when the account stands in
 * the cabinet of an entity already. Sign-ups with one account wait for each other.
 */
export async function makeEntity(
  db: PortalDatabase,
  { phone, email, passwordHash, account, accountNumbers }: ProvenEntity,
  origin: SignUpOrigin,
): Promise<'made' | 'taken'> {
  await sql`select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(${account}::text, 3))`.execute(
    db,
  );
  if (await findEntityByAccount(db, account)) return 'taken';
  const identityId = newId();
  await insertEntity(db, { identityId, phone, email, passwordHash, phoneConfirmedAt: origin.at });
  await takeUpAccounts(db, identityId, accountNumbers);
  await insertConsent(db, { identityId, ...origin });
  return 'made';
}
