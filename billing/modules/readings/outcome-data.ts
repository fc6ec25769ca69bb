import type { ReadingOutcomeData } from '#contract/values/outcome.ts';
import { toKwh } from '#domain/energy.ts';
import type { ReadingOutcome, RegisterOutcome } from '#domain/readings/reading-outcome.ts';

const nothing = {};

/**
 * An outcome in the form of function modules. kWh of a register whose value can't be counted are null, and so is the
 * sum.
 */
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
    adviceParams: outcome.adviceParams ?? nothing,
    registers,
    missingZones: [...outcome.missingZones],
    totalKwh: isCounted ? toKwh(outcome.totalEnergy) : null,
    period: outcome.period,
    effectiveDate: outcome.effectiveDate,
    confirmations: [...outcome.confirmations],
  };
}

/** null: the text is not a value, or the value is lower without a rollover. */
function countedKwh(register: RegisterOutcome): number | null {
  if (register.value === undefined || register.wentBack) return null;
  return toKwh(register.energy);
}
