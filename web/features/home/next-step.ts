import type { personBalance } from '#contract/balance.ts';
import type { OutputOf } from '#contract/define-call.ts';
import type { listMeters } from '#contract/readings.ts';

type Balance = OutputOf<typeof personBalance>['balance'];
export type UnpaidAct = Balance['debetAct']['items'][number];

/** The one thing to be done now. */
export type NextStep =
  | { kind: 'reading'; closesAt: string; owed: string | undefined }
  | { kind: 'pay'; sum: string }
  | { kind: 'payAct'; act: UnpaidAct }
  /** `blocked` says why no meter takes a reading, the shut window apart: then none is waited for. */
  | { kind: 'done'; readingGiven: boolean; opensOn: string | undefined; blocked: string | undefined };

/**
 * Decides what the lamp marks. A reading comes first while its window is open, because the window closes; then a debt
 * for energy, then a violation act; else nothing is lit. A debt that waits behind the reading is named with it. A reading is wanted when some meter can take one and some register has no value for the period.
 * Source: product.md 5 (home), design: the lamp marks one thing.
 */
export function nextStep(
  balance: Balance,
  { meters, window }: Pick<OutputOf<typeof listMeters>, 'meters' | 'window'>,
): NextStep {
  // Where readings are taken in the window alone, the shut one blocks each meter: it opens again.
  const open = meters.filter(({ blocked }) => blocked === null || blocked.opensOn !== null);
  const waiting = open.some(
    ({ standing, registers }) =>
      !standing || registers.some(({ zone }) => standing.values[zone] === undefined),
  );
  const owed = /[1-9]/.test(balance.debet) ? balance.debet : undefined;
  if (window.isOpen && waiting) return { kind: 'reading', closesAt: window.closesAt, owed };
  if (owed !== undefined) return { kind: 'pay', sum: owed };
  const act = balance.debetAct.items.find(({ sum }) => /[1-9]/.test(sum));
  if (act) return { kind: 'payAct', act };
  return {
    kind: 'done',
    readingGiven: open.length > 0 && !waiting,
    opensOn: window.isOpen || open.length === 0 ? undefined : window.opensOn,
    blocked: open.length === 0 ? meters[0]?.blocked?.message : undefined,
  };
}
