import type { Choice, NotificationSettings } from './api.ts';

/** The settings with one channel of one kind on or off. */
export function applyChoice(
  settings: NotificationSettings,
  { kind, channel }: Choice,
  isOn: boolean,
): NotificationSettings {
  const others = settings.chosen.filter((one) => one.kind !== kind || one.channel !== channel);
  return { ...settings, chosen: isOn ? [...others, { kind, channel }] : others };
}
