import { CompiledQuery } from 'kysely';
import type { SubmittedReadingData } from '#billing/api/readings.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import type { ReadingToStore } from './submission.ts';
import { writeStatement } from './write-statement.ts';

/** What became of a write: stored, or not because a period is not open any more. */
export type Written =
  | { readonly kind: 'stored'; readonly answers: readonly SubmittedReadingData[] }
  | { readonly kind: 'periodMoved' };

/**
 * Stores readings with their audit entries and events, durably and all together.
 * @throws the database's error when a unique key refuses one of them: another node was faster.
 */
export async function writeReadings(
  db: BillingDatabase,
  readings: readonly ReadingToStore[],
  receiptNumbers: readonly string[],
  now: Instant,
): Promise<Written> {
  const nowText = instantToIso(now);
  const submissions: unknown[] = [];
  const values: unknown[] = [];
  const superseded: unknown[] = [];
  const periods = new Set<string>();
  const answers = readings.map((reading, index): SubmittedReadingData => {
    const { submission, meterId, period, outcome } = reading;
    const { accountNumber } = submission;
    const submissionId = newId();
    const takenAt = submission.takenAt ?? now;
    const answer: SubmittedReadingData = {
      outcome,
      receipt: {
        number: receiptNumbers[index] as string,
        submittedAt: nowText,
        takenAt: takenAt === now ? nowText : instantToIso(takenAt),
        effectiveDate: reading.effectiveDate,
        period,
        values: reading.values,
        totalKwh: reading.totalKwh,
        sum: reading.sum,
      },
    };
    periods.add(period);
    submissions.push({
      accountNumber,
      submissionId,
      requestId: submission.requestId,
      meterId,
      period,
      receiptNumber: answer.receipt.number,
      answer,
      reason: submission.reason,
      photoId: submission.photoId,
      takenAt,
      largeDeviationsInARow: reading.largeDeviationsInARow,
      actor: submission.actor,
      action: submission.reason === null ? 'reading.submit' : 'reading.correct',
      auditId: newId(),
      eventId: newId(),
      kind: `reading.${outcome.kind}`,
      before: reading.superseded && {
        values: reading.superseded.values,
        receiptNumber: reading.superseded.receiptNumber,
      },
      after: eventOf(reading, answer.receipt.number),
    });
    const source = submission.actor.startsWith('admin:') ? 'operator' : 'customer';
    for (const [zone, value] of Object.entries(reading.newValues)) {
      const { effectiveDate } = reading;
      const readingId = newId();
      const status = outcome.kind;
      values.push({
        accountNumber,
        meterId,
        zone,
        readingId,
        period,
        value,
        effectiveDate,
        source,
        status,
        submissionId,
      });
    }
    for (const replaced of reading.superseded?.readings ?? []) {
      superseded.push({ accountNumber, meterId, ...replaced });
    }
    return answer;
  });
  const { rows } = await db.executeQuery<{ allowedCount: number }>(
    CompiledQuery.raw(writeStatement, [
      JSON.stringify(submissions),
      JSON.stringify(values),
      JSON.stringify(superseded),
      now,
      [...periods],
    ]),
  );
  return rows[0]?.allowedCount === 1 ? { kind: 'stored', answers } : { kind: 'periodMoved' };
}

/** What the event and the audit entry say of a reading. */
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
