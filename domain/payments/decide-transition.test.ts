import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kopiykas } from '#domain/money.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import {
  decideTransition,
  type OrderToMove,
  type ReportedStatus,
  type Transition,
} from './decide-transition.ts';
import { queryPauseMs } from './payment-orders.ts';
import { isFinal, type PaymentState } from './payment-state.ts';

const amount = kopiykas(43250);
const at = (minute: number) => (instantFromIso('2026-11-20T10:00:00Z') + minute * 60_000) as Instant;

function order(state: PaymentState, more: Partial<OrderToMove> = {}): OrderToMove {
  return { state, amount, reportedAt: null, isRefundAsked: false, ...more };
}

function reported(kind: ReportedStatus['kind'], more: Partial<ReportedStatus> = {}): ReportedStatus {
  return { kind, amount, currency: 'UAH', reportedAt: null, isAnswer: false, ...more };
}

/** 'move: confirmed', 'already', … */
function outcome(transition: Transition): string {
  return transition.kind === 'move' ? transition.to.join('>') : transition.kind;
}

describe('decideTransition', () => {
  test.each<[ReportedStatus['kind'], PaymentState, string]>([
    ['paid', 'started', 'confirmed'],
    ['paid', 'sent', 'confirmed'],
    ['paid', 'failed', 'confirmed'],
    ['paid', 'expired', 'confirmed'],
    ['paid', 'confirmed', 'already'],
    ['paid', 'landed', 'already'],
    ['paid', 'matched', 'already'],
    ['paid', 'reversed', 'ignored'],
    ['refused', 'sent', 'failed'],
    ['refused', 'failed', 'already'],
    ['refused', 'confirmed', 'ignored'],
    ['refused', 'refunded', 'ignored'],
    ['expired', 'sent', 'expired'],
    ['expired', 'expired', 'already'],
    ['expired', 'failed', 'ignored'],
    ['expired', 'matched', 'ignored'],
    ['returned', 'confirmed', 'reversed'],
    ['returned', 'matched', 'reversed'],
    ['returned', 'sent', 'confirmed>reversed'],
    ['returned', 'failed', 'confirmed>reversed'],
    ['returned', 'reversed', 'already'],
    ['returned', 'refunded', 'already'],
  ])('"%s" of an order that is %s leads to: %s', (kind, state, expected) => {
    expect(outcome(decideTransition(order(state), reported(kind)))).toBe(expected);
  });

  test('takes a reversal for a refund when a refund was requested', () => {
    const asked = { isRefundAsked: true };
    expect(outcome(decideTransition(order('landed', asked), reported('returned')))).toBe('refunded');
  });

  test.each<[string, Partial<ReportedStatus>]>([
    ['a kopiyka less', { amount: kopiykas(43249) }],
    ['another currency', { currency: 'USD' }],
    ['no sum', { amount: undefined }],
  ])('with %s is a mismatch, for statuses of money only', (_, facts) => {
    for (const state of ['sent', 'confirmed', 'reversed'] as const) {
      expect(outcome(decideTransition(order(state), reported('paid', facts)))).toBe('mismatch');
      expect(outcome(decideTransition(order(state), reported('returned', facts)))).toBe('mismatch');
    }
    expect(outcome(decideTransition(order('sent'), reported('refused', facts)))).toBe('failed');
  });

  test('an older status changes nothing; if it is about money the provider is asked again', () => {
    const older = { reportedAt: at(1) };
    const failed = order('failed', { reportedAt: at(2) });
    expect(outcome(decideTransition(failed, reported('paid', older)))).toBe('stale');
    expect(outcome(decideTransition(failed, reported('paid', { ...older, isAnswer: true })))).toBe(
      'confirmed',
    );
    expect(outcome(decideTransition(failed, reported('paid', { reportedAt: at(2) })))).toBe('confirmed');
    const expired = order('expired', { reportedAt: at(2) });
    expect(outcome(decideTransition(expired, reported('refused', older)))).toBe('ignored');
    const confirmed = order('confirmed', { reportedAt: at(2) });
    expect(outcome(decideTransition(confirmed, reported('returned', older)))).toBe('stale');
  });

  test('reports a contradiction for money confirmed again after it was returned', () => {
    const reversed = order('reversed', { reportedAt: at(2) });
    expect(outcome(decideTransition(reversed, reported('paid', { reportedAt: at(3) })))).toBe(
      'contradiction',
    );
    expect(outcome(decideTransition(reversed, reported('paid', { reportedAt: at(1) })))).toBe('ignored');
    expect(outcome(decideTransition(reversed, reported('paid', { reportedAt: at(2) })))).toBe('ignored');
    expect(outcome(decideTransition(reversed, reported('paid', { reportedAt: null })))).toBe('ignored');
    expect(outcome(decideTransition(order('reversed'), reported('paid', { reportedAt: at(3) })))).toBe(
      'ignored',
    );
    expect(outcome(decideTransition(reversed, reported('refused', { reportedAt: at(3) })))).toBe('ignored');
  });
});

