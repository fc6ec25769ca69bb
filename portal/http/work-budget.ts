import type { Instant } from '#domain/time/instant.ts';
import { kyivTimeOf } from '#domain/time/kyiv.ts';
import { type CallFailure, fail } from './call-result.ts';

const minuteMs = 60_000;
/** The time over which work is counted. */
const windowMs = 10 * minuteMs;
/** Files of one identity that a node makes at once; the rest of the workers is for others. */
const maxAtOnce = 3;
const tryAgainSeconds = 5;
/** Identities whose work is remembered before old work is looked for. */
const mostRemembered = 10_000;

/** Room for one piece of work, or why there is none. */
export type WorkAdmission =
  | { readonly kind: 'admitted' /** To be called when the work is done. */; release(): void }
  | { readonly kind: 'refused'; readonly failure: CallFailure };

export interface WorkBudget {
  /** Whether an identity may begin another piece of work; what is done 'later' takes none of the three turns. */
  admit(identityId: string, kind: 'now' | 'later', now: Instant): WorkAdmission;
  /** Counts what a piece of work cost, in ms of a processor. */
  charge(identityId: string, workMs: number, now: Instant): void;
}

interface Spent {
  /** Epoch milliseconds. */
  readonly minute: number;
  readonly ms: number;
}

/** When less than the budget is left of what was spent: the oldest minutes leave the window first. */
function roomAt(spent: readonly Spent[], budgetMs: number): Instant | undefined {
  let left = spent.reduce((sum, { ms }) => sum + ms, 0);
  let at: number | undefined;
  for (const { minute, ms } of spent) {
    if (left < budgetMs) break;
    left -= ms;
    at = minute + windowMs;
  }
  return at as Instant | undefined;
}

function budgetSpent(until: Instant, now: Instant): CallFailure {
  // The minute that is named is over when the budget is open again.
  const shown = (Math.ceil(until / minuteMs) * minuteMs) as Instant;
  const { hour, minute } = kyivTimeOf(shown);
  const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  const retryAfterSeconds = Math.max(1, Math.ceil((shown - now) / 1000));
  return { ...fail('common.workBudgetSpent', { time }), retryAfterSeconds };
}

/**
 * How much drawing, exporting and looking at photos an identity may cause: so many seconds of a processor in ten minutes
 * and three pieces at once, on each node: it is the processors of the node that are shared (decision 0074). Work that began is
 * finished: the budget is looked at before.
 * @param secondsOfWork 0: no limit.
 */
export function createWorkBudget(secondsOfWork: number): WorkBudget {
  const budgetMs = secondsOfWork * 1000;
  const running = new Map<string, number>();
  const spentBy = new Map<string, readonly Spent[]>();

  function release(identityId: string): void {
    const left = (running.get(identityId) ?? 1) - 1;
    if (left === 0) running.delete(identityId);
    else running.set(identityId, left);
  }

  /** What counts still, oldest first. */
  function spentOf(identityId: string, now: Instant): Spent[] {
    return (spentBy.get(identityId) ?? []).filter(({ minute }) => minute > now - windowMs);
  }

  function forgetOld(now: Instant): void {
    for (const identityId of spentBy.keys()) {
      if (spentOf(identityId, now).length === 0) spentBy.delete(identityId);
    }
  }

  return {
    admit(identityId, kind, now) {
      const withoutTurn = { kind: 'admitted', release: () => undefined } as const;
      if (budgetMs === 0) return withoutTurn;
      const until = roomAt(spentOf(identityId, now), budgetMs);
      if (until !== undefined) return { kind: 'refused', failure: budgetSpent(until, now) };
      if (kind === 'later') return withoutTurn;
      const atOnce = running.get(identityId) ?? 0;
      if (atOnce >= maxAtOnce) {
        const failure = fail('common.tooManyRequests', { seconds: tryAgainSeconds });
        return { kind: 'refused', failure: { ...failure, retryAfterSeconds: tryAgainSeconds } };
      }
      running.set(identityId, atOnce + 1);
      return { kind: 'admitted', release: () => release(identityId) };
    },
    charge(identityId, workMs, now) {
      if (spentBy.size >= mostRemembered) forgetOld(now);
      const minute = Math.floor(now / minuteMs) * minuteMs;
      const spent = spentOf(identityId, now);
      const last = spent.at(-1);
      const isSame = last?.minute === minute;
      const ms = workMs + (isSame ? last.ms : 0);
      spentBy.set(identityId, [...(isSame ? spent.slice(0, -1) : spent), { minute, ms }]);
    },
  };
}
