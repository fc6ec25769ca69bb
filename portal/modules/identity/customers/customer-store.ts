import { type RawBuilder, sql } from 'kysely';
import type { CustomerData } from '#contract/customers.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import {
  bool,
  int4,
  json,
  nullable,
  type RowOf,
  text,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { challengesEnding } from '../second-factor/challenge-store.ts';
import { type EndReason, sessionsEnding } from '../session/session-store.ts';

const columns = {
  id: uuid(),
  type: text<CustomerData['type']>(),
  name: text(),
  phone: text(),
  isPhoneConfirmed: bool(),
  email: text(),
  isEmailConfirmed: bool(),
  secondFactor: text<CustomerData['secondFactor']>(),
  state: text<CustomerData['state']>(),
  reason: nullable(text()),
  blockedBy: nullable(text()),
  blockedAt: nullable(timestamptz<Instant>()),
  endedBy: nullable(text()),
  endedAt: nullable(timestamptz<Instant>()),
  isOfCompany: bool(),
  createdAt: timestamptz<Instant>(),
  lastSignInAt: nullable(timestamptz<Instant>()),
  sessionCount: int4(),
  accountCount: int4(),
  companyId: nullable(uuid()),
  people: json<CustomerData['people']>(),
};
export type CustomerRow = RowOf<typeof columns>;

const nameOf = (identityId: RawBuilder<unknown>) => sql`(
  select coalesce(nullif(full_name, ''), login) from portal.administrator where identity_id = ${identityId})`;

/** The sign-in of a person or of a legal entity; undefined: there is none with this id. */
export async function findCustomer(
  db: PortalDatabase,
  identityId: string,
  now: Instant,
): Promise<CustomerRow | undefined> {
  const { rows } = await typedSql(columns)`
    select identity.identity_id as id, identity.identity_type as type,
           coalesce(member.full_name, concat_ws(' ', nullif(surname, ''), nullif(name, ''), nullif(middle_name, ''))) as name,
           coalesce(phone, '') as phone, phone_confirmed_at is not null as "isPhoneConfirmed",
           coalesce(identity.email, '') as email, email_confirmed_at is not null as "isEmailConfirmed",
           coalesce(factor.method, 'none') as "secondFactor",
           case when identity.erased_at is not null then 'erased' when member.ended_at is not null then 'ended' when identity.blocked_at is not null then 'blocked'
                else 'active' end as state,
           block.reason, ${nameOf(sql`block.blocked_by`)} as "blockedBy", block.blocked_at as "blockedAt",
           ${nameOf(sql`block.ended_by`)} as "endedBy", block.ended_at as "endedAt",
           block.company_id is not null as "isOfCompany", identity.created_at as "createdAt",
           used.last_at as "lastSignInAt", used.active as "sessionCount", owned.count as "accountCount",
           member.company_id as "companyId", (
             select coalesce(jsonb_agg(jsonb_build_object('id', own.identity_id, 'name', own.full_name)
                      order by own.full_name, own.identity_id), '[]')
               from portal.company_member own
              where own.company_id = identity.identity_id and own.identity_id is not null and own.ended_at is null) as people
      from portal.identity
      left join portal.company_member member on member.identity_id = identity.identity_id
      left join portal.customer_block block on block.identity_id = identity.identity_id
      left join portal.second_factor factor
        on factor.identity_id = identity.identity_id and factor.enabled_at is not null
      cross join lateral (
        select max(started_at) as last_at, (count(*) filter (where session.ended_at is null
                 and expires_at > ${instantToIso(now)}::timestamptz))::integer as active
          from portal.session where session.identity_id = identity.identity_id) as used
      cross join lateral (
        select count(*)::integer as count from portal.cabinet_account
         where cabinet_account.identity_id = identity.identity_id) as owned
     where identity.identity_id = ${identityId}::uuid and identity.identity_type <> 'admin'
  `.execute(db);
  return rows[0];
}

const heldColumns = {
  phone: text(),
  isPhoneConfirmed: bool(),
  confirmedEmail: text(),
  isBlocked: bool(),
  hasEnded: bool(),
  secondFactor: text<CustomerData['secondFactor']>(),
};