test('does not treat a status without a time as older', () => {
  const failed = order('failed', { reportedAt: at(2) });
  expect(outcome(decideTransition(failed, reported('paid')))).toBe('confirmed');
  expect(outcome(decideTransition(order('failed'), reported('paid', { reportedAt: at(1) })))).toBe(
    'confirmed',
  );
});

describe('decideTransition, statuses in any order', () => {
  const kind = fc.constantFrom<ReportedStatus['kind']>('paid', 'refused', 'expired', 'returned');
  const anyWord = fc.record({
    kind,
    reportedAt: fc.option(
      fc.integer({ min: 0, max: 9 }).map((minute) => at(minute)),
      { nil: null },
    ),
    isAnswer: fc.boolean(),
    amount: fc.constantFrom(amount, amount, amount, kopiykas(1)),
    currency: fc.constantFrom('UAH', 'UAH', 'UAH', 'USD'),
  });

  /** The states of an order after these statuses, with landing in between. */
  function applyReports(words: readonly (ReportedStatus | 'register')[], isRefundAsked = false) {
    let now = order('sent', { isRefundAsked });
    const path: PaymentState[] = [now.state];
    let isToBeAsked = false;
    for (const one of words) {
      if (one === 'register') {
        if (now.state !== 'confirmed') continue;
        now = { ...now, state: 'matched' };
        path.push('landed', 'matched');
        continue;
      }
      const transition = decideTransition(now, one);
      if (transition.kind === 'stale') isToBeAsked = true;
      if (transition.kind !== 'move') continue;
      isToBeAsked = false;
      const reportedAt =
        one.reportedAt === null ? now.reportedAt : (Math.max(one.reportedAt, now.reportedAt ?? 0) as Instant);
      now = { ...now, state: transition.to.at(-1) ?? now.state, reportedAt };
      path.push(...transition.to);
    }
    return { order: now, path, isToBeAsked };
  }

  const words = fc.array(fc.oneof({ weight: 5, arbitrary: anyWord }, fc.constant('register' as const)), {
    maxLength: 20,
  });

  test('the money is received at most once and returned at most once, and final states stay', () => {
    fc.assert(
      fc.property(words, fc.boolean(), (list, isRefundAsked) => {
        const { path } = applyReports(list, isRefundAsked);
        const count = (...states: PaymentState[]) => path.filter((state) => states.includes(state)).length;
        expect(count('confirmed')).toBeLessThanOrEqual(1);
        expect(count('reversed', 'refunded')).toBeLessThanOrEqual(count('confirmed'));
        const final = path.findIndex(isFinal);
        if (final >= 0) expect(final).toBe(path.length - 1);
        const confirmed = path.indexOf('confirmed');
        if (confirmed >= 0) {
          expect(path.slice(confirmed).some((state) => state === 'failed' || state === 'expired')).toBe(
            false,
          );
        }
      }),
    );
  });

  test('a replay of all statuses changes nothing', () => {
    fc.assert(
      fc.property(fc.array(anyWord, { maxLength: 12 }), (list) => {
        const once = applyReports(list);
        const states = once.path.filter((state) => state === 'confirmed' || isFinal(state));
        const twice = applyReports([...list, ...list]);
        for (const state of states) expect(twice.path.filter((one) => one === state)).toHaveLength(1);
      }),
    );
  });

  test('the final status of the provider is reached once it is asked where needed', () => {
    const lives = fc.constantFrom<readonly ReportedStatus['kind'][]>(
      ['paid'],
      ['refused'],
      ['expired'],
      ['refused', 'paid'],
      ['refused', 'refused', 'paid'],
      ['paid', 'returned'],
      ['refused', 'paid', 'returned'],
    );
    const delivery = fc.array(fc.nat({ max: 20 }), { maxLength: 12 });
    fc.assert(
      fc.property(lives, delivery, fc.boolean(), (life, picks, hasTimes) => {
        const reports = life.map((one, index) => reported(one, { reportedAt: hasTimes ? at(index) : null }));
        const delivered = picks.flatMap((pick) => reports[pick % reports.length] ?? []);
        const last = reports.at(-1) ?? reported('paid');
        const result = applyReports(delivered);
        const isWaiting = ['started', 'sent'].includes(result.order.state);
        const endsWithNewest = delivered.includes(last);
        // The job asks about waiting orders and those with a stale status of money.
        const end =
          isWaiting || result.isToBeAsked || !endsWithNewest
            ? applyReports([...delivered, { ...last, isAnswer: true }])
            : result;
        const wanted = {
          paid: 'confirmed',
          refused: 'failed',
          expired: 'expired',
          returned: 'reversed',
        } as const;
        expect(end.order.state).toBe(wanted[last.kind]);
      }),
    );
  });
});

test('queryPauseMs grows with the number of queries', () => {
  expect([0, 1, 2, 3, 4, 5, 99].map((asked) => queryPauseMs(asked) / 60_000)).toEqual([
    1, 2, 5, 15, 60, 60, 60,
  ]);
});
