import { sql } from 'kysely';
import type { NotificationChannel, NotificationKind } from '#contract/notifications.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { NoticeKind } from '../messages/public.ts';
import { defaultKeys } from './default-choices.ts';

/** Something that a person is to be told. */
export interface Told {
  readonly identityId: string;
  readonly kind: NotificationKind;
}

/** The kind whose switches say by what something is told: a reminder of paying goes as those of due dates do. */
export function channelsChosenBy(kind: NoticeKind): NotificationKind {
  return kind === 'paymentReminder' ? 'dueSoon' : kind;
}

export interface Recipient {
  /** Which of what was asked about. */
  readonly position: number;
  readonly channel: NotificationChannel;
  /** Phone, confirmed e-mail, or id of a subscribed browser. */
  readonly recipient: string;
  /** Of mail: whether bills come with it as files. */
  readonly wantsBill: boolean;
}

/** Where each of these goes: by the channels that the person has on and that lead somewhere; one statement for all. */
export async function listRecipients(
  db: PortalDatabase,
  told: readonly Told[],
): Promise<readonly Recipient[]> {
  if (told.length === 0) return [];
  const rows = told.map(({ identityId, kind }, position) => ({ position, identity_id: identityId, kind }));
  const result = await sql<Recipient>`
    with wanted as (
      select told.position, i.identity_id, i.phone, i.email, i.email_confirmed_at, channels.channel,
        exists (select from portal.bill_by_mail b where b.identity_id = i.identity_id) as wants_bill
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as told (position integer, identity_id uuid, kind text)
      join portal.identity i
        on i.identity_id = told.identity_id and i.identity_type = 'person' and i.blocked_at is null
      cross join (values ('sms'), ('mail'), ('push')) as channels (channel)
      left join portal.notification_choice c
        on c.identity_id = i.identity_id and c.kind = told.kind and c.channel = channels.channel
      where coalesce(c.is_on, told.kind || '.' || channels.channel = any(${[...defaultKeys]}::text[]))
    )
    select position, channel, phone as recipient, false as "wantsBill" from wanted where channel = 'sms' and phone is not null
    union all
    select position, channel, email, wants_bill from wanted
     where channel = 'mail' and email <> '' and email_confirmed_at is not null
    union all
    select w.position, w.channel, s.subscription_id::text, false
      from wanted w join portal.push_subscription s on s.identity_id = w.identity_id
     where w.channel = 'push'
    order by position, channel, recipient
  `.execute(db);
  return result.rows;
}

/** An account in the cabinet of a person. */
export interface AccountOwner {
  readonly accountNumber: string;
  readonly identityId: string;
  /** The person's own name of the object; null: none. */
  readonly name: string | null;
}

/** In whose cabinets these accounts stand: persons who are not blocked. */
export async function listOwners(
  db: PortalDatabase,
  accountNumbers: readonly string[],
): Promise<readonly AccountOwner[]> {
  if (accountNumbers.length === 0) return [];
  const result = await sql<AccountOwner>`
    select a.account_number as "accountNumber", a.identity_id as "identityId", a.display_name as name
      from portal.identity_account a
      join portal.identity i on i.identity_id = a.identity_id and i.blocked_at is null
     where a.account_number = any(${[...accountNumbers]}::text[]) and a.owner_type = 'person'
     order by a.account_number, a.identity_id
  `.execute(db);
  return result.rows;
}
