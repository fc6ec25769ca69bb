import { sql } from 'kysely';
import { answer, type ModuleInput, type ModuleResult, refuse } from '#billing/api/define-module.ts';
import { READING_REVIEW_DECIDE } from '#billing/api/readings/review.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { requestRecalculations } from '#billing/modules/charges/public.ts';
import { type AuditOrigin, insertAudit, insertOutboxEvents } from '#billing/modules/events/public.ts';
import { rulesAt } from '#billing/modules/rules/public.ts';
import type { ReviewDecision } from '#contract/values/reading-review.ts';
import { reviewReason } from '#contract/values/review-details.ts';
import { toKwh } from '#domain/energy.ts';
import { assessDecision, type DecisionFacts, deviationsAfter } from '#domain/readings/reading-review.ts';
import type { ReadingRules } from '#domain/readings/reading-rules.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { formatMoment } from '#domain/time/kyiv.ts';
import { text, typedSql } from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';
import type { ZoneValues } from '../submission.ts';
import { isRace, maxTries } from '../submit-batch.ts';
import { decisionNames } from './decision-names.template.ts';
import { findReview, type ReviewRow } from './review-store.ts';

type Decided = ModuleInput<typeof READING_REVIEW_DECIDE>;
type Answer = ModuleResult<{ decision: ReviewDecision | null; isRecalculated: boolean }>;

const decisionOf = { accept: 'accepted', acceptAnother: 'acceptedAnother', reject: 'rejected' } as const;

/** Locks the readings of a review, then the review: in the order in which a correction takes them. */
async function lockReview(db: BillingDatabase, { accountNumber, reviewId }: Decided): Promise<void> {
  await sql`select from billing.reading where account_number = ${accountNumber} and submission_id = ${reviewId}::uuid
    and status = 'underReview' order by meter_id, zone, reading_id for update`.execute(db);
  await sql`select from billing.reading_review where account_number = ${accountNumber}
    and submission_id = ${reviewId}::uuid for update`.execute(db);
}

/** Whether a month is open, and stays so until the transaction ends: a closing that begins waits. */
async function holdPeriod(db: BillingDatabase, accountNumber: string, period: string): Promise<boolean> {
  const { rows } = await typedSql({ state: text() })`
    select state from billing.period where period = ${period} for share`.execute(db);
  if ((rows[0]?.state ?? 'open') !== 'open') return false;
  // Of a change of holder.
  const bill = await sql`
    select from billing.bill where account_number = ${accountNumber} and period = ${period}`.execute(db);
  return bill.rows.length === 0;
}

/** Who was faster. */
function refuseDecided({ decision, by, at }: NonNullable<ReviewRow['decision']>): Answer {
  const params = { by, at: formatMoment(at as Instant), decision: decisionNames[decision] };
  return refuse('readings.alreadyDecided', params, { decision, by, at: instantToIso(at as Instant) });
}

function factsOf(review: ReviewRow, rules: ReadingRules): DecisionFacts {
  return {
    effectiveDate: review.effectiveDate,
    digitCapacity: review.digitCapacity,
    coefficient: review.coefficient,
    contractedPowerWatts: review.contractedPowerWatts,
    hasPhoto: review.photoIds.length > 0,
    registers: underReview(review).map(({ zone, previous, next }) => ({
      zone,
      previous,
      next: next ?? undefined,
    })),
    rollOverFromPercent: rules.rollOverFromPercent,
  };
}

const underReview = ({ registers }: ReviewRow) => registers.filter(({ status }) => status === 'underReview');

/** Facts of the event and the audit entry. */
function payloadOf(review: ReviewRow, more: Readonly<Record<string, unknown>>) {
  const given = Object.fromEntries(underReview(review).map(({ zone, value }) => [zone, value]));
  const { receiptNumber, period, effectiveDate } = review;
  return { reviewId: review.reviewId, receiptNumber, period, effectiveDate, given, ...more };
}

interface DecisionToWrite {
  readonly decision: ReviewDecision;
  /** What counts now; null: nothing. */
  readonly values: ZoneValues | null;
  readonly kwh: number | null;
  readonly now: Instant;
  readonly by: AuditOrigin;
}

