import { currentSession } from '#web/session/session-store.ts';
import { listQueued } from './queue-storage.ts';
import { useOfflineQueue } from './queued-reading.ts';

const CHANNEL = 'svitlo.readings-waiting';

let open: BroadcastChannel | undefined;

/** The user whose readings may be shown and sent now; undefined: nobody is signed in. */
export function ownerNow(): string | undefined {
  const { session } = currentSession();
  return session?.type === 'admin' ? undefined : session?.userId;
}

/** Loads the queue. Without storage it is empty. */
export async function refreshQueue(): Promise<void> {
  const owner = ownerNow();
  const readings = owner === undefined ? [] : await listQueued(owner).catch(() => []);
  if (ownerNow() === owner) useOfflineQueue.setState({ readings });
}

/** After a change: this tab and the others reload the queue. */
export async function queueChanged(): Promise<void> {
  channel()?.postMessage('changed');
  await refreshQueue();
}

/** Reloads the queue after a change in another tab. Returns how to stop. */
export function followOtherTabs(): () => void {
  const onMessage = () => {
    refreshQueue().catch(() => undefined);
  };
  channel()?.addEventListener('message', onMessage);
  return () => channel()?.removeEventListener('message', onMessage);
}

function channel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined;
  open ??= new BroadcastChannel(CHANNEL);
  return open;
}
