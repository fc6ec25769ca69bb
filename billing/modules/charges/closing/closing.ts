import type pg from 'pg';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import type { Clock } from '#platform/clock.ts';
import { poolOf } from '#platform/database/node-connections.ts';
import { withAdvisoryLock } from '#platform/database/with-advisory-lock.ts';
import type { ChargedAccount } from '../charge-account.ts';
import type { ChargePrices } from '../charge-prices.ts';
import type { ClosingAccount } from './closing-facts.ts';
import type { UndecidedValue } from './undecided-readings.ts';

/** Any number that nothing else in the database locks. */
export const CLOSING_LOCK = 7_305_201;

/** Runs the work while no other process closes a period; undefined: another one does. */
export function withClosingLock<Result>(
  pool: pg.Pool,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  return withAdvisoryLock(pool, CLOSING_LOCK, work);
}

/** Connections of a command that closes: those of the process of runs without its lock. */
export const closingConnections = poolOf('svitlo-close-period').poolSize - 1;
/** Of its process, as `nice` counts: who gives a reading meanwhile comes first. */
export const closingPriority = 10;

/** How far a closing has come. */
interface ClosingProgress {
  readonly period: BillingPeriod;
  /** Accounts done, those of a run that was cut off included. */
  readonly done: number;
  readonly total: number;
}

/** How far a chunk brings a closing. */
export interface NotedChunk {
  /** The last account of it. */
  readonly through: string;
  readonly accountCount: number;
}

/** An account that was charged, with what that stands on. */
export interface ReviewedAccount {
  readonly account: ClosingAccount;
  readonly charged: ChargedAccount;
  readonly undecided: readonly UndecidedValue[];
}

/** Looks at the accounts of one chunk while they are charged. */
export interface ChunkReview {
  /** Whether an account of a dry run lacks what a closing asks for at its start: it is not charged. */
  isRefused(account: ClosingAccount, prices: ChargePrices): boolean;
  add(reviewed: ReviewedAccount): void;
  /** Whether an account that the rules failed on is noted, and the next one charged; a closing stops there. */
  keepsFault(accountNumber: string, error: unknown): boolean;
  /** In the transaction that writes the chunk. */
  note(client: pg.PoolClient, chunk: NotedChunk): Promise<void>;
}

/** What is kept of a run beside the rows of its chunks (../runs/). */
export interface ClosingRecord {
  /** Accounts are charged as in a closing, and nothing is written but the notes. */
  readonly isDry: boolean;
  openChunk(accountNumbers: readonly string[]): Promise<ChunkReview>;
}

export interface ClosingRequest {
  readonly db: BillingDatabase;
  /** The pool under `db`: rows are written by COPY. */
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly period: BillingPeriod;
  /** History is being made up: bills are issued as of this moment and no events are written. */
  readonly asOf?: Instant;
  readonly onProgress?: (progress: ClosingProgress) => void;
  /** Stops between two chunks; what is done stays done, and the next run goes on from there. */
  readonly signal?: AbortSignal;
  /** Accounts in a chunk; default: 500. */
  readonly chunkSize?: number;
  /** Absent: nothing is kept but how far the period is. */
  readonly record?: ClosingRecord;
  /** How many undecided readings were confirmed: more of them refuse the start of a closing. Absent: as many as there are. */
  readonly confirmedUndecided?: number;
}

/** What a closing did. */
export type ClosingResult =
  | {
      /** `interrupted`: by the signal; the period stays closing. */
      readonly kind: 'closed' | 'interrupted';
      readonly period: BillingPeriod;
      /** Bills made by this run. */
      readonly billCount: number;
      /** It went on after one that was cut off. */
      readonly isResumed: boolean;
    }
  | { readonly kind: 'alreadyClosed'; readonly period: BillingPeriod }
  | {
      readonly kind: 'refused';
      /** `notOver`: its month is not over; `earlierPeriodOpen`: `subject` must be closed first; `noTariff`: `subject` has no version for each day; `noPrice`: this part of a price is not set; `undecided`: `subject` readings are under review, more than were confirmed; `closingElsewhere`. */
      readonly code:
        | 'notOver'
        | 'earlierPeriodOpen'
        | 'noTariff'
        | 'noPrice'
        | 'undecided'
        | 'closingElsewhere';
      readonly period: BillingPeriod;
      /** The period, tariff, or part of a price with its subject and class, in the way. */
      readonly subject: string;
    };
