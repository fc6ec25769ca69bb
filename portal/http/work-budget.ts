import type { Instant } from '#domain/time/instant.ts';
import { kyivTimeOf } from '#domain/time/kyiv.ts';
import { type CallFailure, fail } from './call-result.ts';

const minuteMs = 60_000;
/** Sliding window of the budget. */
const windowMs = 10 * minuteMs;
/** Max concurrent files of one identity on a node; other workers serve other identities. */
const maxAtOnce = 3;
const tryAgainSeconds = 5;
/** Identities stored before expired entries are pruned. */
const maxRemembered = 10_000;

/** A granted slot, or the refusal. */
export type WorkAdmission =
  | { readonly kind: 'admitted' /** To be called when the work is done. */; release(): void }
  | { readonly kind: 'refused'; readonly failure: CallFailure };

export interface WorkBudget {
  /** Whether an identity may start another piece of work; work for 'later' takes none of the three slots. */
  admit(identityId: string, kind: 'now' | 'later', now: Instant): WorkAdmission;
  /** Charges a piece of work, in processor ms. */
  charge(identityId: string, workMs: number, now: Instant): void;
}

interface Spent {
  /** Epoch milliseconds. */
  readonly minute: number;
  readonly ms: number;
}

/** When the used budget falls below the limit: the oldest minutes leave the window first. */
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
  // The returned minute has passed when the budget is open again.
  const shown = (Math.ceil(until / minuteMs) * minuteMs) as Instant;
  const { hour, minute } = kyivTimeOf(shown);
  const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  const retryAfterSeconds = Math.max(1, Math.ceil((shown - now) / 1000));
  return { ...fail('common.workBudgetSpent', { time }), retryAfterSeconds };
}

/**
 * Limits drawing, exports and photo checks of an identity: processor seconds per ten minutes and three concurrent
 * pieces, per node, because a node's processors are shared (decision 0074). Work in progress is finished: the budget is
 * checked before the start.
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

  /** Entries inside the window, oldest first. */
  function spentOf(identityId: string, now: Instant): Spent[] {
    return (spentBy.get(identityId) ?? []).filter(({ minute }) => minute > now - windowMs);
  }

  function deleteExpired(now: Instant): void {
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
      if (spentBy.size >= maxRemembered) deleteExpired(now);
      const minute = Math.floor(now / minuteMs) * minuteMs;
      const spent = spentOf(identityId, now);
      const last = spent.at(-1);
      const isSame = last?.minute === minute;
      const ms = workMs + (isSame ? last.ms : 0);
      spentBy.set(identityId, [...(isSame ? spent.slice(0, -1) : spent), { minute, ms }]);
    },
  };
}
