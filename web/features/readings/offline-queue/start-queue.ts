import { startQueue } from '#web/offline/device-queue.ts';
import { pruneDelivered } from './queue-actions.ts';
import { readingsView } from './queue-sync.ts';
import { useOfflineQueue } from './queued-reading.ts';
import { sendQueued } from './send-queued.ts';

const queued = () => useOfflineQueue.getState().readings ?? [];

/** Sends the queued readings when it may work. Returns how to stop. */
export function startOfflineQueue(): () => void {
  return startQueue({
    view: readingsView,
    retryMs: 60_000,
    isWaiting: () => queued().some(({ answer }) => answer === undefined),
    tidy: () => pruneDelivered(queued()),
    send: sendQueued,
    forget: () => useOfflineQueue.setState({ readings: undefined }),
  });
}
