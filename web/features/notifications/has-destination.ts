import type { NotificationChannel } from '#contract/notifications.ts';
import type { Choice, NotificationSettings } from './api.ts';

/** Whether a channel has a destination; a choice for a channel without one is stored for later. */
export function hasDestination(
  channel: NotificationChannel,
  { phone, email, emailConfirmed, devices }: NotificationSettings,
): boolean {
  if (channel === 'sms') return phone !== '';
  if (channel === 'mail') return email !== '' && emailConfirmed;
  return devices > 0;
}

/** Whether notifications of a kind are sent by a channel: it is on and has a destination. */
export function isDelivered({ kind, channel }: Choice, settings: NotificationSettings): boolean {
  const isChosen = settings.chosen.some((one) => one.kind === kind && one.channel === channel);
  return isChosen && hasDestination(channel, settings);
}
