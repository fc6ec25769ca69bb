import { fromKwh } from '#domain/energy.ts';
import { standardRules } from '#domain/rules/testing/standard-rules.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { localDate } from '#domain/time/local-date.ts';
import { assessReadings } from '../assess-reading.ts';
import type { ExistingReading, MeterFacts, RegisterFacts } from '../meter-facts.ts';
import type { ReadingSubmission } from '../reading-outcome.ts';

/** Given on Friday, 30 October 2026: the next working day is Monday, 2 November. */
export const placement = {
  submittedOn: localDate('2026-10-30'),
  period: billingPeriod('2026-10'),
  effectiveDate: localDate('2026-11-01'),
  inWindow: true,
  taken: true,
  notInCalculation: false,
};

export const previousDate = localDate('2026-10-01');

/** A flat of 5 kW, two zones, 120 kWh last October: 31 days may take 3720 kWh. */
export const flat: MeterFacts = {
  customerType: 'person',
  hasContract: true,
  inputBlocked: false,
  pointState: 'ordinary',
  meterState: 'active',
  metersOnAccount: 1,
  contractedPowerWatts: 5000,
  digitCapacity: 6,
  coefficient: 1,
  registers: [
    { zone: 'day', previousValue: 12_345, previousDate },
    { zone: 'night', previousValue: 4100, previousDate },
  ],
  lastYear: { days: 31, total: fromKwh(120), byZone: { day: fromKwh(80), night: fromKwh(40) } },
  largeDeviationsInARow: 0,
  verificationRequested: false,
  placement,
};

export function single(previousValue: number): { registers: readonly RegisterFacts[] } {
  return { registers: [{ zone: 'single', previousValue, previousDate }] };
}

export const existing: ExistingReading = {
  values: { day: 12_425, night: 4140 },
  receipt: 'R-1',
  acceptedOn: localDate('2026-10-30'),
  kind: 'accepted',
  code: 'readings.accepted',
};

export const emptySubmission: ReadingSubmission = { values: {}, confirmed: [], hasPhoto: false };
export const usual = { day: '012425', night: '004140' };

export function assess(
  facts: Partial<MeterFacts>,
  values: ReadingSubmission['values'],
  more: Partial<ReadingSubmission> = {},
) {
  return assessReadings(
    { ...flat, ...facts },
    { ...emptySubmission, values, ...more },
    standardRules.readings,
  );
}