/** Writes a decision and what becomes of the readings. Returns whether a closed month is charged anew. */
async function writeDecision(
  db: BillingDatabase,
  review: ReviewRow,
  { actorName, reason }: Decided,
  { decision, values, kwh, now, by }: DecisionToWrite,
): Promise<boolean> {
  const { account: accountNumber, reviewId, period } = review;
  const at = instantToIso(now);
  const isOpen = await holdPeriod(db, accountNumber, period);
  await sql`
    insert into billing.reading_decision (account_number, submission_id, decision, accepted_values, reason, decided_at,
      decided_by, decided_by_name)
    values (${accountNumber}, ${reviewId}::uuid, ${decision}, ${values && JSON.stringify(values)}::jsonb, ${reason},
      ${at}::timestamptz, ${by.actor}, ${actorName})`.execute(db);
  await sql`update billing.reading_review set is_open = false, photo_asked_at = null
    where account_number = ${accountNumber} and submission_id = ${reviewId}::uuid`.execute(db);
  await sql`update billing.reading_submission
    set large_deviations_in_a_row = ${deviationsAfter(decision, review.code, review.largeDeviations)}::smallint
    where account_number = ${accountNumber} and submission_id = ${reviewId}::uuid`.execute(db);
  const registers = underReview(review).map((register) => ({
    ...register,
    status: statusOf(register, values),
    newId: newId(),
    newValue: values?.[register.zone] ?? null,
  }));
  const rows = sql`jsonb_to_recordset(${JSON.stringify(registers)}::jsonb) as g (zone text, "readingId" uuid, status text,
    "newId" uuid, "newValue" bigint)`;
  await sql`
    update billing.reading r set status = g.status from ${rows}
    where r.account_number = ${accountNumber} and r.zone = g.zone and r.reading_id = g."readingId"
      and r.submission_id = ${reviewId}::uuid`.execute(db);
  await sql`
    insert into billing.reading (account_number, meter_id, zone, reading_id, period, value, effective_date, submitted_at,
      source, status, submission_id)
    select r.account_number, r.meter_id, r.zone, g."newId", r.period, g."newValue", r.effective_date, ${at}::timestamptz,
      'operator', 'accepted', r.submission_id
    from ${rows} join billing.reading r on r.account_number = ${accountNumber} and r.zone = g.zone
      and r.reading_id = g."readingId" and r.submission_id = ${reviewId}::uuid
    where g.status = 'superseded'`.execute(db);
  const isRecalculated = values !== null && !isOpen;
  if (isRecalculated) {
    await requestRecalculations(db, [
      {
        accountNumber,
        requestId: newId(),
        fromPeriod: period,
        cause: 'lateReading',
        requestedAt: now,
      },
    ]);
  }
  const payload = payloadOf(review, { decision, values, kwh, reason, isRecalculated });
  await insertOutboxEvents(db, [{ accountNumber, kind: 'reading.decided', payload }], now);
  const change = { accountNumber, kind: `reading.${decision}`, payload: { ...payload, by: actorName } };
  await insertAudit(db, by, [{ ...change, before: { status: 'underReview' } }], now);
  return isRecalculated;
}

/** Another value is a reading of its own; the one that was given stays beside it. */
function statusOf({ zone, value }: { zone: Zone; value: number }, values: ZoneValues | null) {
  if (values === null) return 'rejected';
  return values[zone] === value ? 'accepted' : 'superseded';
}

/** Asks for a photo; a second request for the same one changes nothing and tells nobody again. */
async function askPhoto(
  db: BillingDatabase,
  review: ReviewRow,
  { actorName, reason }: Decided,
  now: Instant,
  by: AuditOrigin,
): Promise<void> {
  if (review.isPhotoAsked) return;
  const { account: accountNumber, reviewId } = review;
  await sql`update billing.reading_review set photo_asked_at = ${instantToIso(now)}::timestamptz
    where account_number = ${accountNumber} and submission_id = ${reviewId}::uuid`.execute(db);
  const payload = payloadOf(review, { decision: 'photoAsked', reason });
  await insertOutboxEvents(db, [{ accountNumber, kind: 'reading.photoAsked', payload }], now);
  const change = { accountNumber, kind: 'reading.photoAsked', payload: { ...payload, by: actorName } };
  await insertAudit(db, by, [change], now);
}

async function decide(
  db: BillingDatabase,
  decided: Decided,
  now: Instant,
  by: AuditOrigin,
  rules: ReadingRules,
): Promise<Answer> {
  await lockReview(db, decided);
  const review = await findReview(db, decided);
  if (review === undefined) return refuse('common.notFound');
  const { action } = decided;
  const decision = action === 'askPhoto' ? null : decisionOf[action];
  if (review.decision !== null) {
    // The same again, after an answer that got lost.
    const isSame = review.decision.decision === decision && review.decision.by === decided.actorName;
    return isSame ? answer({ decision, isRecalculated: false }) : refuseDecided(review.decision);
  }
  if (!review.isOpen || underReview(review).length === 0) return refuse('readings.reviewReplaced');
  const reason = decided.reason.trim();
  if (decision === 'rejected' && reason.length < reviewReason.least) return refuse('readings.reasonMissing');
  const toWrite = { ...decided, reason };
  if (decision === null) {
    await askPhoto(db, review, toWrite, now, by);
    return answer({ decision, isRecalculated: false });
  }
  if (decision === 'rejected') {
    await writeDecision(db, review, toWrite, { decision, values: null, kwh: null, now, by });
    return answer({ decision, isRecalculated: false });
  }
  const given = Object.fromEntries(underReview(review).map(({ zone, value }) => [zone, value]));
  const assessed = assessDecision(
    factsOf(review, rules),
    decision === 'accepted' ? given : { ...given, ...decided.values },
  );
  if (assessed.kind === 'refused') return refuse(assessed.code, assessed.params, { zone: assessed.zone });
  const { values, energy } = assessed;
  const isAnother = Object.entries(given).some(([zone, value]) => values[zone as Zone] !== value);
  const outcome = isAnother ? 'acceptedAnother' : 'accepted';
  const written = { decision: outcome, values, kwh: toKwh(energy), now, by } as const;
  const isRecalculated = await writeDecision(db, review, toWrite, written);
  return answer({ decision: outcome, isRecalculated });
}

/**
 * READING_REVIEW_DECIDE: a decision about all registers of a submission, with the states of the readings, audit entry and event in
 * one transaction (product.md §7, §10). What is accepted is assessed by the facts of now and counts for its month; a month that was
 * closed meanwhile is charged anew in the open one, as by any late reading (decision 0118).
 */
export const handleReadingReviewDecide = handleModule(
  READING_REVIEW_DECIDE,
  ({ db, clock }) =>
    async (decided, by) => {
      const now = clock.now();
      const { readings: rules } = await rulesAt(db, now);
      for (let tries = 1; ; tries++) {
        try {
          return await db.transaction().execute((trx) => decide(trx, decided, now, by, rules));
        } catch (error) {
          if (!isRace(error) || tries === maxTries) throw error;
        }
      }
    },
);
