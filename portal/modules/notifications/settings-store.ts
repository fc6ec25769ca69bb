import { sql } from 'kysely';
import type { Instant } from '#domain/time/instant.ts';
import { bool, text, timestamptz, typedSql } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** Choices of notifications that a person made, whether bills come by mail, and the browsers that get push messages. */
export async function listSettingsOf(db: PortalDatabase, identityId: string) {
  const choices = await typedSql({ kind: text(), channel: text(), isOn: bool() })`
    select kind, channel, is_on as "isOn" from portal.notification_choice
     where identity_id = ${identityId}::uuid order by kind, channel`.execute(db);
  const devices = await typedSql({ addedAt: timestamptz<Instant>() })`
    select added_at as "addedAt" from portal.push_subscription
     where identity_id = ${identityId}::uuid order by added_at desc`.execute(db);
  const bills = await typedSql({ askedAt: timestamptz<Instant>() })`
    select asked_at as "askedAt" from portal.bill_by_mail where identity_id = ${identityId}::uuid`.execute(
    db,
  );
  return {
    choices: choices.rows,
    pushDevices: devices.rows,
    billByMailSince: bills.rows[0]?.askedAt ?? null,
  };
}

/** Deletes choices, browsers, the link of the calendar and notes of reminders of a person. */
export async function deleteSettingsOf(transaction: PortalDatabase, identityId: string): Promise<void> {
  const whose = sql`identity_id = ${identityId}::uuid`;
  await sql`delete from portal.push_subscription where ${whose}`.execute(transaction);
  await sql`delete from portal.notification_choice where ${whose}`.execute(transaction);
  await sql`delete from portal.calendar_link where ${whose}`.execute(transaction);
  await sql`delete from portal.bill_by_mail where ${whose}`.execute(transaction);
  await sql`delete from portal.reminder_sent where ${whose}`.execute(transaction);
}
