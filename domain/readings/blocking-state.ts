import type { MeterFacts } from './meter-facts.ts';
import type { ReadingCode } from './reading-code.ts';

/**
 * Why no reading can be given for this meter at all, whatever its value; undefined when it can. The screen asks it before
 * anything is typed. `meterNamed` is false when the customer named the account alone.
 */
export function blockingState(
  facts: Omit<MeterFacts, 'existing' | 'registers'> & { registers: readonly unknown[] },
  meterNamed = true,
): ReadingCode | undefined {
  if (!facts.hasContract) return 'accounts.noContract';
  if (facts.metersOnAccount === 0 || facts.registers.length === 0) return 'readings.meterNotFound';
  if (facts.metersOnAccount > 1 && !meterNamed) return 'readings.severalMeters';
  if (facts.pointState === 'takenByOperator') return 'readings.takenByOperator';
  if (facts.pointState === 'substation') return 'readings.substation';
  if (facts.meterState === 'disabled') return 'readings.meterDisabled';
  if (facts.inputBlocked || !facts.placement.taken) {
    return facts.customerType === 'person' ? 'readings.personInputBlocked' : 'readings.entityPeriodClosed';
  }
  return undefined;
}
