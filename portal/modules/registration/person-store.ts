import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** A person whose phone was confirmed by a code. */
export interface RegisteredPerson {
  readonly phone: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly surname: string;
  readonly name: string;
  readonly middleName: string;
  readonly at: Instant;
}

/** Inserts a person; undefined when the phone is another's already. The e-mail is not confirmed yet. */
export async function insertRegisteredPerson(
  db: PortalDatabase,
  person: RegisteredPerson,
): Promise<string | undefined> {
  const at = instantToIso(person.at);
  const { rows } = await sql<{ identity_id: string }>`
    insert into portal.identity
      (identity_id, identity_type, phone, email, password_hash, surname, name, middle_name, phone_confirmed_at, created_at)
    values (${newId()}::uuid, 'person', ${person.phone}, ${person.email}, ${person.passwordHash}, ${person.surname},
            ${person.name}, ${person.middleName}, ${at}::timestamptz, ${at}::timestamptz)
    on conflict (phone) where identity_type = 'person' do nothing
    returning identity_id
  `.execute(db);
  return rows[0]?.identity_id;
}
