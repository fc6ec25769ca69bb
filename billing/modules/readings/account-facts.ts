import type { ReadingReceiptData } from '#billing/api/readings.ts';
import type { BillingCondition } from '#billing/modules/accounts/public.ts';
import type { AccountTariffs } from '#billing/modules/tariffs/public.ts';
import type { MeterFacts, ReadingPlacement } from '#domain/readings/meter-facts.ts';
import type { Zone, ZoneScheme } from '#domain/tariffs/tariff.ts';
import type { Instant } from '#domain/time/instant.ts';
import type { LocalDate } from '#domain/time/local-date.ts';

/** Where the charged days of a register ended: the next period opens there. */
export interface RegisterOpening {
  readonly value: number;
  readonly from: LocalDate;
  /** Whether the value was read and not made by an average. */
  readonly isActual: boolean;
}

/** A reading of one register that stands for the period. */
export interface StandingRegister {
  readonly readingId: string;
  readonly value: number;
  readonly status: 'accepted' | 'underReview';
  readonly source: 'customer' | 'operator' | 'remote' | 'import';
  readonly effectiveDate: LocalDate;
  readonly submittedAt: Instant;
  /** undefined: not given by a customer. */
  readonly receipt: ReadingReceiptData | undefined;
  /** The code that its submission was answered with. */
  readonly code: string | undefined;
}

export interface RegisterRecord {
  readonly zone: Zone;
  readonly opening: RegisterOpening;
  /** Those of the period, by the days as of which they count: the last one counts for it. */
  readonly readings: readonly StandingRegister[];
}

/** A meter that stands now with all that a reading of it is judged and priced by. */
export interface MeterRecord {
  readonly meterId: string;
  readonly serialNumber: string;
  readonly meterType: string;
  readonly zoneScheme: ZoneScheme;
  readonly installedOn: LocalDate;
  readonly eicCode: string;
  readonly registers: readonly RegisterRecord[];
  /** An earlier period of it was given by the customer. */
  readonly hasEarlierSubmission: boolean;
  /** What a reading given now is judged by. */
  readonly facts: MeterFacts;
  /** What a correction is judged by: it takes the day of what it replaces; undefined: there is nothing to correct. */
  readonly correctionFacts: MeterFacts | undefined;
}

export interface AccountFacts extends AccountTariffs {
  readonly accountNumber: string;
  readonly condition: BillingCondition;
  readonly placement: ReadingPlacement;
  readonly meters: readonly MeterRecord[];
  /** Facts of an account without the meter that was asked for: judged as such. */
  readonly withoutMeter: MeterFacts;
}
