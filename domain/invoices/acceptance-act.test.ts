import { describe, expect, test } from 'vitest';
import { localDate } from '../time/local-date.ts';
import { type ActFacts, actState, canObject, waitsForSignature } from './acceptance-act.ts';

const facts: ActFacts = {
  issuedOn: localDate('2026-11-03'),
  exchange: 'signature',
  silentAcceptanceDays: null,
  signedBy: { customer: false, supplier: false },
  objection: undefined,
};
const both = { customer: true, supplier: true };

describe('actState', () => {
  test.each<[string, Partial<ActFacts>, string, string]>([
    ['on paper', { exchange: 'paper' }, '2026-11-10', 'made'],
    ['in the cabinet', { exchange: 'cabinet' }, '2026-11-10', 'sent'],
    [
      'signed by the supplier',
      { signedBy: { customer: false, supplier: true } },
      '2026-11-10',
      'signedBySupplier',
    ],
    [
      'signed by the company',
      { signedBy: { customer: true, supplier: false } },
      '2026-11-10',
      'signedByCustomer',
    ],
    ['signed by both', { signedBy: both }, '2026-11-10', 'signedByBoth'],
    ['objected to', { objection: 'waiting' }, '2026-11-10', 'objected'],
    ['answered', { objection: 'answered' }, '2026-11-10', 'answered'],
    ['signed after an objection', { objection: 'waiting', signedBy: both }, '2026-11-10', 'signedByBoth'],
    ['last day of silence', { silentAcceptanceDays: 5 }, '2026-11-08', 'sent'],
    ['the day after it', { silentAcceptanceDays: 5 }, '2026-11-09', 'accepted'],
    [
      'objected to in these days',
      { silentAcceptanceDays: 5, objection: 'waiting' },
      '2026-12-01',
      'objected',
    ],
    [
      'silence, signed by the supplier alone',
      { silentAcceptanceDays: 5, signedBy: { customer: false, supplier: true } },
      '2026-11-09',
      'accepted',
    ],
  ])('%s', (_, more, today, state) => {
    expect(actState({ ...facts, ...more }, localDate(today))).toBe(state);
  });
});

test('only an act that nobody accepted may be objected to, and once', () => {
  const states = [
    'made',
    'sent',
    'signedBySupplier',
    'signedByCustomer',
    'accepted',
    'objected',
    'answered',
  ] as const;
  expect(states.filter(canObject)).toEqual(['made', 'sent', 'signedBySupplier']);
});

test('an act waits for a signature where signatures are exchanged, also after an answer', () => {
  expect(waitsForSignature('sent', 'signature')).toBe(true);
  expect(waitsForSignature('answered', 'signature')).toBe(true);
  expect(waitsForSignature('sent', 'cabinet')).toBe(false);
  expect(waitsForSignature('objected', 'signature')).toBe(false);
});
