import { currentSession, useSessionStore } from '#web/session/session-store.ts';
import { sendWaiting } from './send-waiting.ts';
import { forgetTaken } from './waiting-actions.ts';
import { useWaiting } from './waiting-store.ts';
import { followOtherTabs, refreshWaiting } from './waiting-sync.ts';

/** While something waits and the page is looked at. */
const EVERY_MS = 60_000;

/**
 * Sends what waits: now, when the network is back, when the page is looked at, every minute while something waits, and
 * when its owner signs in. Returns how to stop.
 */
export function startWaiting(): () => void {
  const look = async () => {
    await refreshWaiting();
    const readings = useWaiting.getState().readings ?? [];
    await forgetTaken(readings);
    // A browser may be wrong about the network: without one the try costs nothing.
    if (readings.some(({ answer }) => answer === undefined)) await sendWaiting();
  };
  const now = () => {
    if (!document.hidden) look().catch(() => undefined);
  };
  const timer = setInterval(() => {
    if (useWaiting.getState().readings?.some(({ answer }) => answer === undefined)) now();
  }, EVERY_MS);
  window.addEventListener('online', now);
  window.addEventListener('focus', now);
  document.addEventListener('visibilitychange', now);
  let user = currentSession().session?.id;
  const leaveSession = useSessionStore.subscribe(({ session }) => {
    if (session?.id === user) return;
    user = session?.id;
    useWaiting.setState({ readings: undefined });
    now();
  });
  const leaveTabs = followOtherTabs();
  look().catch(() => undefined);
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', now);
    window.removeEventListener('focus', now);
    document.removeEventListener('visibilitychange', now);
    leaveSession();
    leaveTabs();
  };
}
