import type { personBalance } from '#contract/balance.ts';
import type { OutputOf } from '#contract/define-call.ts';
import type { listMeters } from '#contract/readings.ts';
import { type ReadingGap, readingGap } from '#domain/readings/reading-gap.ts';

type Balance = OutputOf<typeof personBalance>['balance'];
export type UnpaidAct = Balance['debetAct']['items'][number];

/** The one thing to be done now. */
export type NextStep =
  /** `last`: the customer gave one before the window, and the days from it on would be charged by average. */
  | { kind: 'reading'; closesAt: string; owed: string | undefined; last?: ReadingGap['last'] }
  | { kind: 'pay'; sum: string }
  | { kind: 'payAct'; act: UnpaidAct }
  /** `blocked` says why no meter takes a reading, the shut window apart: then none is waited for. */
  | { kind: 'done'; readingGiven: boolean; opensOn: string | undefined; blocked: string | undefined };

/**
 * Decides what the lamp marks. A reading comes first while its window is open, because the window closes; then a debt
 * for energy, then a violation act; else nothing is lit. A debt that waits behind the reading is named with it. A reading is wanted when some meter can take one and some register has no value as of the 1st.
 * Source: product.md 5 (home), design: the lamp marks one thing.
 */
export function nextStep(
  balance: Balance,
  { meters, window }: Pick<OutputOf<typeof listMeters>, 'meters' | 'window'>,
): NextStep {
  // Where readings are taken in the window alone, the shut one blocks each meter: it opens again.
  const open = meters.filter(({ blocked }) => blocked === null || blocked.opensOn !== null);
  const gaps = open.map(({ registers }) => readingGap(registers, window.effectiveDate));
  const waiting = gaps.some((gap) => gap !== undefined);
  const owed = /[1-9]/.test(balance.debet) ? balance.debet : undefined;
  if (window.isOpen && waiting) {
    const last = open.length === 1 && open[0]?.standing?.correctable ? gaps[0]?.last : undefined;
    return { kind: 'reading', closesAt: window.closesAt, owed, ...(last && { last }) };
  }
  if (owed !== undefined) return { kind: 'pay', sum: owed };
  const act = balance.debetAct.items.find(({ sum }) => /[1-9]/.test(sum));
  if (act) return { kind: 'payAct', act };
  return {
    kind: 'done',
    readingGiven: open.length > 0 && open.every(isRead),
    opensOn: window.isOpen || open.length === 0 ? undefined : window.opensOn,
    blocked: open.length === 0 ? meters[0]?.blocked?.message : undefined,
  };
}

function isRead({ registers }: Pick<OutputOf<typeof listMeters>['meters'][number], 'registers'>): boolean {
  return registers.every(({ currentDate }) => currentDate !== null);
}
