import { currentSession, useSessionStore } from '#web/session/session-store.ts';
import { pruneDelivered } from './queue-actions.ts';
import { followOtherTabs, refreshQueue } from './queue-sync.ts';
import { useOfflineQueue } from './queued-reading.ts';
import { sendQueued } from './send-queued.ts';

/** Retry interval while something is queued and the page is visible. */
const RETRY_INTERVAL_MS = 60_000;

/**
 * Sends the queue: now, when the network is back, when the page becomes visible, every minute while something is
 * queued, and when its owner signs in. Returns how to stop.
 */
export function startOfflineQueue(): () => void {
  const refresh = async () => {
    await refreshQueue();
    const readings = useOfflineQueue.getState().readings ?? [];
    await pruneDelivered(readings);
    // A browser may be wrong about being offline: an attempt costs nothing.
    if (readings.some(({ answer }) => answer === undefined)) await sendQueued();
  };
  const now = () => {
    if (!document.hidden) refresh().catch(() => undefined);
  };
  const timer = setInterval(() => {
    if (useOfflineQueue.getState().readings?.some(({ answer }) => answer === undefined)) now();
  }, RETRY_INTERVAL_MS);
  window.addEventListener('online', now);
  window.addEventListener('focus', now);
  document.addEventListener('visibilitychange', now);
  let user = currentSession().session?.id;
  const leaveSession = useSessionStore.subscribe(({ session }) => {
    if (session?.id === user) return;
    user = session?.id;
    useOfflineQueue.setState({ readings: undefined });
    now();
  });
  const leaveTabs = followOtherTabs();
  refresh().catch(() => undefined);
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', now);
    window.removeEventListener('focus', now);
    document.removeEventListener('visibilitychange', now);
    leaveSession();
    leaveTabs();
  };
}
