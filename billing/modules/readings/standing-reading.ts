import type { ReadingReceiptData, StandingReadingData } from '#billing/api/readings.ts';
import { addEnergy, fromKwh, toKwh } from '#domain/energy.ts';
import { consumptionBetween } from '#domain/readings/consumption-between.ts';
import { physicalLimit } from '#domain/readings/physical-limit.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { daysBetween } from '#domain/time/local-date.ts';
import type { MeterRecord } from './account-facts.ts';
import { latestStanding } from './make-account-facts.ts';
import type { ZoneValues } from './submission.ts';

/** Values that stand for the period, by zone. */
export function standingValues(meter: MeterRecord): ZoneValues {
  const values: Partial<Record<Zone, number>> = {};
  for (const { zone, standing } of meter.registers) {
    if (standing !== undefined) values[zone] = standing.value;
  }
  return values;
}

/** kWh since the previous values of those registers that have a value; as assessing counts them. */
export function kwhOfValues(meter: MeterRecord, values: ZoneValues): number {
  const { digitCapacity, coefficient, contractedPowerWatts, registers, placement } = meter.facts;
  let energy = fromKwh(0);
  for (const { zone, previousValue, previousDate } of registers) {
    const value = values[zone];
    if (value === undefined) continue;
    const limit = physicalLimit(contractedPowerWatts, daysBetween(previousDate, placement.effectiveDate));
    const span = { previousValue, value, digitCapacity, coefficient, limit };
    energy = addEnergy(energy, consumptionBetween(span).energy);
  }
  return toKwh(energy);
}

/** The receipt of the reading that stands; one that the operator took has no number. */
export function standingReceipt(meter: MeterRecord): ReadingReceiptData | undefined {
  const latest = latestStanding(meter.registers);
  if (latest === undefined) return undefined;
  if (latest.receipt !== undefined) return latest.receipt;
  const values = standingValues(meter);
  const submittedAt = instantToIso(latest.submittedAt);
  return {
    number: '',
    submittedAt,
    takenAt: submittedAt,
    effectiveDate: latest.effectiveDate,
    period: meter.facts.placement.period,
    values,
    totalKwh: kwhOfValues(meter, values),
    sum: null,
  };
}

/** Whether the customer may replace what stands: only what customers gave themselves, and only until the period closes. */
export function isCorrectable(meter: MeterRecord): boolean {
  return meter.registers.every(({ standing }) => standing === undefined || standing.source === 'customer');
}

/** The reading that stands for the period as a screen shows it; null: there is none. */
export function standingReadingData(meter: MeterRecord): StandingReadingData | null {
  const receipt = standingReceipt(meter);
  if (receipt === undefined) return null;
  return {
    receiptNumber: receipt.number,
    submittedAt: receipt.submittedAt,
    effectiveDate: receipt.effectiveDate,
    state: meter.facts.existing?.kind ?? 'accepted',
    values: receipt.values,
    totalKwh: receipt.totalKwh,
    sum: receipt.sum,
    correctable: isCorrectable(meter),
  };
}
