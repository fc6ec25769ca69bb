import { queueView } from '#web/offline/device-queue.ts';
import { listQueued } from './queue-storage.ts';
import { useOfflineQueue } from './queued-reading.ts';

/** The queue as the screens of every tab show it. */
export const readingsView = queueView('readings-waiting', listQueued, (readings) =>
  useOfflineQueue.setState({ readings }),
);

/** After a change: this tab and the others reload the queue. */
export const queueChanged = readingsView.changed;
