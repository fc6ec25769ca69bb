import { CompiledQuery } from 'kysely';
import type { SubmittedReadingData } from '#billing/api/readings/readings.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { plainArray } from '#platform/database/plain-array.ts';
import { newId } from '#platform/uuid.ts';
import type { ReadingToStore } from './submission.ts';
import { writeCorrectionsStatement, writeStatement } from './write-statement.ts';

/** Result of a write: stored, or not stored because a period is not open any more. */
export type Written =
  | { readonly kind: 'stored'; readonly answers: readonly SubmittedReadingData[] }
  | { readonly kind: 'periodMoved' };

/**
 * Stores readings with their audit entries and events, durably, all or none. @throws the database error when a unique
 * key rejects one of them: another node was faster.
 */
export async function writeReadings(
  db: BillingDatabase,
  readings: readonly ReadingToStore[],
  receiptNumbers: readonly string[],
): Promise<Written> {
  const answers = readings.map((reading, index) => answerOf(reading, receiptNumbers[index] ?? ''));
  const values = readings.flatMap(({ newValues, effectiveDate }, index) =>
    Object.entries(newValues).map(([zone, value]) => ({ position: index + 1, zone, value, effectiveDate })),
  );
  const superseded = readings.flatMap(({ submission, meterId, superseded: replaced }) =>
    (replaced?.readings ?? []).map((one) => ({ ...one, meterId, accountNumber: submission.accountNumber })),
  );
  const { rows } = await db.executeQuery<{ allowedCount: number }>(
    CompiledQuery.raw(superseded.length === 0 ? writeStatement : writeCorrectionsStatement, [
      plainArray(readings.map(({ submittedAt }) => submittedAt)),
      plainArray([...new Set(readings.map(({ period }) => period))]),
      plainArray(readings.map(({ submission }) => submission.accountNumber)),
      plainArray(readings.map(newId)),
      plainArray(readings.map(({ submission }) => submission.requestId)),
      plainArray(readings.map(({ meterId }) => meterId)),
      plainArray(readings.map(({ period }) => period)),
      plainArray(receiptNumbers),
      readings.map(({ submission }) => submission.reason),
      plainArray(readings.map(({ submission }) => submission.photoId)),
      plainArray(readings.map(({ submission, submittedAt }) => submission.takenAt ?? submittedAt)),
      plainArray(readings.map(({ largeDeviationsInARow }) => largeDeviationsInARow)),
      readings.map(({ submission }) => submission.actor),
      plainArray(readings.map(newId)),
      plainArray(readings.map(newId)),
      plainArray(readings.map(({ outcome }) => outcome.kind)),
      JSON.stringify(answers),
      JSON.stringify(readings.map(stateBefore)),
      JSON.stringify(readings.map((reading, index) => eventOf(reading, receiptNumbers[index] ?? ''))),
      plainArray(values.map(({ position }) => position)),
      plainArray(values.map(({ zone }) => zone)),
      plainArray(values.map(newId)),
      plainArray(values.map(({ value }) => value)),
      plainArray(values.map(({ effectiveDate }) => effectiveDate)),
      ...(superseded.length === 0
        ? []
        : [
            plainArray(superseded.map(({ accountNumber }) => accountNumber)),
            plainArray(superseded.map(({ meterId }) => meterId)),
            plainArray(superseded.map(({ zone }) => zone)),
            plainArray(superseded.map(({ readingId }) => readingId)),
          ]),
    ]),
  );
  return rows[0]?.allowedCount === 1 ? { kind: 'stored', answers } : { kind: 'periodMoved' };
}

function answerOf(reading: ReadingToStore, receiptNumber: string): SubmittedReadingData {
  const { submission, submittedAt } = reading;
  const submittedText = instantToIso(submittedAt);
  const takenAt = submission.takenAt ?? submittedAt;
  return {
    outcome: reading.outcome,
    receipt: {
      number: receiptNumber,
      submittedAt: submittedText,
      takenAt: takenAt === submittedAt ? submittedText : instantToIso(takenAt),
      effectiveDate: reading.effectiveDate,
      period: reading.period,
      values: reading.values,
      totalKwh: reading.totalKwh,
      sum: reading.sum,
    },
  };
}

/** State of the replaced reading for the audit entry; null: none is replaced. */
function stateBefore({ superseded }: ReadingToStore) {
  return superseded && { values: superseded.values, receiptNumber: superseded.receiptNumber };
}

/** Payload of the event and the audit entry. */
function eventOf(reading: ReadingToStore, receiptNumber: string) {
  return {
    meterId: reading.meterId,
    period: reading.period,
    effectiveDate: reading.effectiveDate,
    code: reading.outcome.code,
    values: reading.values,
    kwh: reading.totalKwh,
    sum: reading.sum,
    receiptNumber,
    ...(reading.submission.reason !== null && { reason: reading.submission.reason }),
  };
}
