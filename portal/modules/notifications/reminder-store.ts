import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { int4, nullable, text, typedSql, uuid } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { isChannelOn } from './choice-store.ts';
import type { AccountOwner } from './recipients.ts';

/** Accounts of some persons, and where to go on; undefined: they were the last. */
export interface PeoplePage {
  readonly accounts: readonly AccountOwner[];
  readonly next: string | undefined;
}

/** Persons whom a reminder can reach, in the order of their ids, with all their accounts. */
export async function listPeopleToRemind(
  db: PortalDatabase,
  after: string | undefined,
  limit: number,
): Promise<PeoplePage> {
  const result = await typedSql<AccountOwner & { readonly accountNumber: string | null }>({
    accountNumber: text(),
    identityId: uuid(),
    name: nullable(text()),
  })`
    select people.identity_id as "identityId", a.account_number as "accountNumber", a.display_name as name
    from (
      select i.identity_id from portal.identity i
       where i.identity_type in ('person', 'entity') and i.blocked_at is null
         and i.identity_id > ${after ?? '00000000-0000-0000-0000-000000000000'}::uuid
         and (i.email_confirmed_at is not null or i.phone is not null
              or exists (select from portal.push_subscription s where s.identity_id = i.identity_id))
       order by i.identity_id limit ${limit}::integer
    ) people
    left join lateral (
      select account_number, display_name from portal.cabinet_account owned where owned.identity_id = people.identity_id
    ) a on true
    order by people.identity_id, a.account_number
  `.execute(db);
  const people = new Set(result.rows.map(({ identityId }) => identityId));
  return {
    accounts: result.rows.filter(({ accountNumber }) => accountNumber !== null),
    next: people.size < limit ? undefined : result.rows.at(-1)?.identityId,
  };
}

/** A reminder of one account for one person. */
export interface ReminderKey {
  readonly identityId: string;
  readonly accountNumber: string;
  readonly kind: string;
  readonly period: string;
}

/**
 * Notes reminders as sent and answers the positions of those that were not yet. What a person has off on every channel is
 * not noted: switched on meanwhile, it still comes.
 */
export async function noteReminders(
  db: PortalDatabase,
  reminders: readonly ReminderKey[],
  now: Instant,
): Promise<ReadonlySet<number>> {
  if (reminders.length === 0) return new Set();
  const rows = reminders.map((reminder, position) => ({ position, ...reminder }));
  const result = await typedSql({ position: int4() })`
    with reminded as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as row (position integer, "identityId" uuid, "accountNumber" text, kind text, period text)
    ), noted as (
      insert into portal.reminder_sent (identity_id, account_number, kind, period, planned_at)
      select "identityId", "accountNumber", kind, period, ${instantToIso(now)}::timestamptz from reminded
       where exists (
         select from (values ('sms'), ('mail'), ('push')) as channels (channel)
           join portal.identity i on i.identity_id = reminded."identityId"
           left join portal.notification_choice c
             on c.identity_id = reminded."identityId" and c.kind = reminded.kind and c.channel = channels.channel
          where ${isChannelOn(sql`reminded.kind`)})
      on conflict do nothing
      returning identity_id, account_number, kind, period
    )
    select reminded.position from reminded
      join noted on noted.identity_id = reminded."identityId" and noted.account_number = reminded."accountNumber"
       and noted.kind = reminded.kind and noted.period = reminded.period
  `.execute(db);
  return new Set(result.rows.map(({ position }) => position));
}

/** Deletes what was sent before a moment: no reminder of those periods is planned any more. */
export async function deleteOldReminders(
  db: PortalDatabase,
  before: Instant,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from portal.reminder_sent where (identity_id, account_number, kind, period) in (
      select identity_id, account_number, kind, period from portal.reminder_sent
       where planned_at < ${instantToIso(before)}::timestamptz limit ${limit}::integer)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
