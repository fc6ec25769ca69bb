import { currentSession, useSessionStore } from '#web/session/session-store.ts';
import { deleteSeen } from './seen-data.ts';

/** Of what was seen on this device keeps that of the session alone, from now on. Returns how to stop. */
export function keepOnlyOwn(): () => void {
  const deleteForOtherUsers = () => {
    deleteSeen(currentSession().session?.id).catch(() => undefined);
  };
  deleteForOtherUsers();
  return useSessionStore.subscribe((now, before) => {
    if (now.session?.id !== before.session?.id) deleteForOtherUsers();
  });
}

/** A cabinet that stays open for days asks so often whether there is a new build. */
const EVERY_MS = 60 * 60_000;

/**
 * Keeps the cabinet on the device, to be opened without a network: by a service worker, where the browser has them and
 * the page was not built to be worked on. Returns how to stop asking for new builds.
 */
export function keepWorker(): () => void {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  if (!serviceWorker || !import.meta.env.PROD) return () => undefined;
  let registration: ServiceWorkerRegistration | undefined;
  serviceWorker.register('/service-worker.js', { updateViaCache: 'none' }).then(
    (registered) => {
      registration = registered;
    },
    // A browser may refuse it; the cabinet then needs the network.
    () => undefined,
  );
  const timer = setInterval(() => {
    if (!document.hidden) registration?.update().catch(() => undefined);
  }, EVERY_MS);
  return () => clearInterval(timer);
}
