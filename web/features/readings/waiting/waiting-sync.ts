import { currentSession } from '#web/session/session-store.ts';
import { listWaiting } from './waiting-queue.ts';
import { useWaiting } from './waiting-store.ts';

const CHANNEL = 'svitlo.readings-waiting';

let open: BroadcastChannel | undefined;

/** The user whose readings may be shown and sent now; undefined: nobody's. */
export function ownerNow(): string | undefined {
  const { session } = currentSession();
  return session?.type === 'admin' ? undefined : session?.userId;
}

/** Looks up what waits. A browser that keeps nothing has nothing waiting. */
export async function refreshWaiting(): Promise<void> {
  const owner = ownerNow();
  const readings = owner === undefined ? [] : await listWaiting(owner).catch(() => []);
  if (ownerNow() === owner) useWaiting.setState({ readings });
}

/** After a change: this tab and the others look again. */
export async function waitingChanged(): Promise<void> {
  channel()?.postMessage('changed');
  await refreshWaiting();
}

/** Looks again when another tab has changed something. Returns how to stop. */
export function followOtherTabs(): () => void {
  const heard = () => {
    refreshWaiting().catch(() => undefined);
  };
  channel()?.addEventListener('message', heard);
  return () => channel()?.removeEventListener('message', heard);
}

function channel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined;
  open ??= new BroadcastChannel(CHANNEL);
  return open;
}
