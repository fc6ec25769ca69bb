/**
 * Minutes between questions about an order of which its provider keeps silent; the last one comes back until expiry, and after
 * it a few more are asked.
 */
export const queryPausesMinutes: readonly [number, ...number[]] = [1, 2, 5, 15, 60];

/** An order that nobody paid in this time is over (product.md §8). */
export const orderExpiryHours = 24;

/**
 * Who asks a provider for money back holds the order so long at most, milliseconds: longer than a provider may take for all
 * questions of a refund together.
 */
export const refundClaimMs = 180_000;

/** How long to wait for the next question, after so many that were asked. Milliseconds. */
export function queryPauseMs(asked: number): number {
  const last = queryPausesMinutes.length - 1;
  return (queryPausesMinutes[Math.min(asked, last)] ?? queryPausesMinutes[0]) * 60_000;
}
