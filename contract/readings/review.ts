import * as z from 'zod/mini';
import { defineCall, signedInput, success } from '../define-call.ts';
import { accountNumberField, cursorField, uuidField } from '../fields.ts';
import { sentFileTypes } from '../values/file-types.ts';
import { reviewDecisionField } from '../values/reading-review.ts';
import {
  decisionFields,
  queuedReviewSchema,
  reviewCountFields,
  reviewDetailsSchema,
} from '../values/review-details.ts';

const ofStaff = { audience: 'admin', roles: ['operator'] } as const;

export const listReviews = defineCall({
  path: '/api/admin/readings/reviews',
  summary:
    'Readings under review of all customers, what is due first; in parts: `next` is the cursor of the following one.',
  ...ofStaff,
  input: signedInput({
    /** `photoAsked`: those that wait for a photo of the customer. */
    state: z.enum(['waiting', 'photoAsked']),
    cursor: z.optional(cursorField),
  }),
  output: success({
    reviews: z.array(queuedReviewSchema),
    next: z.nullable(cursorField),
    ...reviewCountFields,
  }),
  failures: ['common.serviceDown'],
});

const oneReview = { account: accountNumberField, reviewId: uuidField };

export const getReview = defineCall({
  path: '/api/admin/readings/review',
  summary:
    'A reading under review with what stopped it, the meter, two years of history, last year and the customer.',
  ...ofStaff,
  input: signedInput(oneReview),
  output: success({ review: reviewDetailsSchema }),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const reviewPhoto = defineCall({
  path: '/api/admin/readings/review-photo',
  summary: 'A photo of a reading under review, as it was decoded and written anew.',
  ...ofStaff,
  file: sentFileTypes.jpeg,
  input: signedInput({ ...oneReview, photoId: uuidField }),
  output: z.unknown(),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const decideReview = defineCall({
  path: '/api/admin/readings/decide',
  summary:
    'Accepts a reading under review, accepts another value, rejects it with a reason or asks the customer for a photo.',
  ...ofStaff,
  changes: true,
  input: signedInput({ account: accountNumberField, ...decisionFields }),
  output: success({
    /** null: a photo is asked for. */
    decision: z.nullable(reviewDecisionField),
    /** The month was closed: the difference is booked in the open one. */
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
