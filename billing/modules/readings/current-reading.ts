import type { CurrentReadingData, ReadingReceiptData } from '#contract/values/reading.ts';
import { addEnergy, fromKwh, toKwh } from '#domain/energy.ts';
import { consumptionThrough } from '#domain/readings/consumption-between.ts';
import type { MeterFacts } from '#domain/readings/meter-facts.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { instantToIso } from '#domain/time/instant.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import type { CurrentRegister, MeterRecord, RegisterRecord } from './facts/account-facts.ts';
import { latestSubmitted } from './facts/make-account-facts.ts';
import type { ZoneValues } from './submission.ts';

/** The reading of a register as of a day. */
function readingOf({ readings }: RegisterRecord, day: LocalDate): CurrentRegister | undefined {
  return readings.find(({ effectiveDate }) => effectiveDate === day);
}

/** Values as of a day, by zone; a register that was read as of another day has none. */
export function valuesOfDay(meter: MeterRecord, day: LocalDate): ZoneValues {
  const values: Partial<Record<Zone, number>> = {};
  for (const register of meter.registers) {
    const found = readingOf(register, day);
    if (found !== undefined) values[register.zone] = found.value;
  }
  return values;
}

/** kWh of the period up to those values, through the readings before them; as assessing counts them. */
export function kwhOfValues(facts: MeterFacts, values: ZoneValues): number {
  const { effectiveDate } = facts.placement;
  let energy = fromKwh(0);
  for (const { zone, previousValue, known = [] } of facts.registers) {
    const value = values[zone];
    if (value === undefined) continue;
    const earlier = known.flatMap((one) => (one.date < effectiveDate ? [one.value] : []));
    energy = addEnergy(energy, consumptionThrough([previousValue, ...earlier, value], facts));
  }
  return toKwh(energy);
}

/** The receipt of the reading as of a day; one that the operator took has no number. */
export function currentReceipt(meter: MeterRecord, day: LocalDate): ReadingReceiptData | undefined {
  const latest = latestSubmitted(meter.registers.flatMap((register) => readingOf(register, day) ?? []));
  if (latest === undefined) return undefined;
  if (latest.receipt !== undefined) return latest.receipt;
  const values = valuesOfDay(meter, day);
  const submittedAt = instantToIso(latest.submittedAt);
  return {
    number: '',
    submittedAt,
    takenAt: submittedAt,
    effectiveDate: latest.effectiveDate,
    period: meter.facts.placement.period,
    values,
    totalKwh: kwhOfValues(meter.correctionFacts ?? meter.facts, values),
    sum: null,
  };
}

/** Whether the customer may replace the current reading: only customer readings, only until the period closes. */
export function isCorrectable(meter: MeterRecord): boolean {
  return meter.registers.every(({ readings }) => (readings.at(-1)?.source ?? 'customer') === 'customer');
}

/** The reading that counts for the period as a screen shows it; null: there is none. */
export function currentReadingData({ correctionFacts, ...meter }: MeterRecord): CurrentReadingData | null {
  if (correctionFacts === undefined) return null;
  const receipt = currentReceipt({ correctionFacts, ...meter }, correctionFacts.placement.effectiveDate);
  if (receipt === undefined) return null;
  return {
    receiptNumber: receipt.number,
    submittedAt: receipt.submittedAt,
    effectiveDate: receipt.effectiveDate,
    state: correctionFacts.existing?.kind ?? 'accepted',
    values: receipt.values,
    totalKwh: receipt.totalKwh,
    sum: receipt.sum,
    correctable: isCorrectable({ correctionFacts, ...meter }),
  };
}
