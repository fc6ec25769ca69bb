import { describe, expect, test } from 'vitest';
import type { Instant } from '#domain/time/instant.ts';
import { type AttemptFacts, decideAttempt, type PastAttempt } from './attempt-rules.ts';

const minute = 60_000;
const hour = 60 * minute;
const now = Date.parse('2026-11-20T10:00:00Z') as Instant;
const ago = (ms: number) => (now - ms) as Instant;

const asked = { kind: 'person', wideNetwork: '192.0.2', maxFailures: 5, at: now };
const nothing: AttemptFacts = {
  limitingOfAddress: null,
  limitingOfWideNetwork: null,
  isKnownNetwork: false,
  attempts: [],
};

/** Attempts so long ago, newest first, of one network. */
function past(times: readonly number[], changes: Partial<PastAttempt> = {}): PastAttempt[] {
  const one = { succeeded: false, ofKnownNetwork: false, wideNetwork: '192.0.2' };
  return times.map((ms) => ({ ...one, at: ago(ms), ...changes }));
}

/** Moments at a distance: `times(3, minute)` is now, a minute and two minutes ago. */
const times = (count: number, distance: number) =>
  Array.from({ length: count }, (_, index) => index * distance);

describe('decideAttempt for a login that is counted as a whole', () => {
  const own = { ...asked, kind: 'own' };
  const succeeded = past([5 * minute - 1], { succeeded: true });

  test.each([
    ['none', [], 'taken'],
    ['four failures', past(times(4, minute)), 'taken'],
    ['five failures', past(times(5, minute)), ago(4 * minute) + 15 * minute],
    ['seven failures: the fifth latest frees', past(times(7, minute)), ago(4 * minute) + 15 * minute],
    ['five failures, one of them 15 minutes old', past([1, 2, 3, 4, 15].map((n) => n * minute)), 'taken'],
    [
      'four failures since a success',
      [...past(times(4, minute)), ...succeeded, ...past([5 * minute])],
      'taken',
    ],
    [
      'five failures since a success',
      [...past(times(5, minute)), ...succeeded],
      ago(4 * minute) + 15 * minute,
    ],
  ] as const)('%s', (_, attempts, outcome) => {
    const decision = decideAttempt({ ...nothing, attempts }, own);
    expect(decision.kind === 'taken' ? 'taken' : decision.freesAt).toBe(outcome);
  });

  test('the limit is the asked one', () => {
    const attempts = past(times(5, minute));
    expect(decideAttempt({ ...nothing, attempts }, { ...own, maxFailures: 6 }).kind).toBe('taken');
  });

  test('a known network counts for nothing of its own', () => {
    const taken = { kind: 'taken', ofKnownNetwork: false };
    expect(decideAttempt({ ...nothing, isKnownNetwork: true }, own)).toEqual(taken);
  });
});

describe('decideAttempt for a login that is counted by networks', () => {
  test.each([
    ['four failures are free', past(times(4, 1000)), 'taken'],
    ['after five, one a minute', past(times(5, 1000)), now + minute],
    ['a minute after the last of five', past(times(5, 1000).map((ms) => ms + minute)), 'taken'],
    [
      'a success begins the count anew',
      [
        ...past(times(4, 1000)),
        ...past([5000], { succeeded: true }),
        ...past(times(9, 1000).map((ms) => ms + 6000)),
      ],
      'taken',
    ],
    ['after fifty in a day, one in five minutes', past(times(50, 20 * minute)), now + 5 * minute],
    ['forty-nine in a day, apart', past(times(49, 20 * minute)), 'taken'],
    ['yesterday counts no more', past(times(60, minute).map((ms) => ms + 24 * hour)), 'taken'],
  ] as const)('%s', (_, attempts, outcome) => {
    const decision = decideAttempt({ ...nothing, attempts }, asked);
    expect(decision.kind === 'taken' ? 'taken' : decision.freesAt).toBe(outcome);
  });

  test('failures of strangers do not hold up a known network, nor the other way round', () => {
    const strangers = past(times(20, 1000));
    const known = past(times(20, 1000), { ofKnownNetwork: true });
    const decide = (attempts: PastAttempt[], isKnownNetwork: boolean) =>
      decideAttempt({ ...nothing, attempts, isKnownNetwork }, asked);
    expect(decide(strangers, true)).toEqual({ kind: 'taken', ofKnownNetwork: true });
    expect(decide(known, false)).toEqual({ kind: 'taken', ofKnownNetwork: false });
    expect(decide(known, true).kind).toBe('exhausted');
  });

  test('a stranger that has not failed for a day is not held up, up to a hundred networks', () => {
    const others = times(99, 1000).flatMap((ms, index) => past([ms], { wideNetwork: `203.0.${index}` }));
    expect(decideAttempt({ ...nothing, attempts: others }, asked).kind).toBe('taken');
    const hundred = [...others, ...past([0], { wideNetwork: '203.0.99' })];
    expect(decideAttempt({ ...nothing, attempts: hundred }, asked).kind).toBe('exhausted');
  });

  test('strangers together have no more than 450 guesses at a login in a day', () => {
    const taken: PastAttempt[] = [];
    for (let second = 0; second < 86_400; second += 120) {
      const at = (now + second * 1000) as Instant;
      const wideNetwork = `203.0.${(second / 120) % 120}`;
      const decision = decideAttempt({ ...nothing, attempts: taken }, { ...asked, wideNetwork, at });
      if (decision.kind === 'taken') taken.push({ at, succeeded: false, ofKnownNetwork: false, wideNetwork });
    }
    expect(taken.length).toBeGreaterThan(200);
    expect(taken.length).toBeLessThanOrEqual(450);
  });
});

test('the limits of the address and of its /48 come before those of the login', () => {
  const limits = { limitingOfAddress: ago(10 * minute), limitingOfWideNetwork: ago(5 * minute) };
  const frees = { kind: 'exhausted', freesAt: ago(5 * minute) + 15 * minute };
  expect(decideAttempt({ ...nothing, ...limits }, asked)).toEqual(frees);
  expect(decideAttempt({ ...nothing, ...limits, isKnownNetwork: true }, asked)).toEqual(frees);
});
