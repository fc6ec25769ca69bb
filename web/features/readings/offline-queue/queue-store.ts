import { create } from 'zustand';
import type { QueuedReading } from './queued-reading.ts';

/** The queued readings of the signed-in user, and those whose answer was not seen; undefined until loaded. */
export const useOfflineQueue = create<{ readonly readings: readonly QueuedReading[] | undefined }>(() => ({
  readings: undefined,
}));
