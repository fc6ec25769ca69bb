import { sql } from 'kysely';
import { answer, refuse } from '#billing/api/define-module.ts';
import {
  READING_REVIEW_COUNT,
  READING_REVIEW_GET,
  READING_REVIEW_LIST,
  READING_REVIEW_PHOTO,
} from '#billing/api/readings/review.ts';
import { handleModule } from '#billing/module-handler.ts';
import { insertAudit, insertOutboxEvents } from '#billing/modules/events/public.ts';
import { rulesAt } from '#billing/modules/rules/public.ts';
import { toKwh } from '#domain/energy.ts';
import { acceptedConsumption } from '#domain/readings/consumption-between.ts';
import { dueWithPhoto } from '#domain/readings/reading-review.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { date, nullable, timestamptz, typedSql, uuid } from '#platform/database/typed-sql.ts';
import { countReviews, findReview, findReviewHistory, listReviews, type ReviewRow } from './review-store.ts';

/** READING_REVIEW_LIST: the queue of the operators. */
export const handleReadingReviewList = handleModule(
  READING_REVIEW_LIST,
  ({ db, clock }) =>
    async ({ state, after, limit }) => {
      const isPhotoAsked = state === 'photoAsked';
      const [rows, { newest: _, ...counts }] = await Promise.all([
        listReviews(db, { isPhotoAsked, after, limit: limit + 1 }),
        countReviews(db, kyivDateOf(clock.now())),
      ]);
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return answer({
        reviews: shown.map(({ isPhotoAsked: _asked, openedAt, ...review }) => ({
          ...review,
          state,
          openedAt: instantToIso(openedAt),
        })),
        next:
          last === undefined || rows.length === shown.length
            ? null
            : { dueOn: last.dueOn, account: last.account, reviewId: last.reviewId },
        ...counts,
      });
    },
);

/** READING_REVIEW_COUNT: asked all the time while an operator looks on. */
export const handleReadingReviewCount = handleModule(
  READING_REVIEW_COUNT,
  ({ db, clock }) =>
    async () =>
      answer(await countReviews(db, kyivDateOf(clock.now()))),
);

function kwhOnceAccepted({ digitCapacity, coefficient }: ReviewRow, previousValue: number, value: number) {
  return toKwh(acceptedConsumption({ digitCapacity, coefficient, previousValue, value }).energy);
}

/** READING_REVIEW_GET. */
export const handleReadingReviewGet = handleModule(READING_REVIEW_GET, ({ db }) => async (asked) => {
  const review = await findReview(db, asked);
  if (review === undefined) return refuse('common.notFound');
  const history = await findReviewHistory(db, review);
  const { isOpen, isPhotoAsked, isPeriodOpen, contractedPowerWatts, largeDeviations: _, ...facts } = review;
  const { decision, openedAt, photoAskedAt, registers } = facts;
  const openState = isPhotoAsked ? 'photoAsked' : 'waiting';
  const closedState = decision === null ? 'replaced' : 'decided';
  return answer({
    review: {
      ...facts,
      ...history,
      state: isOpen ? openState : closedState,
      openedAt: instantToIso(openedAt),
      photoAskedAt: photoAskedAt === null ? null : instantToIso(photoAskedAt),
      decision: decision && { ...decision, at: instantToIso(decision.at as Instant) },
      isPeriodClosed: !isPeriodOpen,
      contractedPowerKw: contractedPowerWatts / 1000,
      causes: [...facts.causes],
      photoIds: [...facts.photoIds],
      registers: registers
        .filter(({ status }) => !isOpen || status === 'underReview')
        .map(({ zone, value, previous, next, kwh }) => ({
          ...{ zone, value, previous, next },
          // An open one shows what accepting it would count.
          kwh: isOpen ? kwhOnceAccepted(review, previous.value, value) : kwh,
        })),
    },
  });
});

/** READING_REVIEW_PHOTO: the photo that an operator asked for; the reading comes back into the queue. */
export const handleReadingReviewPhoto = handleModule(
  READING_REVIEW_PHOTO,
  ({ db, clock }) =>
    async ({ accountNumber, points = null, receiptNumber, photoId }, by) => {
      const now = clock.now();
      const { holidays } = (await rulesAt(db, now)).readings;
      return db.transaction().execute(async (trx) => {
        const { rows } = await typedSql({
          reviewId: uuid(),
          dueOn: date<LocalDate>(),
          askedAt: nullable(timestamptz<Instant>()),
        })`
          select v.submission_id as "reviewId", v.due_on as "dueOn", v.photo_asked_at as "askedAt"
          from billing.reading_submission s
          join billing.reading_review v on v.account_number = s.account_number and v.submission_id = s.submission_id
          join billing.meter m on m.account_number = s.account_number and m.meter_id = s.meter_id
          where s.account_number = ${accountNumber} and s.receipt_number = ${receiptNumber}::bigint
            and (${points}::text[] is null or m.eic_code = any(${points}::text[]))
          for update of v`.execute(trx);
        const [review] = rows;
        if (review === undefined) return refuse('common.notFound');
        if (review.askedAt === null) return refuse('readings.photoNotAsked');
        const dueOn = dueWithPhoto(review.dueOn, kyivDateOf(now), new Set(holidays));
        await sql`update billing.reading_review set photo_asked_at = null, due_on = ${dueOn}::date,
            photo_ids = photo_ids || ${photoId}::uuid
          where account_number = ${accountNumber} and submission_id = ${review.reviewId}::uuid`.execute(trx);
        const payload = { reviewId: review.reviewId, receiptNumber, photoId, dueOn };
        const change = { accountNumber, kind: 'reading.photoGiven', payload };
        await insertAudit(trx, by, [{ ...change, before: { askedAt: instantToIso(review.askedAt) } }], now);
        await insertOutboxEvents(trx, [change], now);
        return answer({ dueOn });
      });
    },
);
