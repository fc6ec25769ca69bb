import { currentSession } from '#web/session/session-store.ts';

/** Where notices were allowed, tells the server who is in this browser now; what they are made of is loaded only there. */
export function tellWhoseDevice(): void {
  const isAllowed = 'Notification' in window && Notification.permission === 'granted';
  if (!isAllowed || currentSession().session?.type !== 'person') return;
  import('#web/features/notifications/push-device.ts')
    .then(({ confirmDevice }) => confirmDevice())
    .catch(() => undefined);
}
