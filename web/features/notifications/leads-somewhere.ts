import type { NotificationChannel } from '#contract/notifications.ts';
import type { Choice, NotificationSettings } from './api.ts';

/** Whether a channel reaches the person at all: what is chosen for one that does not stays for later. */
export function leadsSomewhere(
  channel: NotificationChannel,
  { phone, email, emailConfirmed, devices }: NotificationSettings,
): boolean {
  if (channel === 'sms') return phone !== '';
  if (channel === 'mail') return email !== '' && emailConfirmed;
  return devices > 0;
}

/** Whether the person hears of a kind by a channel: it is on, and leads somewhere. */
export function isHeard({ kind, channel }: Choice, settings: NotificationSettings): boolean {
  const isChosen = settings.chosen.some((one) => one.kind === kind && one.channel === channel);
  return isChosen && leadsSomewhere(channel, settings);
}
