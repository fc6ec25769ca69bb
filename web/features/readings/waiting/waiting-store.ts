import { create } from 'zustand';
import type { WaitingReading } from './waiting-reading.ts';

/** The readings of who is signed in that wait, or whose answer has not been seen; undefined until looked up. */
export const useWaiting = create<{ readonly readings: readonly WaitingReading[] | undefined }>(() => ({
  readings: undefined,
}));
