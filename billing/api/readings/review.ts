import * as z from 'zod/mini';
import { reviewDecisionField } from '#contract/values/reading-review.ts';
import {
  decisionFields,
  queuedReviewSchema,
  reviewCountFields,
  reviewDetailsSchema,
} from '#contract/values/review-details.ts';
import { defineModule } from '../define-module.ts';
import { pointsLimit } from '../readings.ts';

const placeSchema = z.object({ dueOn: z.string(), account: z.string(), reviewId: z.string() });

export const READING_REVIEW_LIST = defineModule({
  name: 'READING_REVIEW_LIST',
  summary: 'Readings under review of all accounts, what is due first, paged by a cursor.',
  input: z.object({
    /** `photoAsked`: those that wait for a photo of the customer. */
    state: z.enum(['waiting', 'photoAsked']),
    /** `next` of the previous page; null: from the first. */
    after: z.nullable(placeSchema),
    limit: z.int().check(z.gte(1), z.lte(200)),
  }),
  output: z.object({
    reviews: z.array(queuedReviewSchema),
    next: z.nullable(placeSchema),
    ...reviewCountFields,
  }),
  failures: [],
});

export const READING_REVIEW_COUNT = defineModule({
  name: 'READING_REVIEW_COUNT',
  summary: 'How many readings are under review, and which one came last.',
  input: z.object({}),
  output: z.object({
    ...reviewCountFields,
    /** Submission of the newest one; null: none. */
    newest: z.nullable(z.string()),
  }),
  failures: [],
});

export const READING_REVIEW_GET = defineModule({
  name: 'READING_REVIEW_GET',
  summary: 'A reading under review with all that an operator decides by.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string(), reviewId: z.string() }),
  output: z.object({ review: reviewDetailsSchema }),
  failures: ['common.notFound'],
});

export const READING_REVIEW_DECIDE = defineModule({
  name: 'READING_REVIEW_DECIDE',
  summary:
    'Accepts a reading under review, accepts another value, rejects it or asks for a photo; one decision for each reading.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    ...decisionFields,
    /** The administrator, as the customer and the next operator read it. */
    actorName: z.string(),
  }),
  output: z.object({
    /** null: a photo is asked for. */
    decision: z.nullable(reviewDecisionField),
    /** The month was closed: the account is charged anew in the open one. */
    isRecalculated: z.boolean(),
  }),
  failures: [
    'readings.alreadyDecided',
    'readings.reviewReplaced',
    'readings.digitCapacity',
    'readings.lowerThanPrevious',
    'readings.valueTooLarge',
    'readings.laterReadingIsLower',
    'readings.reasonMissing',
    'common.notFound',
  ],
});

export const READING_REVIEW_PHOTO = defineModule({
  name: 'READING_REVIEW_PHOTO',
  summary: 'Takes the photo that was asked for of a reading under review.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    ...pointsLimit,
    receiptNumber: z.string(),
    photoId: z.string(),
  }),
  output: z.object({ dueOn: z.string() }),
  failures: ['readings.photoNotAsked', 'common.notFound'],
});
