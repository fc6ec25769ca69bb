import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { date, nullable, text, typedSql, uuid } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** The person who is reminded, and an account of their cabinet. */
export interface ReminderKey {
  readonly identityId: string;
  readonly accountNumber: string;
}

/** A reminder whose day has come, with the person's own name of the object; null: none. */
export interface WaitingReminder extends ReminderKey {
  readonly name: string | null;
}

/** The day of the reminder that waits; undefined: none does. */
export async function findPaymentReminder(
  db: PortalDatabase,
  { identityId, accountNumber }: ReminderKey,
): Promise<LocalDate | undefined> {
  const { rows } = await typedSql({ on: date<LocalDate>() })`
    select remind_on as on from portal.payment_reminder
     where identity_id = ${identityId}::uuid and account_number = ${accountNumber}`.execute(db);
  return rows[0]?.on;
}

/** Sets the reminder of an account, in place of the one before. Of a person of a company the cabinet is the company's. */
export async function savePaymentReminder(
  db: PortalDatabase,
  { identityId, cabinetId, accountNumber }: ReminderKey & { readonly cabinetId: string },
  on: LocalDate,
  now: Instant,
): Promise<void> {
  await sql`
    insert into portal.payment_reminder (identity_id, cabinet_id, account_number, remind_on, set_at)
    values (${identityId}::uuid, ${cabinetId}::uuid, ${accountNumber}, ${on}::date, ${instantToIso(now)}::timestamptz)
    on conflict (identity_id, account_number)
      do update set cabinet_id = excluded.cabinet_id, remind_on = excluded.remind_on, set_at = excluded.set_at`.execute(
    db,
  );
}

/** Removes the reminder of an account; there may be none. */
export async function removePaymentReminder(
  db: PortalDatabase,
  { identityId, accountNumber }: ReminderKey,
): Promise<void> {
  await sql`
    delete from portal.payment_reminder
     where identity_id = ${identityId}::uuid and account_number = ${accountNumber}`.execute(db);
}

/** Reminders of that day and of days before it, the oldest first. */
export async function listDueReminders(
  db: PortalDatabase,
  until: LocalDate,
  limit: number,
): Promise<readonly WaitingReminder[]> {
  const { rows } = await typedSql<WaitingReminder>({
    name: nullable(text()),
    identityId: uuid(),
    accountNumber: text(),
  })`
    select r.identity_id as "identityId", r.account_number as "accountNumber", a.display_name as name
      from portal.payment_reminder r
      cross join lateral (
        select display_name from portal.cabinet_account owned
         where owned.identity_id = r.identity_id and owned.account_number = r.account_number
      ) a
     where r.remind_on <= ${until}::date
     order by r.remind_on, r.identity_id, r.account_number limit ${limit}::integer`.execute(db);
  return rows;
}

/**
 * Takes reminders whose day has come away and answers those that were still there: whoever takes one sends it, so that no
 * other node does. One that was moved to a later day meanwhile stays.
 */
export async function takeDueReminders(
  db: PortalDatabase,
  until: LocalDate,
  reminders: readonly ReminderKey[],
): Promise<readonly ReminderKey[]> {
  const { rows } = await typedSql<ReminderKey>({ identityId: uuid(), accountNumber: text() })`
    delete from portal.payment_reminder r
     using jsonb_to_recordset(${JSON.stringify(reminders)}::jsonb) as due ("identityId" uuid, "accountNumber" text)
     where r.identity_id = due."identityId" and r.account_number = due."accountNumber"
       and r.remind_on <= ${until}::date
    returning r.identity_id as "identityId", r.account_number as "accountNumber"`.execute(db);
  return rows;
}
