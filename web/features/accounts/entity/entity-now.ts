import type { entityOverview } from '#contract/accounts/entity-accounts.ts';
import type { OutputOf } from '#contract/define-call.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';

export type Overview = OutputOf<typeof entityOverview>;
export type AccountFigures = Overview['accounts'][number];
export type Due = Overview['dues'][number];

/** Something that waits for the company. */
export type EntityStep =
  | { readonly kind: 'reading'; readonly accounts: readonly string[]; readonly closesAt: string }
  | { readonly kind: 'overdue' | 'pay'; readonly due: Due }
  | ({ readonly kind: 'act' } & Overview['actsToSign'][number])
  | ({ readonly kind: 'declined' } & Overview['limitsDeclined'][number])
  | ({ readonly kind: 'near' } & Overview['limitsNear'][number]);

/** What the role of who looks may do; the server leaves out acts and limits by itself. */
export interface EntityDuties {
  readonly givesReadings: boolean;
  readonly pays: boolean;
}

/** By the day until which it is due, those without one last. */
export function sortDues(dues: readonly Due[]): readonly Due[] {
  const day = ({ dueOn }: Due) => dueOn ?? '9999';
  return [...dues].sort((a, b) => day(a).localeCompare(day(b)));
}

export function isLate({ dueOn }: Due, today: string): boolean {
  return dueOn !== null && dueOn < today;
}

const isOpenWindow = ({ window }: Overview, now: Instant) =>
  window !== null && window.opensOn <= kyivDateOf(now) && Date.parse(window.closesAt) > now;

/**
 * What waits, the first of which is highlighted: readings while the window is open, because it closes, then what is overdue, acts
 * to sign, declined corrections while they may be sent anew, what is due first, and limits that are nearly used. Source:
 * product.md 6; design: one highlighted action.
 */
export function entitySteps(overview: Overview, now: Instant, duties: EntityDuties): readonly EntityStep[] {
  const { accounts, dues, window, actsToSign, limitsDeclined, limitsNear } = overview;
  const waiting = accounts.flatMap(({ account, awaitsReading }) => (awaitsReading ? [account] : []));
  const steps: EntityStep[] = [];
  if (duties.givesReadings && window !== null && isOpenWindow(overview, now) && waiting.length > 0)
    steps.push({ kind: 'reading', accounts: waiting, closesAt: window.closesAt });
  const [first] = duties.pays ? sortDues(dues) : [];
  const isOverdue = first !== undefined && isLate(first, kyivDateOf(now));
  if (first !== undefined && isOverdue) steps.push({ kind: 'overdue', due: first });
  for (const act of actsToSign) steps.push({ kind: 'act', ...act });
  for (const request of limitsDeclined) steps.push({ kind: 'declined', ...request });
  if (first !== undefined && !isOverdue) steps.push({ kind: 'pay', due: first });
  for (const limit of limitsNear) steps.push({ kind: 'near', ...limit });
  return steps;
}

/** The day on which the next window opens; null: it is open, or none is known. */
export function nextOpening(overview: Overview, now: Instant): string | null {
  const { window } = overview;
  return window !== null && !isOpenWindow(overview, now) ? window.opensOn : null;
}
