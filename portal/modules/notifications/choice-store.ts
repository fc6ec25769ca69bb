import { sql } from 'kysely';
import { notificationChannels, notificationKinds } from '#contract/notifications.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { type Choice, defaultKeys } from './default-choices.ts';

export interface NotificationState {
  readonly phone: string;
  readonly email: string;
  readonly emailConfirmed: boolean;
  readonly devices: number;
  readonly chosen: readonly Choice[];
}

/** What is on for a person, and where it leads; one statement. Throws when there is no such person. */
export async function getNotificationState(
  db: PortalDatabase,
  identityId: string,
): Promise<NotificationState> {
  const { rows } = await sql<NotificationState>`
    select coalesce(i.phone, '') as phone, coalesce(i.email, '') as email,
      i.email_confirmed_at is not null as "emailConfirmed",
      (select count(*)::integer from portal.push_subscription s where s.identity_id = i.identity_id) as devices,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', kinds.kind, 'channel', channels.channel)), '[]')
         from unnest(${[...notificationKinds]}::text[]) as kinds (kind)
        cross join unnest(${[...notificationChannels]}::text[]) as channels (channel)
         left join portal.notification_choice c
           on c.identity_id = i.identity_id and c.kind = kinds.kind and c.channel = channels.channel
        where coalesce(c.is_on, kinds.kind || '.' || channels.channel = any(${[...defaultKeys]}::text[]))) as chosen
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
