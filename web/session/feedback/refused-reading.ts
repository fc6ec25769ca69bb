import { create } from 'zustand';

const useCount = create(() => 0);

/** Counts a refused reading: a dead end that the customer is asked about. */
export function countRefusedReading(): void {
  useCount.setState((count) => count + 1, true);
}

/** Forgets the refused ones: the reading was accepted after them. */
export function forgetRefusedReadings(): void {
  useCount.setState(0, true);
}

/** How many readings this tab has had refused since the last accepted one. */
export const useRefusedReadings = (): number => useCount();
