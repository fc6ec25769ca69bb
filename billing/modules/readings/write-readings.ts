import type { SubmittedReadingData } from '#billing/api/readings.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { tableOf } from '#domain/table-of.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { plainArray } from '#platform/database/copy.ts';
import { compiledSql, float8, int4, text, typedSql } from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';
import type { ReadingToStore } from './submission.ts';
import { writeStatements, writeStatementsWithReviews } from './write-statement.ts';

/** Result of a write: stored, or not stored because a period is not open any more. */
type Written =
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
  const since = await compactSince(db);
  const values = readings.flatMap(({ newValues, effectiveDate }, index) =>
    Object.entries(newValues).map(([zone, value]) => ({ position: index + 1, zone, value, effectiveDate })),
  );
  const channels = readings.flatMap(({ newChannels = [] }, index) =>
    newChannels.map((one) => ({ ...one, position: index + 1 })),
  );
  const superseded = readings.flatMap(({ submission, meterId, superseded: replaced }) =>
    (replaced?.readings ?? []).map((one) => ({ ...one, meterId, accountNumber: submission.accountNumber })),
  );
  const kind = superseded.length > 0 ? 'corrections' : channels.length > 0 ? 'channels' : 'plain';
  if (kind === 'corrections' && channels.length > 0) throw new Error('a correction has no channels');
  const parametersOfKind = {
    plain: () => [],
    corrections: () => [
      plainArray(superseded.map(({ accountNumber }) => accountNumber)),
      plainArray(superseded.map(({ meterId }) => meterId)),
      plainArray(superseded.map(({ zone }) => zone)),
      plainArray(superseded.map(({ readingId }) => readingId)),
    ],
    channels: () => [
      plainArray(channels.map(({ position }) => position)),
      plainArray(channels.map(({ channel }) => channel)),
      plainArray(channels.map(({ value }) => value)),
    ],
  };
  const reviews = readings.flatMap(({ review }, index) =>
    review === null ? [] : [{ ...review, position: index + 1 }],
  );
  const hasReviews = reviews.length > 0;
  const { rows } = await db.executeQuery(
    compiledSql({ allowedCount: int4() }, (hasReviews ? writeStatementsWithReviews : writeStatements)[kind], [
      plainArray(readings.map(({ submittedAt }) => submittedAt)),
      plainArray([...new Set(readings.map(({ period }) => period))]),
      plainArray(readings.map(({ submission }) => submission.accountNumber)),
      plainArray(readings.map(newId)),
      plainArray(readings.map(({ submission }) => submission.requestId)),
      plainArray(readings.map(({ meterId }) => meterId)),
      plainArray(readings.map(({ period }) => period)),
      plainArray(receiptNumbers),
      readings.map(({ submission }) => submission.reason ?? null),
      plainArray(readings.map(({ submission }) => submission.photoId ?? null)),
      plainArray(readings.map(({ submission, submittedAt }) => submission.takenAt ?? submittedAt)),
      plainArray(readings.map(({ largeDeviationsInARow }) => largeDeviationsInARow)),
      readings.map(({ submission }) => submission.by.actor),
      plainArray(readings.map(newId)),
      plainArray(readings.map(newId)),
      plainArray(readings.map(({ outcome }) => outcome.kind)),
      JSON.stringify(
        answers.map((answer, index) =>
          (readings[index]?.submittedAt ?? 0) >= since ? compactAnswer(answer) : answer,
        ),
      ),
      JSON.stringify(readings.map(stateBefore)),
      JSON.stringify(readings.map((reading, index) => eventOf(reading, receiptNumbers[index] ?? ''))),
      plainArray(values.map(({ position }) => position)),
      plainArray(values.map(({ zone }) => zone)),
      plainArray(values.map(newId)),
      plainArray(values.map(({ value }) => value)),
      plainArray(values.map(({ effectiveDate }) => effectiveDate)),
      readings.map(({ submission }) => submission.by.reference),
      ...parametersOfKind[kind](),
      ...(hasReviews ? [JSON.stringify(reviews)] : []),
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
    // A part of a meter with several registers.
    ...(reading.outcome.missingZones.length > 0 && { missingZones: reading.outcome.missingZones }),
    kwh: reading.totalKwh,
    sum: reading.sum,
    receiptNumber,
    ...(reading.newChannels !== undefined && { channels: reading.newChannels }),
    ...(reading.isFurther && { isFurther: true }),
    ...(reading.review !== null && { reviewBy: reading.review.dueOn }),
    ...(reading.batch !== undefined && { batch: reading.batch }),
    ...(reading.submission.reason !== undefined && { reason: reading.submission.reason }),
  };
}

/** Fields of an outcome that are left out when they have this value. `billing.reading_answer` puts them back. */
const usual: Readonly<Record<string, string>> = tableOf({
  params: '{}',
  advice: 'null',
  adviceParams: '{}',
  missingZones: '[]',
  confirmations: '[]',
});
const usualOfRegister: Readonly<Record<string, string>> = tableOf({ code: 'null', params: '{}' });

function without(record: object, left: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).filter(([name, value]) => left[name] !== JSON.stringify(value)),
  );
}

/**
 * An answer as it is stored: without what its submission has in columns, and without what is usual. An answer whose receipt does not
 * follow from its outcome is stored whole. Read by the SQL function `billing.reading_answer`.
 */
function compactAnswer(answer: SubmittedReadingData): Readonly<Record<string, unknown>> {
  const { outcome, receipt } = answer;
  const { period, registers, ...rest } = outcome;
  const follows =
    registers.length > 0 &&
    registers.length === Object.keys(receipt.values).length &&
    registers.every(({ zone, value }) => value !== null && receipt.values[zone] === value) &&
    receipt.period === period &&
    receipt.effectiveDate === outcome.effectiveDate &&
    receipt.totalKwh === outcome.totalKwh;
  if (!follows) return answer;
  const compact = registers.map((register) => without(register, usualOfRegister));
  return { outcome: { ...without(rest, usual), registers: compact }, sum: receipt.sum };
}

const known = new WeakMap<BillingDatabase, number>();

/** Since when submissions may have the compact form, epoch milliseconds: before, the release before may run beside. */
async function compactSince(db: BillingDatabase): Promise<number> {
  const found = known.get(db);
  if (found !== undefined) return found;
  const { rows } = await typedSql({ since: float8() })`
    select extract(epoch from since)::float8 * 1000 as since from billing.compact_answer`.execute(db);
  const since = rows[0]?.since ?? Number.POSITIVE_INFINITY;
  known.set(db, since);
  return since;
}

/** Numbers reserved at once; those of a stopped server are lost, as with any sequence. */
const blockSize = 500;

/** Receipt numbers reserved in blocks, so that a reading needs no extra query. */
export function createReceiptNumbers(db: BillingDatabase): (count: number) => Promise<readonly string[]> {
  let stock: string[] = [];
  return async (count) => {
    if (stock.length < count) {
      const { rows } = await typedSql({ number: text() })`
        select nextval('billing.receipt_number')::text as number
        from generate_series(1, ${Math.max(blockSize, count - stock.length)}::int)`.execute(db);
      stock = [...stock, ...rows.map((row) => row.number)];
    }
    return stock.splice(0, count);
  };
}
