import type { entityOverview } from '#contract/accounts/entity-accounts.ts';
import type { OutputOf } from '#contract/define-call.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';

export type Overview = OutputOf<typeof entityOverview>;
export type AccountFigures = Overview['accounts'][number];
export type Due = Overview['dues'][number];

/** The single next action of an entity. */
export type EntityStep =
  | { readonly kind: 'reading'; readonly accounts: readonly string[]; readonly closesAt: string }
  | { readonly kind: 'overdue' | 'pay'; readonly due: Due }
  /** `opensOn`: of the next window; null: it is open, or none is known. */
  | { readonly kind: 'done'; readonly opensOn: string | null };

/** By the day until which it is due, those without one last. */
export function sortDues(dues: readonly Due[]): readonly Due[] {
  const day = ({ dueOn }: Due) => dueOn ?? '9999';
  return [...dues].sort((a, b) => day(a).localeCompare(day(b)));
}

export function isLate({ dueOn }: Due, today: string): boolean {
  return dueOn !== null && dueOn < today;
}

/**
 * Decides the highlighted action: readings while the window is open, because it closes, then what is overdue, then what is due
 * first. Source: product.md 6; design: one highlighted action.
 */
export function entityStep({ accounts, dues, window }: Overview, now: Instant): EntityStep {
  const today = kyivDateOf(now);
  const isOpen = window !== null && window.opensOn <= today && Date.parse(window.closesAt) > now;
  const waiting = accounts.flatMap(({ account, awaitsReading }) => (awaitsReading ? [account] : []));
  if (isOpen && waiting.length > 0) return { kind: 'reading', accounts: waiting, closesAt: window.closesAt };
  const [first] = sortDues(dues);
  if (first !== undefined) return { kind: isLate(first, today) ? 'overdue' : 'pay', due: first };
  return { kind: 'done', opensOn: window !== null && !isOpen ? window.opensOn : null };
}
