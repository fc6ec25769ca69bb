import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

export interface NewIdentity {
  readonly identityId: string;
  readonly phone: string;
  readonly email: string;
  readonly passwordHash: string;
}

/** Inserts a person whose phone whoever makes them vouches for; when the phone is known already, nothing changes. Returns the id that stands. */
export async function insertPerson(db: PortalDatabase, person: NewIdentity): Promise<string> {
  const { rows } = await sql<{ identity_id: string }>`
    insert into portal.identity
      (identity_id, identity_type, phone, email, password_hash, phone_confirmed_at, created_at)
    values (${person.identityId}::uuid, 'person', ${person.phone}, nullif(${person.email}, ''),
            ${person.passwordHash}, pg_catalog.now(), pg_catalog.now())
    on conflict (phone) where identity_type = 'person' do update set phone = excluded.phone
    returning identity_id
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('an insert answered no row');
  return row.identity_id;
}

/** Inserts an entity without accounts. Its phone may be that of others too; absent moment: it is not confirmed. */
export async function insertEntity(
  db: PortalDatabase,
  entity: NewIdentity & { readonly phoneConfirmedAt?: Instant },
): Promise<void> {
  const confirmedAt = entity.phoneConfirmedAt === undefined ? null : instantToIso(entity.phoneConfirmedAt);
  await sql`
    insert into portal.identity (identity_id, identity_type, phone, email, password_hash, phone_confirmed_at, created_at)
    values (${entity.identityId}::uuid, 'entity', ${entity.phone}, nullif(${entity.email}, ''),
            ${entity.passwordHash}, ${confirmedAt}::timestamptz, coalesce(${confirmedAt}::timestamptz, pg_catalog.now()))
  `.execute(db);
}
