import { describe, expect, test } from 'vitest';
import { instantFromIso } from '#domain/time/instant.ts';
import { type Due, entityStep, type Overview, sortDues } from './entity-now.ts';

const due = (dueOn: string | null, kind: Due['kind'] = 'energy'): Due => ({
  account: '1000000002',
  kind,
  dueOn,
  sum: '10.00',
  period: kind === 'act' ? null : '2026-10',
});
const account = (number: string, awaitsReading: boolean) => ({
  account: number,
  points: 1,
  debt: '0.00',
  awaitsReading,
});
const overview = (more: Partial<Overview> = {}): Overview => ({
  status: 'success',
  today: '2026-10-30',
  accounts: [account('1000000002', true), account('1000000003', false)],
  dues: [],
  window: { opensOn: '2026-10-29', closesAt: '2026-11-02T11:00:00.000Z' },
  ...more,
});
const now = instantFromIso('2026-10-30T10:00:00Z');

describe('entityStep', () => {
  test('asks for readings first while the window is open', () => {
    expect(entityStep(overview({ dues: [due('2026-10-20')] }), now)).toEqual({
      kind: 'reading',
      accounts: ['1000000002'],
      closesAt: '2026-11-02T11:00:00.000Z',
    });
  });

  test.each([
    ['2026-10-29', 'overdue'],
    ['2026-10-30', 'pay'],
    ['2026-11-05', 'pay'],
    [null, 'pay'],
  ])('money due on %s is %s', (dueOn, kind) => {
    const accounts = [account('1000000002', false)];
    expect(entityStep(overview({ accounts, dues: [due(dueOn)] }), now)).toMatchObject({ kind });
  });

  test('is done when all is read and paid', () => {
    expect(entityStep(overview({ accounts: [] }), now)).toEqual({ kind: 'done', opensOn: null });
  });

  test('names the day on which a closed window opens', () => {
    const window = { opensOn: '2026-11-29', closesAt: '2026-12-02T11:00:00.000Z' };
    expect(entityStep(overview({ window }), now)).toEqual({ kind: 'done', opensOn: '2026-11-29' });
  });

  test('is done without a window when no contract is in force', () => {
    expect(entityStep(overview({ accounts: [], window: null }), now)).toEqual({
      kind: 'done',
      opensOn: null,
    });
  });
});

test('sortDues puts what has no day last', () => {
  const sorted = sortDues([due(null, 'act'), due('2026-11-05', 'planned'), due('2026-10-20')]);
  expect(sorted.map(({ dueOn }) => dueOn)).toEqual(['2026-10-20', '2026-11-05', null]);
});
