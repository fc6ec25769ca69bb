import { expect, test } from 'vitest';
import { formatMessage } from '#contract/messages/format-message.ts';
import { standardRules } from '#domain/rules/testing/standard-rules.ts';
import { pointFixture, pointRowFixture } from '#web/testing/fixtures/point-fixture.ts';
import { windowFixture } from '#web/testing/fixtures/reading-fixture.ts';
import { type AssessmentContext, assessMeter, emptyEntry } from './assess-meter.ts';
import type { PointMeter } from './points-data.ts';

const context: AssessmentContext = {
  customerType: 'entity',
  email: undefined,
  rules: { ...standardRules.readings, holidays: [] },
  window: windowFixture,
};

const common = { ...pointRowFixture, coefficient: 20, contractedPowerKw: 100 };
/** Read as of the 1st and of the 20th of November. */
const meter: PointMeter = {
  meterId: common.meterId,
  point: pointFixture,
  rows: [
    {
      ...common,
      kind: 'single',
      previousValue: 12_010,
      previousDate: '2026-11-20',
      known: [
        { value: 12_000, date: '2026-11-01' },
        { value: 12_010, date: '2026-11-20' },
      ],
    },
    { ...common, kind: 'reactiveImport', previousValue: 500, previousDate: '2026-11-01', known: [] },
  ],
};

test.each([
  ['single', '12005', { value: '12010', date: '20.11.2026' }],
  ['reactiveImport', '490', { value: '00500', date: '01.11.2026' }],
] as const)(
  'assessMeter: the refusal of a lower value of %s names what it is compared with',
  (kind, typed, named) => {
    const { state, problems } = assessMeter(meter, { ...emptyEntry, values: { [kind]: typed } }, context);
    expect(state).toBe('error');
    expect(problems[0]?.message).toContain(formatMessage('readings.comparedWith', named));
  },
);

test('assessMeter counts the energy of the month, from the reading of the month before', () => {
  const { energy } = assessMeter(meter, { ...emptyEntry, values: { single: '12020' } }, context);
  expect(energy).toEqual({ single: 400 });
});
