import type { PaymentData } from './api.ts';

/** Pauses between questions: short while the bank answers, then longer. */
const PAUSES_MS = [...repeat(2_000, 10), ...repeat(5_000, 12), ...repeat(15_000, 12)];

/** How long to wait before asking for a payment again; undefined when nothing more is to be waited for. */
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
