import { describe, expect, test } from 'vitest';
import type { Instant } from '#domain/time/instant.ts';
import {
  type AskedCode,
  decideIssue,
  type IssueFacts,
  type IssueLimits,
  type PastCode,
} from './issue-rules.ts';

const minute = 60_000;
const hour = 60 * minute;
const now = Date.parse('2026-11-20T10:00:00Z') as Instant;
const ago = (ms: number) => (now - ms) as Instant;

const nothing: IssueFacts = {
  ...{
    isKnownNetwork: false,
    isKnownPhone: true,
    wrongCodes: 0,
    ofContact: [],
    countOfAddress: 0,
    countOfAll: 0,
  },
  ...{ limitingOfAddress: null, limitingOfWideNetwork: null, limitingOfAll: null, hasWork: false },
};
const noLimits: IssueLimits = { codesPerAddress: 0, codesPerMinute: 0, codesWithoutWork: 0 };
const asked: AskedCode = { purpose: 'login', canWork: true, at: now };
const secondStep: AskedCode = { purpose: 'secondFactor', canWork: false, at: now };

/** Codes so long ago, newest first; default: each was answered. */
function past(times: readonly number[], changes: Partial<PastCode> = {}): PastCode[] {
  const one = { isSecondStep: false, fromKnown: false };
  return times.map((ms) => ({ ...one, at: ago(ms), answeredAt: ago(ms), ...changes }));
}
const minutes = (...counts: number[]) => counts.map((n) => n * minute);
const silent = { answeredAt: null };
const hours = (count: number) => Array.from({ length: count }, (_, index) => (index + 1) * hour);

function outcomeOf(facts: Partial<IssueFacts>, ask = asked, limits = noLimits) {
  const decision = decideIssue({ ...nothing, ...facts }, ask, limits);
  return decision.kind === 'issued' ? 'issued' : [decision.kind, decision.nextAt - now];
}

describe('decideIssue by the codes of a contact', () => {
  test.each([
    ['none', {}, 'issued'],
    ['one 59 seconds ago', { ofContact: past([59_000]) }, ['tooSoon', 1000]],
    ['one a minute ago', { ofContact: past([minute]) }, 'issued'],
    ['five in an hour', { ofContact: past(minutes(10, 20, 30, 40, 50)) }, ['tooSoon', 10 * minute]],
    ['four in an hour', { ofContact: past(minutes(10, 20, 30, 40, 60)) }, 'issued'],
    ['one of a known network, from elsewhere', { ofContact: past([1000], { fromKnown: true }) }, 'issued'],
    ['one of the second step', { ofContact: past([1000], { isSecondStep: true }) }, 'issued'],
    ['six of strangers in a day', { ofContact: past(hours(6)) }, ['dayFull', 18 * hour]],
    ['six of strangers, from a known network', { ofContact: past(hours(6)), isKnownNetwork: true }, 'issued'],
    [
      'ten in a day of a known one',
      { ofContact: past(hours(10)), isKnownNetwork: true },
      ['dayFull', 14 * hour],
    ],
    ['three that nobody answered', { ofContact: past(minutes(2, 3, 4), silent) }, ['dayFull', 178 * minute]],
    [
      'three that nobody answered, three hours ago',
      { ofContact: past([3 * hour, 4 * hour, 5 * hour], silent) },
      'issued',
    ],
    [
      'two that nobody answered since a right one',
      { ofContact: [...past(minutes(2, 3), silent), ...past(minutes(4)), ...past(minutes(5), silent)] },
      'issued',
    ],
  ] as const)('%s', (_, facts, outcome) => {
    expect(outcomeOf(facts)).toEqual(outcome);
  });

  test('the second step has a budget of its own, and none of a day', () => {
    const ofSecondStep = { isSecondStep: true };
    const tooSoon = ['tooSoon', 59_000];
    expect(outcomeOf({ ofContact: past([1000]) }, secondStep)).toBe('issued');
    expect(outcomeOf({ ofContact: past([1000], ofSecondStep) }, secondStep)).toEqual(tooSoon);
    expect(outcomeOf({ ofContact: past(hours(20), { ...ofSecondStep, ...silent }) }, secondStep)).toBe(
      'issued',
    );
  });
});

describe('decideIssue by other limits', () => {
  const ofAddress = { limitingOfAddress: ago(50 * minute) };
  test.each([
    ['of the address', ofAddress, ['tooSoon', 10 * minute]],
    ['of the /48', { ...ofAddress, limitingOfWideNetwork: ago(20 * minute) }, ['tooSoon', 40 * minute]],
    ['of the whole deployment', { limitingOfAll: ago(50_000) }, ['tooSoon', 10_000]],
  ] as const)('the limit %s', (_, facts, outcome) => {
    expect(outcomeOf(facts)).toEqual(outcome);
  });

  test('the second step does not wait for the whole deployment', () => {
    expect(outcomeOf({ limitingOfAll: ago(50_000) }, secondStep)).toBe('issued');
  });

  test.each([
    [{ wrongCodes: 10 }, asked, ['off', 24 * hour]],
    [{ wrongCodes: 9 }, asked, 'issued'],
    [{ wrongCodes: 10 }, { ...asked, purpose: 'recover' }, 'issued'],
  ] as const)('ten wrong codes switch the sign-in by code off: %o', (facts, ask, outcome) => {
    expect(outcomeOf(facts, ask)).toEqual(outcome);
  });

  test.each([
    [{ countOfAddress: 2 }, asked, 'issued'],
    [{ countOfAddress: 3 }, asked, ['work', 0]],
    [{ countOfAddress: 3, hasWork: true }, asked, 'issued'],
    [{ countOfAddress: 3 }, { ...asked, canWork: false }, 'issued'],
  ] as const)('after three of the address each costs work: %o', (facts, ask, outcome) => {
    expect(outcomeOf(facts, ask, { ...noLimits, codesWithoutWork: 3 })).toEqual(outcome);
  });

  test.each([
    [{ countOfAll: 3, isKnownPhone: false }, false],
    [{ countOfAll: 4, isKnownPhone: false }, true],
    [{ countOfAll: 4, isKnownPhone: true }, false],
  ])('a fifth of the ceiling is kept for phones that somebody has: %o', (facts, isSilent) => {
    const decision = decideIssue({ ...nothing, ...facts }, asked, { ...noLimits, codesPerMinute: 5 });
    expect(decision).toMatchObject({ kind: 'issued', isSilent });
  });
});
