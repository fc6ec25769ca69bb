import type { NotificationChannel, NotificationKind } from '#contract/notifications.ts';

/** One channel of one kind. */
export interface Choice {
  readonly kind: NotificationKind;
  readonly channel: NotificationChannel;
}

/**
 * What is on until a person chooses otherwise (0039): mail for what has a date or went wrong; in the browser everything, for
 * the person switched that on there; no SMS.
 */
export const defaultChannels: Readonly<Record<NotificationKind, readonly NotificationChannel[]>> = {
  billIssued: ['mail', 'push'],
  paymentConfirmed: ['push'],
  paymentFailed: ['mail', 'push'],
  paymentReturned: ['mail', 'push'],
  readingAccepted: ['push'],
  readingUnderReview: ['mail', 'push'],
  accessChanged: ['mail', 'push'],
  windowOpens: ['push'],
  windowCloses: ['mail', 'push'],
  dueSoon: ['mail', 'push'],
};

const key = ({ kind, channel }: Choice) => `${kind}.${channel}`;

/** The defaults as SQL compares them: 'billIssued.mail'. */
export const defaultKeys: readonly string[] = Object.entries(defaultChannels).flatMap(([kind, channels]) =>
  channels.map((channel) => key({ kind: kind as NotificationKind, channel })),
);
