import { create } from 'zustand';

const useCount = create(() => 0);

/** Counts a refused reading: a dead end that the customer is asked about. */
export function countRefusedReading(): void {
  useCount.setState((count) => count + 1, true);
}

/** How many readings this tab has had refused. */
export const useRefusedReadings = (): number => useCount();
