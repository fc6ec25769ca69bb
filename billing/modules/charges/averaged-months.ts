import type { BillingPeriod } from '#domain/time/billing-period.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import type { ChargedMonth, ClosingRegister } from './closing-facts.ts';

/** A month of which a register's end, or all of it, was charged by average. */
export interface AveragedMonth {
  readonly period: BillingPeriod;
  /** The first day after it. */
  readonly to: LocalDate;
  /** Units of the register that the average made. */
  readonly units: number;
}

/** What was charged by average since a register was read last. */
export interface AveragedMonths {
  readonly lastActual: { readonly value: number; readonly on: LocalDate };
  /** Oldest first, at least one. */
  readonly months: readonly AveragedMonth[];
}

/**
 * The months that a register was charged for by average since its last actual value: whole months without a reading, and
 * before them the end of one whose reading was brought to the 1st. `months` are the account's, the latest first. Undefined:
 * none of them was.
 */
export function averagedMonths(
  register: ClosingRegister,
  months: readonly ChargedMonth[],
): AveragedMonths | undefined {
  const found: AveragedMonth[] = [];
  let lastActual: AveragedMonths['lastActual'] | undefined;
  for (const { period, consumptions } of months) {
    const own = consumptions.find(
      ({ meterId, zone }) => meterId === register.meterId && zone === register.zone,
    );
    if (own === undefined || own.basis === 'actual') break;
    if (own.basis === 'brought') {
      if (own.reading === null) break;
      const { value, effectiveDate } = own.reading;
      lastActual = { value, on: effectiveDate };
      const capacity = 10 ** register.digitCapacity;
      found.unshift({ period, to: own.to, units: (own.closingValue - value + capacity) % capacity });
      break;
    }
    lastActual = { value: own.openingValue, on: own.from };
    found.unshift({ period, to: own.to, units: own.energyWh / 1000 / register.coefficient });
  }
  return lastActual && { lastActual, months: found };
}
