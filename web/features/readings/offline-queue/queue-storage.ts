import { type StoreResult as AnyResult, deviceQueue } from '#web/offline/device-queue.ts';
import type { QueuedReading } from './queued-reading.ts';

/** 'other': another reading of this meter is queued. */
export type StoreResult = AnyResult;

/** The queued readings of this device, in the order in which they were taken. */
const readings = deviceQueue<QueuedReading>('readings-waiting', {
  compare: (one, other) => one.takenAt.localeCompare(other.takenAt),
  excludes: (queued, reading) => queued.meterId === reading.meterId,
});

export const {
  store: storeQueued,
  list: listQueued,
  update: updateQueued,
  remove: removeQueued,
  replace: replaceQueued,
} = readings;
