import { firstDayAfter } from '#domain/time/billing-period.ts';
import { addDays, formatDate } from '#domain/time/local-date.ts';
import { addWorkingDays } from '#domain/time/working-days.ts';
import type { MeterFacts, ReadingPlacement } from './meter-facts.ts';
import type { ReadingCode, ReadingParams } from './reading-code.ts';
import type { ReadingRules } from './reading-rules.ts';

/**
 * Why no reading can be given for this meter, whatever its value; undefined when it can. The screen checks it before
 * input. `meterNamed` is false when the customer named only the account.
 */
export function blockingState(
  facts: Omit<MeterFacts, 'existing' | 'registers'> & { registers: readonly unknown[] },
  meterNamed = true,
): ReadingCode | undefined {
  if (!facts.hasContract) return 'accounts.noContract';
  if (facts.metersOnAccount === 0 || facts.registers.length === 0) return 'readings.meterNotFound';
  if (facts.metersOnAccount > 1 && !meterNamed) return 'readings.severalMeters';
  if (facts.pointState === 'commercial' && facts.customerType === 'entity')
    return 'billing.commercialMetering';
  // Commercial metering of a person is read by the operator too; its own text is for entities only.
  if (facts.pointState === 'takenByOperator' || facts.pointState === 'commercial') {
    return 'readings.takenByOperator';
  }
  if (facts.pointState === 'substation') return 'readings.substation';
  if (facts.meterState === 'disabled') return 'readings.meterDisabled';
  if (facts.inputBlocked) {
    return facts.customerType === 'person' ? 'readings.personInputBlocked' : 'readings.entityInputBlocked';
  }
  if (!facts.placement.taken) {
    return facts.customerType === 'person' ? 'readings.personInputBlocked' : 'readings.entityPeriodClosed';
  }
  return undefined;
}

/** Message values for a blocked meter: within how many working days a month of commercial metering is charged, and by when. */
export function blockingParams(
  code: ReadingCode,
  { period }: Pick<ReadingPlacement, 'period'>,
  rules: Pick<ReadingRules, 'commercialWorkingDays' | 'holidays'>,
): ReadingParams {
  if (code !== 'billing.commercialMetering') return {};
  const lastDay = addDays(firstDayAfter(period), -1);
  const n = rules.commercialWorkingDays;
  return { n, date: formatDate(addWorkingDays(lastDay, n, new Set(rules.holidays))) };
}
