import { type RawBuilder, sql } from 'kysely';
import {
  type NotificationChannel,
  type NotificationKind,
  notificationChannels,
  notificationKinds,
} from '#contract/notifications.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { bool, int4, json, type RowOf, text, typedSql } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { Stopped } from './stop-link.ts';

/** One channel of one kind. */
export interface Choice {
  readonly kind: NotificationKind;
  readonly channel: NotificationChannel;
}

/**
 * What is on until a person chooses otherwise: mail for what has a date or went wrong; in the browser everything, for
 * the person switched that on there. By SMS nothing, but for `smsWithoutMail`.
 */
const defaultChannels: Readonly<Record<NotificationKind, readonly NotificationChannel[]>> = {
  billIssued: ['mail', 'push'],
  paymentConfirmed: ['push'],
  paymentFailed: ['mail', 'push'],
  paymentReturned: ['mail', 'push'],
  violationAct: ['mail', 'push'],
  readingAccepted: ['push'],
  readingUnderReview: ['mail', 'push'],
  accessChanged: ['mail', 'push'],
  windowOpens: ['mail', 'push'],
  windowCloses: ['mail', 'push'],
  dueSoon: ['mail', 'push'],
  actToSign: ['mail', 'push'],
  supplierMessage: ['mail', 'push'],
  limitApproved: ['mail', 'push'],
  limitDeclined: ['mail', 'push'],
  limitApplied: ['mail', 'push'],
  ticketNews: ['mail', 'push'],
  plannedSoon: ['mail', 'push'],
  limitNear: ['mail', 'push'],
};

const key = ({ kind, channel }: Choice) => `${kind}.${channel}`;

/** By SMS to the verified phone while the person has no confirmed e-mail: otherwise these would reach nobody. */
const smsWithoutMail: readonly NotificationKind[] = ['windowOpens', 'dueSoon', 'plannedSoon', 'violationAct'];

/** The defaults as SQL compares them: 'billIssued.mail'. */
const defaultKeys: readonly string[] = Object.entries(defaultChannels).flatMap(([kind, channels]) =>
  channels.map((channel) => key({ kind: kind as NotificationKind, channel })),
);

/**
 * Whether a channel of a kind is on: what was chosen, else the default. Rows in the statement: `c`, the choice, which may be
 * missing, `channels.channel` and `i`, the identity.
 */
export function isChannelOn(kind: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`coalesce(c.is_on, ${kind} || '.' || channels.channel = any(${[...defaultKeys]}::text[])
    or (channels.channel = 'sms' and i.email_confirmed_at is null and ${kind} = any(${[...smsWithoutMail]}::text[])))`;
}

const notificationStateColumns = {
  phone: text(),
  email: text(),
  emailConfirmed: bool(),
  devices: int4(),
  chosen: json<readonly Choice[]>(),
  /** Bills come as files with the letters that tell of them. */
  billFiles: bool(),
};
type NotificationState = RowOf<typeof notificationStateColumns>;

/** What is on for a person, and where it leads; one statement. Throws when there is no such person. */
export async function getNotificationState(
  db: PortalDatabase,
  identityId: string,
): Promise<NotificationState> {
  const { rows } = await typedSql(notificationStateColumns)`
    select coalesce(i.phone, '') as phone, coalesce(i.email, '') as email,
      i.email_confirmed_at is not null as "emailConfirmed",
      exists (select from portal.bill_by_mail b where b.identity_id = i.identity_id) as "billFiles",
      (select count(*)::integer from portal.push_subscription s where s.identity_id = i.identity_id) as devices,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', kinds.kind, 'channel', channels.channel)), '[]')
         from unnest(${[...notificationKinds]}::text[]) as kinds (kind)
        cross join unnest(${[...notificationChannels]}::text[]) as channels (channel)
         left join portal.notification_choice c
           on c.identity_id = i.identity_id and c.kind = kinds.kind and c.channel = channels.channel
        where ${isChannelOn(sql`kinds.kind`)}) as chosen
      from portal.identity i
     where i.identity_id = ${identityId}::uuid
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`no identity ${identityId}`);
  return row;
}

/** Keeps one choice. */
export async function saveChoice(
  db: PortalDatabase,
  identityId: string,
  { kind, channel }: Choice,
  isOn: boolean,
): Promise<void> {
  await sql`
    insert into portal.notification_choice (identity_id, kind, channel, is_on)
    values (${identityId}::uuid, ${kind}, ${channel}, ${isOn}::boolean)
    on conflict (identity_id, kind, channel) do update set is_on = excluded.is_on
  `.execute(db);
}

/** Whether a reminder is on for any channel; false for nobody. */
export async function isReminderOn(db: PortalDatabase, { identityId, kind }: Stopped): Promise<boolean> {
  const { rows } = await sql`
    select 1
      from portal.identity i
     cross join unnest(${[...notificationChannels]}::text[]) as channels (channel)
      left join portal.notification_choice c
        on c.identity_id = i.identity_id and c.kind = ${kind} and c.channel = channels.channel
     where i.identity_id = ${identityId}::uuid and ${isChannelOn(sql`${kind}::text`)}
     limit 1
  `.execute(db);
  return rows.length > 0;
}

/** Switches one reminder off on these channels; of nobody it changes nothing. */
export async function stopReminder(
  db: PortalDatabase,
  { identityId, kind }: Stopped,
  channels: readonly NotificationChannel[],
): Promise<void> {
  await sql`
    insert into portal.notification_choice (identity_id, kind, channel, is_on)
    select identity_id, ${kind}, channel, false
      from portal.identity cross join unnest(${[...channels]}::text[]) as channels (channel)
     where identity_id = ${identityId}::uuid
    on conflict (identity_id, kind, channel) do update set is_on = false
  `.execute(db);
}

/** Keeps whether bills come as files with the letters that tell of them; whoever wants the files gets the letters, too. */
export async function saveBillFiles(
  db: PortalDatabase,
  identityId: string,
  isOn: boolean,
  now: Instant,
): Promise<void> {
  if (!isOn) {
    await db.deleteFrom('portal.bill_by_mail').where('identity_id', '=', identityId).execute();
    return;
  }
  await sql`
    with wanted as (
      insert into portal.bill_by_mail (identity_id, asked_at)
      values (${identityId}::uuid, ${instantToIso(now)}::timestamptz) on conflict (identity_id) do nothing
    )
    insert into portal.notification_choice (identity_id, kind, channel, is_on)
    values (${identityId}::uuid, 'billIssued', 'mail', true)
    on conflict (identity_id, kind, channel) do update set is_on = true`.execute(db);
}
