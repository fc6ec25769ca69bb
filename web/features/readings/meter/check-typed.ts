import { fromKwh, toKwh } from '#domain/energy.ts';
import { assessReadings } from '#domain/readings/assess-reading.ts';
import { previousOf } from '#domain/readings/assess-register.ts';
import { acceptedConsumption } from '#domain/readings/consumption-between.ts';
import type { KnownValue, MeterFacts, RegisterFacts } from '#domain/readings/meter-facts.ts';
import type { ReadingOutcome, ReadingSubmission } from '#domain/readings/reading-outcome.ts';
import type { AssessmentRules } from '#domain/readings/reading-rules.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import type { MeterData, RegisterData, WindowData } from '../api.ts';

const WATTS_IN_KILOWATT = 1000;

/** What the rules ask of a meter; from the meters of an account or from its metering points. */
export type CheckedMeter = Pick<
  MeterData,
  'customerType' | 'contractedPowerKw' | 'digitCapacity' | 'coefficient' | 'rules'
> & { registers: readonly Pick<RegisterData, 'zone' | 'previousValue' | 'previousDate' | 'known'>[] };

/**
 * Checks typed values before they are sent, by the rules that the server uses, with the facts known in the browser.
 * Last year's consumption is not among them, so a deviation is found by the preview or the server.
 */
export function checkTyped(
  meter: CheckedMeter,
  window: WindowData,
  submission: ReadingSubmission,
  now: Instant,
): ReadingOutcome {
  return assessReadings(factsOf(meter, window, now), submission, rulesOf(meter));
}

type KnownRegister = CheckedMeter['registers'][number];

/** The value that a reading of a register as of a day is compared with. */
export function previousOn(register: KnownRegister, effectiveDate: string): KnownValue {
  return previousOf(registerFacts(register), effectiveDate as LocalDate);
}

/** kWh of a register since the value before, including a roll-over; of an accepted value, or of one that is being typed. */
export function kwhSince(
  { digitCapacity, coefficient }: Pick<MeterData, 'digitCapacity' | 'coefficient'>,
  previousValue: number,
  value: number,
): number {
  return toKwh(acceptedConsumption({ previousValue, value, digitCapacity, coefficient }).energy);
}

function factsOf(meter: CheckedMeter, window: WindowData, now: Instant): MeterFacts {
  return {
    customerType: meter.customerType,
    hasContract: true,
    inputBlocked: false,
    pointState: 'ordinary',
    meterState: 'active',
    metersOnAccount: 1,
    contractedPowerWatts: wattsOf(meter),
    digitCapacity: meter.digitCapacity,
    coefficient: meter.coefficient,
    registers: meter.registers.map(registerFacts),
    largeDeviationsInARow: 0,
    verificationRequested: false,
    placement: {
      submittedOn: kyivDateOf(now),
      period: window.period as BillingPeriod,
      effectiveDate: window.effectiveDate as LocalDate,
      inWindow: window.isOpen,
      taken: true,
      notInCalculation: false,
    },
  };
}

function registerFacts({ zone, previousValue, previousDate, known }: KnownRegister): RegisterFacts {
  const [start = { value: previousValue, date: previousDate }, ...others] = known;
  return {
    zone,
    previousValue: start.value,
    previousDate: start.date as LocalDate,
    known: others as KnownValue[],
    billedByAverage: fromKwh(0),
  };
}

function rulesOf({ rules }: CheckedMeter): AssessmentRules {
  return { ...rules, holidays: rules.holidays as LocalDate[] };
}

function wattsOf(meter: Pick<CheckedMeter, 'contractedPowerKw'>): number {
  return Math.round(meter.contractedPowerKw * WATTS_IN_KILOWATT);
}
