import type { Instant } from '#domain/time/instant.ts';
import { kyivTimeOf } from '#domain/time/kyiv.ts';
import { type CallFailure, fail } from './call-result.ts';

const minuteMs = 60_000;
/** Sliding window of the budget. */
const windowMs = 10 * minuteMs;
/** Max concurrent pieces of work of one identity on a node. */
const maxAtOnce = 3;
/** All people of a company together have so many budgets of one of them. */
const companyShares = 3;
const tryAgainSeconds = 5;

/** A granted slot, or the refusal. */
export type WorkAdmission =
  | { readonly kind: 'admitted' /** To be called when the work is done. */; release(): void }
  | { readonly kind: 'refused'; readonly failure: CallFailure };

/** Who work is charged to. */
export interface Payer {
  readonly identityId: string;
  /** The company whose person it is. */
  readonly companyId?: string | undefined;
}

export interface WorkBudget {
  /** Whether a payer may start another piece of work; only work of a kind 'now' takes one of the slots. */
  admit(payer: Payer, kind: 'now' | 'later', now: Instant): WorkAdmission;
  /** Charges a piece of work, in ms. */
  charge(payer: Payer, workMs: number, now: Instant): void;
}

interface WorkBudgetOptions {
  /** ms of work of an identity in the window; 0: no limit. */
  readonly budgetMs: number;
  /** The refusal of a payer who has no budget until a moment. */
  readonly refuse: (until: Instant, now: Instant) => CallFailure;
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

/** The refusal of files; names the time of the next one. */
function filesRefused(until: Instant, now: Instant): CallFailure {
  // The returned minute has passed when the budget is open again.
  const shown = (Math.ceil(until / minuteMs) * minuteMs) as Instant;
  const { hour, minute } = kyivTimeOf(shown);
  const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  const retryAfterSeconds = Math.max(1, Math.ceil((shown - now) / 1000));
  return { ...fail('common.workBudgetSpent', { time }), retryAfterSeconds };
}

/** The refusal of calls that are no file. */
function callsRefused(until: Instant, now: Instant): CallFailure {
  const seconds = Math.max(1, Math.ceil((until - now) / 1000));
  return { ...fail('common.tooManyRequests', { seconds }), retryAfterSeconds: seconds };
}

/** An account that is charged: of an identity, or of all people of a company. */
function accountsOf({ identityId, companyId }: Payer) {
  const own = { key: identityId, shares: 1 };
  return companyId === undefined ? [own] : [own, { key: `company ${companyId}`, shares: companyShares }];
}

/**
 * Limits drawing, exports and photo checks: processor seconds of workers per ten minutes, and three concurrent pieces.
 * @param secondsOfWork 0: no limit.
 */
export const createWorkBudget = (secondsOfWork: number): WorkBudget =>
  createBudget({ budgetMs: secondsOfWork * 1000, refuse: filesRefused });

/**
 * Limits calls that are no file: seconds that their function modules take per ten minutes (decision 0165).
 * @param secondsOfCalls 0: no limit.
 */
export const createCallBudget = (secondsOfCalls: number): WorkBudget =>
  createBudget({ budgetMs: secondsOfCalls * 1000, refuse: callsRefused });

/**
 * A budget of work of each identity, and one of each company beside those of its people, per node, because a node's
 * processors are shared (decision 0074). Work in progress is finished: the budget is checked before the start.
 */
function createBudget({ budgetMs, refuse }: WorkBudgetOptions): WorkBudget {
  const running = new Map<string, number>();
  const spentBy = new Map<string, readonly Spent[]>();
  /** Minute of the last look for expired entries, which reads all of them: once a minute, not for each of tens of thousands of payers. */
  let prunedMinute = 0;

  function release(payer: Payer): void {
    for (const { key } of accountsOf(payer)) {
      const left = (running.get(key) ?? 1) - 1;
      if (left === 0) running.delete(key);
      else running.set(key, left);
    }
  }

  /** Entries inside the window, oldest first. */
  function spentOf(key: string, now: Instant): Spent[] {
    return (spentBy.get(key) ?? []).filter(({ minute }) => minute > now - windowMs);
  }

  function deleteExpired(now: Instant): void {
    const minute = Math.floor(now / minuteMs);
    if (minute <= prunedMinute) return;
    prunedMinute = minute;
    for (const key of spentBy.keys()) {
      if (spentOf(key, now).length === 0) spentBy.delete(key);
    }
  }

  function chargeAccount(key: string, workMs: number, now: Instant): void {
    const minute = Math.floor(now / minuteMs) * minuteMs;
    const spent = spentOf(key, now);
    const last = spent.at(-1);
    const isSame = last?.minute === minute;
    const ms = workMs + (isSame ? last.ms : 0);
    spentBy.set(key, [...(isSame ? spent.slice(0, -1) : spent), { minute, ms }]);
  }

  return {
    admit(payer, kind, now) {
      const withoutTurn = { kind: 'admitted', release: () => undefined } as const;
      if (budgetMs === 0) return withoutTurn;
      const accounts = accountsOf(payer);
      const until = accounts.flatMap(({ key, shares }) => roomAt(spentOf(key, now), budgetMs * shares) ?? []);
      if (until.length > 0) {
        return { kind: 'refused', failure: refuse(Math.max(...until) as Instant, now) };
      }
      if (kind === 'later') return withoutTurn;
      if (accounts.some(({ key, shares }) => (running.get(key) ?? 0) >= maxAtOnce * shares)) {
        const failure = fail('common.tooManyRequests', { seconds: tryAgainSeconds });
        return { kind: 'refused', failure: { ...failure, retryAfterSeconds: tryAgainSeconds } };
      }
      for (const { key } of accounts) running.set(key, (running.get(key) ?? 0) + 1);
      return { kind: 'admitted', release: () => release(payer) };
    },
    charge(payer, workMs, now) {
      if (budgetMs === 0) return;
      deleteExpired(now);
      for (const { key } of accountsOf(payer)) chargeAccount(key, workMs, now);
    },
  };
}
