import { currentSession, useSessionStore } from '#web/session/session-store.ts';
import { forgetSeen } from './seen-data.ts';

/** Of what was seen on this device keeps that of the session alone, from now on. Returns how to stop. */
export function keepOnlyOwn(): () => void {
  const forget = () => {
    forgetSeen(currentSession().session?.id).catch(() => undefined);
  };
  forget();
  return useSessionStore.subscribe((now, before) => {
    if (now.session?.id !== before.session?.id) forget();
  });
}
