import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { typedSql, uuid } from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { insertIdentityAccounts } from '../../accounts/public.ts';
import { findEntityByAccount, findPersonByPhone } from './identity-store.ts';
import { requireHash } from './lock-logins.ts';

interface NewIdentity {
  readonly identityId: string;
  readonly phone: string;
  readonly email: string;
  readonly passwordHash: string;
}

/** Inserts a person whose phone whoever makes them vouches for; when the phone is known already, nothing changes. Returns the id that stands. */
async function insertPerson(db: PortalDatabase, person: NewIdentity): Promise<string> {
  const { rows } = await typedSql({ identity_id: uuid() })`
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

/** Inserts the sign-in of a person of a company, whose e-mail the letter of the invitation has proved. */
export async function insertMember(
  db: PortalDatabase,
  { at, name, ...member }: NewIdentity & { readonly name: string; readonly at: Instant },
): Promise<void> {
  const moment = instantToIso(at);
  await sql`
    insert into portal.identity
      (identity_id, identity_type, name, phone, email, email_confirmed_at, password_hash, created_at)
    values (${member.identityId}::uuid, 'entity', ${name}, ${member.phone}, ${member.email}, ${moment}::timestamptz,
            ${member.passwordHash}, ${moment}::timestamptz)
  `.execute(db);
}

/** A customer who can sign in, with the accounts of the cabinet. */
interface CustomerToCreate {
  readonly phone: string;
  readonly password: string;
  readonly email: string;
  readonly accounts: readonly string[];
}

async function insertNewPerson(
  db: PortalDatabase,
  { phone, email, password }: CustomerToCreate,
): Promise<string> {
  const passwordHash = await requireHash(password);
  return insertPerson(db, { identityId: newId(), phone, email, passwordHash });
}

/**
 * A person who can sign in, with accounts in the cabinet. Idempotent by phone: for a phone that is known already,
 * password and e-mail stay, and only accounts that are missing are added. Returns the id of the identity.
 */
export async function createPersonIdentity(db: PortalDatabase, person: CustomerToCreate): Promise<string> {
  const known = await findPersonByPhone(db, person.phone);
  const identityId = known?.identityId ?? (await insertNewPerson(db, person));
  await insertIdentityAccounts(db, identityId, person.accounts);
  return identityId;
}

/**
 * A legal entity that can sign in, with accounts in the cabinet. Idempotent by the first account: when an entity has it
 * already, password and contacts stay, and only accounts that are missing are added. Returns the id of the identity.
 */
export async function createEntityIdentity(db: PortalDatabase, entity: CustomerToCreate): Promise<string> {
  const [firstAccount] = entity.accounts;
  if (firstAccount === undefined) throw new Error('an entity signs in with an account');
  const known = await findEntityByAccount(db, firstAccount);
  const passwordHash = known === undefined ? await requireHash(entity.password) : '';
  return db.transaction().execute(async (transaction) => {
    const identityId = known?.identityId ?? newId();
    const { phone, email } = entity;
    if (known === undefined) await insertEntity(transaction, { identityId, phone, email, passwordHash });
    await insertIdentityAccounts(transaction, identityId, entity.accounts);
    return identityId;
  });
}
