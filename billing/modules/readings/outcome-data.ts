import type { ReadingOutcomeData } from '#billing/api/readings.ts';
import { toKwh } from '#domain/energy.ts';
import type { ReadingOutcome, RegisterOutcome } from '#domain/readings/reading-outcome.ts';

const nothing = {};

/** An outcome as function modules carry it. kWh of a register whose value can't be counted are null, and so is their sum. */
export function outcomeData(outcome: ReadingOutcome): ReadingOutcomeData {
  let isCounted = outcome.registers.length > 0;
  const registers = outcome.registers.map((register) => {
    const kwh = countedKwh(register);
    isCounted &&= kwh !== null;
    return {
      zone: register.zone,
      previousValue: register.previousValue,
      value: register.value ?? null,
      kwh,
      code: register.code ?? null,
      params: register.params ?? nothing,
    };
  });
  return {
    kind: outcome.kind,
    code: outcome.code,
    params: outcome.params,
    advice: outcome.advice ?? null,
    registers,
    missingZones: [...outcome.missingZones],
    totalKwh: isCounted ? toKwh(outcome.totalEnergy) : null,
    period: outcome.period,
    effectiveDate: outcome.effectiveDate,
    confirmations: [...outcome.confirmations],
  };
}

/** null: the text is no value, or the value went back and not through zero. */
function countedKwh(register: RegisterOutcome): number | null {
  if (register.value === undefined || register.code === 'readings.lowerThanPrevious') return null;
  return toKwh(register.energy);
}
