import { type RawBuilder, sql } from 'kysely';
import type { NotificationChannel, NotificationKind } from '#contract/notifications.ts';

/** One channel of one kind. */
export interface Choice {
  readonly kind: NotificationKind;
  readonly channel: NotificationChannel;
}

/**
 * What is on until a person chooses otherwise (0039): mail for what has a date or went wrong; in the browser everything, for
 * the person switched that on there. By SMS nothing, but for `smsWithoutMail`.
 */
const defaultChannels: Readonly<Record<NotificationKind, readonly NotificationChannel[]>> = {
  billIssued: ['mail', 'push'],
  paymentConfirmed: ['push'],
  paymentFailed: ['mail', 'push'],
  paymentReturned: ['mail', 'push'],
  readingAccepted: ['push'],
  readingUnderReview: ['mail', 'push'],
  accessChanged: ['mail', 'push'],
  windowOpens: ['mail', 'push'],
  windowCloses: ['mail', 'push'],
  dueSoon: ['mail', 'push'],
};

const key = ({ kind, channel }: Choice) => `${kind}.${channel}`;

/** By SMS to the verified phone while the person has no confirmed e-mail: otherwise these would reach nobody (0092). */
const smsWithoutMail: readonly NotificationKind[] = ['windowOpens', 'dueSoon'];

/** The defaults as SQL compares them: 'billIssued.mail'. */
const defaultKeys: readonly string[] = Object.entries(defaultChannels).flatMap(([kind, channels]) =>
  channels.map((channel) => key({ kind: kind as NotificationKind, channel })),
);

/**
 * Whether a channel of a kind is on: what was chosen, else the default. Rows in the statement: `c`, the choice, which may be
 * missing, `channels.channel` and `i`, the identity.
 */
export function isChannelOn(kind: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`coalesce(c.is_on, ${kind} || '.' || channels.channel = any(${[...defaultKeys]}::text[])
    or (channels.channel = 'sms' and i.email_confirmed_at is null and ${kind} = any(${[...smsWithoutMail]}::text[])))`;
}
