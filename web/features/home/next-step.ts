import type { personBalance } from '#contract/balance.ts';
import type { OutputOf } from '#contract/define-call.ts';
import type { listMeters } from '#contract/readings.ts';

/** The one thing to be done now. */
export type NextStep =
  | { kind: 'reading'; closesAt: string }
  | { kind: 'pay'; sum: string }
  | { kind: 'done'; readingGiven: boolean; opensOn: string | undefined };

/**
 * Decides what the lamp marks. A reading comes first while its window is open, because the window closes; then a debt;
 * else nothing is lit. A reading is wanted when some meter can take one and none stands for the period.
 * Source: product.md 5 (home), design: the lamp marks one thing.
 */
export function nextStep(
  balance: OutputOf<typeof personBalance>['balance'],
  { meters, window }: Pick<OutputOf<typeof listMeters>, 'meters' | 'window'>,
): NextStep {
  const open = meters.filter((meter) => meter.blocked === null);
  const waiting = open.some((meter) => meter.standing === null);
  if (window.isOpen && waiting) return { kind: 'reading', closesAt: window.closesAt };
  if (/[1-9]/.test(balance.debet)) return { kind: 'pay', sum: balance.debet };
  return {
    kind: 'done',
    readingGiven: open.length > 0 && !waiting,
    opensOn: window.isOpen ? undefined : window.opensOn,
  };
}
