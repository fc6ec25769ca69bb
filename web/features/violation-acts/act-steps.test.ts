import { expect, test } from 'vitest';
import { actFixture } from '#web/testing/fixtures/act-fixture.ts';
import { stepsOf } from './act-card.tsx';
import type { Act } from './act-types.ts';

const act: Act = {
  ...actFixture,
  state: 'billed',
  dueOn: '2026-12-06',
  hearingOn: '2026-09-28',
  qr: null,
  paymentPurpose: '',
};

/** "done done now ahead …" with the names of the steps that are not ahead. */
const shown = (more: Partial<Act>) =>
  stepsOf({ ...act, ...more }).map(({ name, place }) => (place === 'ahead' ? '…' : `${name} ${place}`));

test.each([
  ['drawn', ['drawn now', '…', '…', '…', '…', '…']],
  ['served', ['drawn done', 'served now', '…', '…', '…', '…']],
  ['hearingSet', ['drawn done', 'served done', 'hearing now', '…', '…', '…']],
  ['decided', ['drawn done', 'served done', 'hearing done', 'decision now', '…', '…']],
] as const)('stepsOf an act that is %s marks the current step and the steps ahead', (state, steps) =>
  expect(shown({ state })).toEqual(steps),
);

test.each(['billed', 'partPaid', 'instalments', 'overdue'] as const)(
  'stepsOf an act that is %s is at its bill with the due date',
  (state) => {
    const steps = stepsOf({ ...act, state, owed: '10.00' });
    expect(steps.map(({ place }) => place)).toEqual(['done', 'done', 'done', 'done', 'now', 'ahead']);
    expect(steps[4]).toMatchObject({ name: 'bill', date: '2026-12-06', isUntil: true });
  },
);

test('stepsOf a paid act is at the last step, without a due date of its bill', () => {
  const steps = stepsOf({ ...act, state: 'paid', paidOn: '2026-10-30' });
  expect(new Set(steps.map(({ place }) => place))).toEqual(new Set(['done']));
  const dates = steps.map(({ date }) => date);
  expect(dates).toEqual(['2026-09-07', '2026-09-09', '2026-09-28', null, null, '2026-10-30']);
});

test.each([
  [{ protocolNumber: '1/P' }, ['drawn done', 'served done', 'hearing done', 'decision done', 'disputed now']],
  [{}, ['drawn done', 'served done', 'hearing done', 'disputed now']],
  [{ hearingOn: null }, ['drawn done', 'served done', 'disputed now']],
  [{ hearingOn: null, servedOn: null }, ['drawn done', 'disputed now']],
])('stepsOf a disputed act ends at the step it had reached: %j', (more, steps) =>
  expect(shown({ state: 'disputed', ...more })).toEqual(steps),
);

test('stepsOf a cancelled act has nothing ahead', () =>
  expect(shown({ state: 'cancelled' })).toEqual([
    'drawn done',
    'served done',
    'hearing done',
    'cancelled now',
  ]));
