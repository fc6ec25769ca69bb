import { describe, expect, test } from 'vitest';
import { localDate } from '../time/local-date.ts';
import { daysOverlap, maySign, powerState } from './signer-powers.ts';

const days = (validFrom: string, validTo: string | null) => ({
  validFrom: localDate(validFrom),
  validTo: validTo === null ? null : localDate(validTo),
});
const today = localDate('2026-06-20');

test.each([
  ['2026-06-20', null, 'active'],
  ['2026-06-20', '2026-06-20', 'active'],
  ['2026-06-21', null, 'future'],
  ['2026-01-01', '2026-06-19', 'ended'],
] as const)('powers from %s to %s are %s', (from, to, state) => {
  expect(powerState(days(from, to), today)).toBe(state);
});

describe('maySign', () => {
  const power = { drfo: 'аа123456', kinds: null, ...days('2026-01-01', null) };
  const acts = { ...power, kinds: ['acceptanceAct'] };
  const ended = { ...power, ...days('2026-01-01', '2026-06-19') };
  const coming = { ...power, ...days('2026-07-01', null) };

  test.each([
    ['every employee without a list', [], '3', 'readingReport', true],
    ['a person on the list, in any case of letters', [power], 'АА123456', 'readingReport', true],
    ['another person', [power], '3', 'readingReport', false],
    ['a kind that the powers cover', [acts], 'АА123456', 'acceptanceAct', true],
    ['a kind that they do not cover', [acts], 'АА123456', 'readingReport', false],
    ['powers that ended', [ended], 'АА123456', 'acceptanceAct', false],
    ['powers that have not begun', [coming], 'АА123456', 'acceptanceAct', false],
    ['one of several entries', [ended, acts, coming], 'АА123456', 'acceptanceAct', true],
  ] as const)('%s', (_, powers, drfo, kind, may) => {
    expect(maySign<string>(powers, { drfo, kind }, today)).toBe(may);
  });
});

test.each([
  ['2026-01-01', '2026-01-31', '2026-02-01', null, false],
  ['2026-01-01', '2026-01-31', '2026-01-31', null, true],
  ['2026-01-01', null, '2026-12-01', '2026-12-31', true],
  ['2026-01-01', null, '2025-01-01', '2025-12-31', false],
] as const)('days %s – %s and %s – %s', (from, to, otherFrom, otherTo, overlap) => {
  const one = days(from, to);
  const other = days(otherFrom, otherTo);
  expect([daysOverlap(one, other), daysOverlap(other, one)]).toEqual([overlap, overlap]);
});
