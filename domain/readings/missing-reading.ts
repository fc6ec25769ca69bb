import { addEnergy, fromKwh, type WattHours } from '#domain/energy.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import {
  type AverageBasis,
  type AverageFacts,
  averageDailyConsumption,
} from './average-daily-consumption.ts';
import { estimateUnits } from './estimate.ts';
import { defaultReadingRules, type ReadingRules } from './reading-rules.ts';

export type MissingReadingFacts = AverageFacts & {
  digitCapacity: number;
  coefficient: number;
  /** Value at the beginning of the days to be estimated. */
  registers: readonly { zone: Zone; openingValue: number }[];
};

export type EstimatedRegister = {
  zone: Zone;
  openingValue: number;
  closingValue: number;
  energy: WattHours;
  basis: AverageBasis;
};

export type EstimatedConsumption = { registers: readonly EstimatedRegister[]; totalEnergy: WattHours };

/**
 * What is charged when nobody gives a reading: average daily consumption × days, in whole units of each register
 * (product.md §7, billing.missingActualReadings). The screen says it before, billing does it at closing.
 */
export function estimateMissingReading(
  facts: MissingReadingFacts,
  days: number,
  rules: Pick<ReadingRules, 'normDailyWattHoursPerKilowatt'> = defaultReadingRules,
): EstimatedConsumption {
  const registers = facts.registers.map(({ zone, openingValue }) => {
    const average = averageDailyConsumption(facts, zone, rules.normDailyWattHoursPerKilowatt);
    const units = estimateUnits(average, days, facts.coefficient);
    return {
      zone,
      openingValue,
      closingValue: (openingValue + units) % 10 ** facts.digitCapacity,
      energy: fromKwh(units * facts.coefficient),
      basis: average.basis,
    };
  });
  return { registers, totalEnergy: registers.map((one) => one.energy).reduce(addEnergy, fromKwh(0)) };
}
