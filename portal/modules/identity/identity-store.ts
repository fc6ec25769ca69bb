import { sql } from 'kysely';
import type { PortalDatabase } from '#portal/portal-database.ts';

export interface PersonIdentity {
  readonly identityId: string;
  readonly phone: string;
  readonly email: string;
  readonly passwordHash: string;
}

/** The person who signs in with this phone. */
export async function findPersonByPhone(
  db: PortalDatabase,
  phone: string,
): Promise<PersonIdentity | undefined> {
  const { rows } = await sql<PersonIdentity>`
    select identity_id as "identityId", phone, coalesce(email, '') as email, password_hash as "passwordHash"
      from portal.identity
     where phone = ${phone} and identity_type = 'person'
  `.execute(db);
  return rows[0];
}

export interface NewPerson {
  readonly identityId: string;
  readonly phone: string;
  readonly passwordHash: string;
  readonly email: string;
}

/** Inserts a person; when the phone is known already, nothing changes. Answers the id that stands. */
export async function insertPerson(db: PortalDatabase, person: NewPerson): Promise<string> {
  const { rows } = await sql<{ identity_id: string }>`
    insert into portal.identity (identity_id, identity_type, phone, email, password_hash, created_at)
    values (${person.identityId}::uuid, 'person', ${person.phone}, nullif(${person.email}, ''),
            ${person.passwordHash}, pg_catalog.now())
    on conflict (phone) where identity_type = 'person' do update set phone = excluded.phone
    returning identity_id
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('an insert answered no row');
  return row.identity_id;
}
