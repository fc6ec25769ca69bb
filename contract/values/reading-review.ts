import * as z from 'zod/mini';
import { dateField, instantField } from './dates.ts';
import { byZoneField } from './energy.ts';

/** How a review ended. */
export const reviewDecisionField = z.enum(['accepted', 'acceptedAnother', 'rejected']);
export type ReviewDecision = z.infer<typeof reviewDecisionField>;

/** A reading under review, or what was decided about it, as its customer sees it. */
export const reviewSchema = z.object({
  state: z.enum(['waiting', 'photoAsked', 'accepted', 'acceptedAnother', 'rejected']),
  /** The last day of the review. */
  dueOn: dateField,
  /** Why it was rejected, or another value accepted; '' otherwise. */
  reason: z.string(),
  /** null: nothing is decided. */
  decidedAt: z.nullable(instantField),
  /** What counts instead, by zone; null: nothing, or what was given. */
  acceptedValues: z.nullable(byZoneField),
});
export type ReadingReview = z.infer<typeof reviewSchema>;

/** The review of what was submitted last of a meter. */
export const latestReviewSchema = z.extend(reviewSchema, {
  meterSerial: z.string(),
  receiptNumber: z.string(),
  effectiveDate: dateField,
  /** As they were given. */
  values: byZoneField,
});
export type LatestReview = z.infer<typeof latestReviewSchema>;
