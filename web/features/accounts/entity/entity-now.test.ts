import { describe, expect, test } from 'vitest';
import { instantFromIso } from '#domain/time/instant.ts';
import { success } from '#web/testing/fake-api.ts';
import { type Due, entitySteps, nextOpening, type Overview, sortDues } from './entity-now.ts';

const due = (dueOn: string | null, kind: Due['kind'] = 'energy'): Due => ({
  account: '1000000002',
  kind,
  dueOn,
  sum: '10.00',
  period: kind === 'act' ? null : '2026-10',
});
const points = { points: 1, debt: '0.00' };
const account = (number: string, awaitsReading: boolean) => ({ ...points, account: number, awaitsReading });
const overview = (more: Partial<Overview> = {}): Overview => ({
  ...success,
  today: '2026-10-30',
  accounts: [account('1000000002', true), account('1000000003', false)],
  dues: [],
  window: { opensOn: '2026-10-29', closesAt: '2026-11-02T11:00:00.000Z' },
  actsToSign: [],
  limitsNear: [],
  limitsDeclined: [],
  ...more,
});
const act = { account: '1000000002', period: '2026-09', count: 2 };
const declined = { account: '1000000003', period: '2026-12', reason: 'No capacity', deadline: '2026-11-20' };
const near = { account: '1000000002', period: '2026-10', percent: 93, points: 4 };
const now = instantFromIso('2026-10-30T10:00:00Z');
const all = { givesReadings: true, pays: true };
const kinds = (one: Overview, duties = all) => entitySteps(one, now, duties).map(({ kind }) => kind);

describe('entitySteps', () => {
  const limits = { limitsNear: [near], limitsDeclined: [declined] };
  const everything = overview({ dues: [due('2026-11-05')], actsToSign: [act], ...limits });

  test('readings come first, then acts, declined corrections, what is due, and limits', () => {
    expect(kinds(everything)).toEqual(['reading', 'act', 'declined', 'pay', 'near']);
    const late = { ...everything, dues: [due('2026-10-20')] };
    expect(kinds(late)).toEqual(['reading', 'overdue', 'act', 'declined', 'near']);
    const reading = { accounts: ['1000000002'], closesAt: '2026-11-02T11:00:00.000Z' };
    expect(entitySteps(everything, now, all)[0]).toEqual({ kind: 'reading', ...reading });
  });

  test('has neither readings nor payments for who may not give or make them', () =>
    expect(kinds(everything, { givesReadings: false, pays: false })).toEqual(['act', 'declined', 'near']));

  test.each([
    ['2026-10-29', 'overdue'],
    ['2026-10-30', 'pay'],
    ['2026-11-05', 'pay'],
    [null, 'pay'],
  ])('money due on %s is %s', (dueOn, kind) => {
    const accounts = [account('1000000002', false)];
    expect(kinds(overview({ accounts, dues: [due(dueOn)] }))).toEqual([kind]);
  });

  test('is empty when all is done, and names the day on which a closed window opens', () => {
    expect(kinds(overview({ accounts: [] }))).toEqual([]);
    expect(nextOpening(overview(), now)).toBeNull();
    const window = { opensOn: '2026-11-29', closesAt: '2026-12-02T11:00:00.000Z' };
    expect(kinds(overview({ window }))).toEqual([]);
    expect(nextOpening(overview({ window }), now)).toBe('2026-11-29');
    expect(nextOpening(overview({ window: null }), now)).toBeNull();
  });
});

test('sortDues puts what has no day last', () => {
  const sorted = sortDues([due(null, 'act'), due('2026-11-05', 'planned'), due('2026-10-20')]);
  expect(sorted.map(({ dueOn }) => dueOn)).toEqual(['2026-10-20', '2026-11-05', null]);
});
