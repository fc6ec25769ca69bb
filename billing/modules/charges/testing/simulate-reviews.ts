import { READING_REVIEW_DECIDE } from '#billing/api/readings/review.ts';
import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { firstDay } from '#domain/time/billing-period.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { addDays } from '#domain/time/local-date.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { newId } from '#platform/uuid.ts';
import { periodAt, type RandomHistory, type RandomReading } from './random-histories.ts';
import { insertRows, type SimulatedHistory } from './simulate-histories.ts';

/** A reading under review in the database. */
interface SimulatedReview {
  readonly accountNumber: string;
  readonly meterId: string;
  readonly reviewId: string;
  readonly reading: RandomReading;
  readonly isRejected: boolean;
}

/** All readings of histories that are put under review. */
export function simulateReviews(simulated: readonly SimulatedHistory[]): readonly SimulatedReview[] {
  return simulated.flatMap(({ history, accountNumber, meterIds }) =>
    history.meters.flatMap(({ readings, rejected }, index) =>
      [...readings, ...rejected]
        .filter(({ review }) => review !== undefined)
        .map((reading) => ({
          accountNumber,
          meterId: meterIds[index] ?? '',
          reviewId: newId(),
          reading,
          isRejected: rejected.includes(reading),
        })),
    ),
  );
}

/** Stores the readings that come under review in a month, each with its submission and a photo. */
export async function submitForReview(
  db: BillingDatabase,
  reviews: readonly SimulatedReview[],
  month: number,
): Promise<void> {
  const given = reviews.filter(({ reading }) => reading.review?.givenIn === month);
  const of = ({ accountNumber, meterId, reviewId }: SimulatedReview) => ({
    account_number: accountNumber,
    meter_id: meterId,
    submission_id: reviewId,
  });
  await insertRows(
    db,
    'billing.reading_submission',
    given.map((one, index) => {
      const { zone, on, review } = one.reading;
      const registers = [{ zone, value: review?.given, kwh: null }];
      return {
        ...of(one),
        request_id: newId(),
        period: periodAt(month),
        receipt_number: month * 100_000 + index,
        outcome: { outcome: { effectiveDate: on, registers, totalKwh: null }, receipt: {} },
        photo_id: newId(),
        taken_at: `${on}T09:00:00Z`,
        submitted_at: `${on}T09:00:00Z`,
        large_deviations_in_a_row: 0,
      };
    }),
  );
  await insertRows(
    db,
    'billing.reading',
    given.map((one) => ({
      ...of(one),
      zone: one.reading.zone,
      reading_id: newId(),
      period: periodAt(month),
      value: one.reading.review?.given,
      effective_date: one.reading.on,
      submitted_at: `${one.reading.on}T09:00:00Z`,
      source: 'customer',
      status: 'underReview',
    })),
  );
  await insertRows(
    db,
    'billing.reading_review',
    given.map((one) => ({
      ...of(one),
      code: 'readings.operatorCheck',
      causes: [],
      opened_at: `${one.reading.on}T09:00:00Z`,
      working_days: 1,
      holidays_are_working_days: true,
      due_on: addDays(one.reading.on, 1),
      is_open: true,
      photo_ids: [],
    })),
  );
}

/**
 * Decides in a month what is decided in it. Answers the readings that stand beyond a later one by then: an operator rejects them,
 * so they never count.
 */
export async function decideReviews(
  db: BillingDatabase,
  reviews: readonly SimulatedReview[],
  month: number,
): Promise<readonly RandomReading[]> {
  const clock = fixedClock(kyivInstant(addDays(firstDay(periodAt(month)), 18), 12, 0));
  const billing = createBilling({ db, clock });
  const decide = ({ accountNumber, reviewId }: SimulatedReview, decision: object) =>
    billing.run(
      READING_REVIEW_DECIDE.name,
      { accountNumber, reviewId, reason: 'Не те фото', actorName: 'Olena', ...decision },
      { reference: newId(), actor: 'test' },
    );
  const beyond: RandomReading[] = [];
  for (const review of reviews) {
    const { reading, isRejected } = review;
    if (reading.knownIn !== month) continue;
    const values = { [reading.zone]: String(reading.value) };
    const decision = isRejected
      ? { action: 'reject' }
      : reading.value === reading.review?.given
        ? { action: 'accept' }
        : { action: 'acceptAnother', values };
    let result = await decide(review, decision);
    if (!result.ok && result.code === 'readings.laterReadingIsLower') {
      beyond.push(reading);
      result = await decide(review, { action: 'reject' });
    }
    if (!result.ok) throw new Error(JSON.stringify({ review, result }));
  }
  return beyond;
}

/** A history without readings that never counted. */
export function withoutReadings(history: RandomHistory, dropped: ReadonlySet<RandomReading>): RandomHistory {
  const meters = history.meters.map((meter) => ({
    ...meter,
    readings: meter.readings.filter((reading) => !dropped.has(reading)),
  }));
  return { ...history, meters };
}
