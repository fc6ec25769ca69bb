import type { PaymentData } from './api.ts';

/** Pauses between polls: short at first, then longer. */
const PAUSES_MS = [...repeat(2_000, 10), ...repeat(5_000, 12), ...repeat(15_000, 12)];

/** The pause in ms before the next poll of a payment; undefined: polling ends. */
export function pollPause(state: PaymentData['state'] | undefined, asked: number): number | undefined {
  if (state !== undefined && !isWaiting(state)) return undefined;
  return PAUSES_MS[asked];
}

/** Whether the bank has not answered yet. */
export function isWaiting(state: PaymentData['state']): boolean {
  return state === 'started' || state === 'sent';
}

function repeat(pause: number, times: number): number[] {
  return Array.from({ length: times }, () => pause);
}
