import type { BillingCondition } from '#billing/modules/accounts/public.ts';
import type { AccountTariffs } from '#billing/modules/tariffs/public.ts';
import type { ReadingReceiptData } from '#contract/values/reading.ts';
import type { MeterFacts, ReadingPlacement } from '#domain/readings/meter-facts.ts';
import type { Zone, ZoneScheme } from '#domain/tariffs/tariff.ts';
import type { Instant } from '#domain/time/instant.ts';
import type { LocalDate } from '#domain/time/local-date.ts';

/** End of the last charged period of a register: the next period opens here. */
export interface RegisterOpening {
  readonly value: number;
  readonly from: LocalDate;
  /** Whether the value was read, not estimated by average. */
  readonly isActual: boolean;
}

/** The current reading of a register for the period. */
export interface CurrentRegister {
  readonly readingId: string;
  readonly value: number;
  readonly status: 'accepted' | 'underReview';
  readonly source: 'customer' | 'operator' | 'remote' | 'import';
  readonly effectiveDate: LocalDate;
  readonly submittedAt: Instant;
  /** undefined: not submitted by a customer. */
  readonly receipt: ReadingReceiptData | undefined;
  /** Code of the answer to its submission. */
  readonly code: string | undefined;
}

export interface RegisterRecord {
  readonly zone: Zone;
  readonly opening: RegisterOpening;
  /** Readings of the period by effective date; the last one counts for it. */
  readonly readings: readonly CurrentRegister[];
}

/** An installed meter with the facts for assessing and pricing its readings. */
export interface MeterRecord {
  readonly meterId: string;
  readonly serialNumber: string;
  readonly meterType: string;
  readonly zoneScheme: ZoneScheme;
  readonly installedOn: LocalDate;
  readonly eicCode: string;
  readonly registers: readonly RegisterRecord[];
  /** The customer submitted a reading for an earlier period. */
  readonly hasEarlierSubmission: boolean;
  /** Facts for assessing a reading submitted now. */
  readonly facts: MeterFacts;
  /**
   * Facts for assessing a correction, which takes the effective date of the replaced reading; undefined: nothing to
   * correct.
   */
  readonly correctionFacts: MeterFacts | undefined;
}

/** An account with the meters of some points alone; undefined points: with all. */
export function limitToPoints(account: AccountFacts, points: readonly string[] | undefined): AccountFacts {
  if (points === undefined) return account;
  return { ...account, meters: account.meters.filter(({ eicCode }) => points.includes(eicCode)) };
}

export interface AccountFacts extends AccountTariffs {
  readonly accountNumber: string;
  /** The last day of a contract that has ended; null: it has not. */
  readonly contractEndedOn: LocalDate | null;
  readonly condition: BillingCondition;
  /** Charged by a contract of a legal entity, not by its tariff. */
  readonly hasEntityContract: boolean;
  readonly placement: ReadingPlacement;
  readonly meters: readonly MeterRecord[];
  /** Facts used when the requested meter is not found. */
  readonly withoutMeter: MeterFacts;
}