/** Holds a customer until the end of the transaction. Undefined: there is none, or the person had their data deleted. */
export async function lockCustomer(
  db: PortalDatabase,
  identityId: string,
): Promise<RowOf<typeof heldColumns> | undefined> {
  await sql`
    select from portal.identity where identity_id = ${identityId}::uuid and identity_type <> 'admin' and erased_at is null
       for no key update`.execute(db);
  // By a statement of its own: the one that waited sees other tables as they were before.
  const { rows } = await typedSql(heldColumns)`
    select coalesce(phone, '') as phone, phone_confirmed_at is not null as "isPhoneConfirmed",
           case when email_confirmed_at is null then '' else coalesce(identity.email, '') end as "confirmedEmail",
           identity.blocked_at is not null as "isBlocked", member.ended_at is not null as "hasEnded",
           coalesce((select method from portal.second_factor factor
                      where factor.identity_id = identity.identity_id and factor.enabled_at is not null), 'none') as "secondFactor"
      from portal.identity
      left join portal.company_member member on member.identity_id = identity.identity_id
     where identity.identity_id = ${identityId}::uuid and identity.identity_type <> 'admin'
       and identity.erased_at is null`.execute(db);
  return rows[0];
}

/** A customer and, of a company, its people who may sign in. */
const withPeople = (identityId: string) => sql`
  select ${identityId}::uuid as identity_id union all
  select identity_id from portal.company_member
   where company_id = ${identityId}::uuid and identity_id is not null and ended_at is null`;

/** Ends the sessions and unfinished sign-ins of a customer and of a company's people; returns how many sessions. */
export async function endAccessOfCustomer(
  db: PortalDatabase,
  identityId: string,
  reason: EndReason,
  at: Instant,
): Promise<number> {
  const { rows } = await typedSql({ ended: int4() })`
    with whose as materialized (${withPeople(identityId)}),
    ended as (${sessionsEnding(sql`select identity_id from whose`, { reason }, at)}),
    gone as (${challengesEnding(sql`select identity_id from whose`, at)})
    select (select count(*)::integer from ended) as ended`.execute(db);
  return rows[0]?.ended ?? 0;
}

/**
 * Blocks a customer whom the caller holds, with the people of a company who are not blocked yet; sessions and unfinished sign-ins
 * end. Returns how many sessions.
 */
export async function blockCustomer(
  db: PortalDatabase,
  identityId: string,
  { reason, by }: { readonly reason: string; readonly by: string },
  at: Instant,
): Promise<number> {
  const moment = instantToIso(at);
  // Whoever accepts an invitation meanwhile holds the company for share: they come before this, or are refused.
  await sql`
    with blocked as (
      update portal.identity set blocked_at = ${moment}::timestamptz
       where blocked_at is null and identity_id in (${withPeople(identityId)})
      returning identity_id
    )
    insert into portal.customer_block as kept (identity_id, company_id, reason, blocked_by, blocked_at)
    select identity_id, case when identity_id <> ${identityId}::uuid then ${identityId}::uuid end, ${reason}, ${by}::uuid,
           ${moment}::timestamptz from blocked
    on conflict (identity_id) do update set company_id = excluded.company_id, reason = excluded.reason,
      blocked_by = excluded.blocked_by, blocked_at = excluded.blocked_at, ended_by = null, ended_at = null`.execute(
    db,
  );
  return endAccessOfCustomer(db, identityId, 'blocked', at);
}

/** Unblocks a customer whom the caller holds, with the people who were blocked with the company. */
export async function unblockCustomer(
  db: PortalDatabase,
  identityId: string,
  by: string,
  at: Instant,
): Promise<void> {
  await sql`
    with whose as materialized (
      select ${identityId}::uuid as identity_id union all
      select block.identity_id from portal.customer_block block
        join portal.company_member member on member.identity_id = block.identity_id and member.ended_at is null
       where block.company_id = ${identityId}::uuid and block.ended_at is null
    ), ended as (
      update portal.customer_block set ended_by = ${by}::uuid, ended_at = ${instantToIso(at)}::timestamptz
       where identity_id in (select identity_id from whose) and ended_at is null
    )
    update portal.identity set blocked_at = null where identity_id in (select identity_id from whose)`.execute(
    db,
  );
}
