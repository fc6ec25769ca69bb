import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { bool, json, nullable, text, timestamptz, typedSql, uuid } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { Login } from '../../codes/public.ts';

const cardColumns = {
  surname: text(),
  name: text(),
  middleName: text(),
  phone: text(),
  phoneConfirmedAt: nullable(timestamptz<Instant>()),
  email: text(),
  emailConfirmedAt: nullable(timestamptz<Instant>()),
  createdAt: timestamptz<Instant>(),
  passwordChangedAt: nullable(timestamptz<Instant>()),
  secondFactor: text<'none' | 'totp' | 'sms'>(),
};
const consentColumns = {
  kind: text(),
  act: text(),
  version: text(),
  at: timestamptz<Instant>(),
  address: text(),
  device: text(),
};
const signInColumns = {
  at: timestamptz<Instant>(),
  way: text(),
  isSuccess: bool(),
  address: text(),
  device: text(),
};
const sessionColumns = {
  startedAt: timestamptz<Instant>(),
  lastUsedAt: nullable(timestamptz<Instant>()),
  endedAt: nullable(timestamptz<Instant>()),
  address: text(),
  device: text(),
};
const viewingColumns = { startedAt: timestamptz<Instant>(), reason: text() };

export type PersonRecord = NonNullable<Awaited<ReturnType<typeof readPersonRecord>>>;

/** What is stored of a person's sign-in: contacts, consents, sign-ins, sessions, viewings by the staff. Undefined: no such person. */
export async function readPersonRecord(db: PortalDatabase, identityId: string) {
  const cards = await typedSql(cardColumns)`
    select surname, name, middle_name as "middleName", coalesce(phone, '') as phone, phone_confirmed_at as "phoneConfirmedAt",
           coalesce(email, '') as email, email_confirmed_at as "emailConfirmedAt", created_at as "createdAt",
           password_changed_at as "passwordChangedAt", coalesce((
             select method from portal.second_factor factor
              where factor.identity_id = identity.identity_id and factor.enabled_at is not null), 'none') as "secondFactor"
      from portal.identity where identity_id = ${identityId}::uuid and identity_type = 'person'`.execute(db);
  const [card] = cards.rows;
  if (card === undefined) return undefined;
  const consents = await typedSql(consentColumns)`
    select kind, act, version, happened_at as at, address, device from portal.consent
     where identity_id = ${identityId}::uuid order by happened_at desc, kind`.execute(db);
  const signIns = await typedSql(signInColumns)`
    select happened_at as at, way, outcome = 'success' as "isSuccess", address, device from portal.sign_in_event
     where identity_id = ${identityId}::uuid order by happened_at desc`.execute(db);
  const sessions = await typedSql(sessionColumns)`
    select started_at as "startedAt", last_used_at as "lastUsedAt", ended_at as "endedAt", address, device
      from portal.session where identity_id = ${identityId}::uuid order by started_at desc`.execute(db);
  const viewings = await typedSql(viewingColumns)`
    select started_at as "startedAt", reason from portal.viewing
     where viewed_id = ${identityId}::uuid order by started_at desc`.execute(db);
  return {
    card,
    consents: consents.rows,
    signIns: signIns.rows,
    sessions: sessions.rows,
    viewings: viewings.rows,
  };
}

const heldColumns = {
  surname: text(),
  name: text(),
  middleName: text(),
  phone: text(),
  email: text(),
  logins: json<readonly Login[]>(),
};

/** Holds a person until the end of the transaction; undefined: there is none, or everything of them was deleted. */
export async function lockPerson(transaction: PortalDatabase, identityId: string) {
  const { rows } = await typedSql(heldColumns)`
    select surname, name, middle_name as "middleName", coalesce(phone, '') as phone, coalesce(email, '') as email,
           coalesce((select jsonb_agg(jsonb_build_object('kind', 'person', 'login', login))
              from unnest(array[phone, email]) as login where login is not null), '[]') as logins
      from portal.identity where identity_id = ${identityId}::uuid and identity_type = 'person' and erased_at is null
       for update`.execute(transaction);
  return rows[0];
}

/** No password has this hash: the form of the hashes is another. */
const noPassword = '-';

/**
 * Deletes contacts, names, password, second factor, sessions and sign-ins of a person, in the transaction that holds them. The row stays,
 * and consents with it: that and when they were given is what the supplier has to prove.
 */
export async function erasePersonRecord(
  transaction: PortalDatabase,
  { identityId, logins }: { readonly identityId: string; readonly logins: readonly string[] },
  mask: (text: string) => string,
  at: Instant,
): Promise<void> {
  const whose = sql`identity_id = ${identityId}::uuid`;
  const moment = instantToIso(at);
  await sql`delete from portal.recovery_code where ${whose}`.execute(transaction);
  await sql`delete from portal.second_factor where ${whose}`.execute(transaction);
  await sql`delete from portal.sign_in_challenge where ${whose}`.execute(transaction);
  await sql`delete from portal.session where ${whose}`.execute(transaction);
  await sql`delete from portal.sign_in_event where ${whose} or login = any(${[...logins]}::text[])`.execute(
    transaction,
  );
  await sql`
    insert into portal.consent (consent_id, identity_id, kind, act, version, happened_at, address, device)
    select gen_random_uuid(), identity_id, kind, 'withdrawn', version, ${moment}::timestamptz, '', ''
      from (select distinct identity_id, kind, version from portal.consent where ${whose} and act = 'given') as given`.execute(
    transaction,
  );
  const blocks = await typedSql({ reason: text() })`
    select reason from portal.customer_block where ${whose}`.execute(transaction);
  for (const { reason } of blocks.rows)
    await sql`update portal.customer_block set reason = ${mask(reason)} where ${whose}`.execute(transaction);
  await sql`select set_config('portal.erasing', 'on', true)`.execute(transaction);
  const viewings = await typedSql({ viewingId: uuid(), reason: text() })`
    select viewing_id as "viewingId", reason from portal.viewing where viewed_id = ${identityId}::uuid`.execute(
    transaction,
  );
  for (const { viewingId, reason } of viewings.rows)
    if (mask(reason) !== reason)
      await sql`update portal.viewing set reason = ${mask(reason)} where viewing_id = ${viewingId}::uuid`.execute(
        transaction,
      );
  await sql`
    update portal.identity
       set surname = '', name = '', middle_name = '', phone = null, phone_confirmed_at = null, email = null,
           email_confirmed_at = null, password_hash = ${noPassword}, password_changed_at = null, erased_at = ${moment}::timestamptz
     where ${whose}`.execute(transaction);
}
