import { sql } from 'kysely';
import type { CompanyPerson, CompanyRole } from '#contract/identity/company-roles.ts';
import { mayHear, type NotificationChannel, type NotificationKind } from '#contract/notifications.ts';
import { bool, int4, nullable, text, typedSql, uuid } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { NoticeKind } from '../outbox/public.ts';
import { isChannelOn } from './choice-store.ts';

/** A notice for a person. */
export interface Recipients {
  readonly identityId: string;
  readonly kind: NoticeKind;
}

/** The kind whose switches say by which channels a notice is sent: a reminder of paying goes as those of due dates do. */
function channelsChosenBy(kind: NoticeKind): NotificationKind {
  return kind === 'paymentReminder' ? 'dueSoon' : kind;
}

export interface Recipient {
  /** Which of what was asked about. */
  readonly position: number;
  readonly channel: NotificationChannel;
  /** Phone, confirmed e-mail, or id of a subscribed browser. */
  readonly recipient: string;
  /** Of mail to a person: whether bills come with it as files. */
  readonly wantsBill: boolean;
  /** Its links lead to the cabinet of legal entities. */
  readonly isEntity: boolean;
}

interface ReachedRow extends Recipient {
  /** Of a person of a company; null: another customer. */
  readonly role: CompanyRole | null;
  readonly hasPoints: boolean;
}

/** Where each of these goes: by the channels that the customer has on and that lead somewhere, of what a person of a company may read; one statement for all. */
export async function listRecipients(
  db: PortalDatabase,
  recipients: readonly Recipients[],
): Promise<readonly Recipient[]> {
  if (recipients.length === 0) return [];
  const rows = recipients.map(({ identityId, kind }, position) => ({
    position,
    identity_id: identityId,
    kind: channelsChosenBy(kind),
    is_asked: kind === 'paymentReminder',
  }));
  const result = await typedSql<ReachedRow>({
    role: nullable(text()),
    hasPoints: bool(),
    position: int4(),
    channel: text(),
    recipient: text(),
    wantsBill: bool(),
    isEntity: bool(),
  })`
    with wanted as (
      select notice.position, ${isChannelOn(sql`notice.kind`)} as is_on, i.identity_id, i.phone, i.email, i.email_confirmed_at, channels.channel,
        i.identity_type = 'entity' as is_entity, member.role, member.points is not null as has_points,
        exists (select from portal.bill_by_mail b where b.identity_id = i.identity_id and i.identity_type = 'person') as wants_bill
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as notice (position integer, identity_id uuid, kind text, is_asked boolean)
      join portal.identity i
        on i.identity_id = notice.identity_id and i.identity_type in ('person', 'entity') and i.blocked_at is null
      left join portal.company_member member on member.identity_id = i.identity_id
      cross join (values ('sms'), ('mail'), ('push')) as channels (channel)
      left join portal.notification_choice c
        on c.identity_id = i.identity_id and c.kind = notice.kind and c.channel = channels.channel
      where ${isChannelOn(sql`notice.kind`)} or (notice.is_asked and channels.channel = 'sms')
    ), reached as (
    select position, channel, is_on, phone as recipient, false as "wantsBill", is_entity, role, has_points from wanted
     where channel = 'sms' and phone is not null
    union all
    select position, channel, is_on, email, wants_bill, is_entity, role, has_points from wanted
     where channel = 'mail' and email <> '' and email_confirmed_at is not null
    union all
    select w.position, w.channel, w.is_on, s.subscription_id::text, false, w.is_entity, w.role, w.has_points
      from wanted w join portal.push_subscription s on s.identity_id = w.identity_id
     where w.channel = 'push'
    )
    -- What the person asked for goes by SMS where no channel that is on leads anywhere.
    select position, channel, recipient, "wantsBill", is_entity as "isEntity", role, has_points as "hasPoints" from reached r
     where is_on or not exists (select from reached o where o.position = r.position and o.is_on)
    order by position, channel, recipient
  `.execute(db);
  return result.rows.flatMap(({ role, hasPoints, ...recipient }) => {
    const person: CompanyPerson | undefined =
      role === null ? undefined : { role, objects: hasPoints ? 'points' : 'all' };
    const asked = recipients[recipient.position];
    return asked && mayHear(channelsChosenBy(asked.kind), person) ? [recipient] : [];
  });
}

/** An account in the cabinet of a person or a legal entity. */
export interface AccountOwner {
  readonly accountNumber: string;
  readonly identityId: string;
  /** The person's own name of the object; null: none. */
  readonly name: string | null;
}

/** In whose cabinets these accounts stand: customers who are not blocked. */
export async function listOwners(
  db: PortalDatabase,
  accountNumbers: readonly string[],
): Promise<readonly AccountOwner[]> {
  if (accountNumbers.length === 0) return [];
  const result = await typedSql<AccountOwner>({
    accountNumber: text(),
    identityId: uuid(),
    name: nullable(text()),
  })`
    select a.account_number as "accountNumber", a.identity_id as "identityId", a.display_name as name
      from portal.cabinet_account a
      join portal.identity i on i.identity_id = a.identity_id and i.blocked_at is null
     where a.account_number = any(${[...accountNumbers]}::text[])
     order by a.account_number, a.identity_id
  `.execute(db);
  return result.rows;
}
