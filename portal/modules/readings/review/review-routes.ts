import {
  READING_REVIEW_COUNT,
  READING_REVIEW_DECIDE,
  READING_REVIEW_GET,
  READING_REVIEW_LIST,
  READING_REVIEW_PHOTO,
} from '#billing/api/readings/review.ts';
import type { BillingClient } from '#billing/client.ts';
import type { LivePayload } from '#contract/live.ts';
import { decideReview, getReview, listReviews, reviewPhoto } from '#contract/readings/review.ts';
import { giveReviewPhoto } from '#contract/readings/review-photo.ts';
import { newId } from '#platform/uuid.ts';
import { openFileStore } from '#portal/gateways/files/open-file-store.ts';
import { fail, failFields, relay, relayRefusal, sendFile } from '#portal/http/call-result.ts';
import { cursorPart, readCursor, writeCursor } from '#portal/http/page-cursor.ts';
import { limitOf, type PortalServices, type Route, route, type Session } from '#portal/http/route.ts';
import { hasPhotoForReading } from '../photo/photo-store.ts';
import { createSupplierContacts, nameComparedValue, textOf } from '../reading-texts.ts';

/** Rows of a part of the queue. */
const reviewsAtOnce = 50;

/** Readings under review: the queue of the operators, their decisions, the photo of a customer (product.md §7, §10). */
export function reviewRoutes({ db, clock, config }: PortalServices): Route[] {
  const files = openFileStore(config);
  const contactsOf = createSupplierContacts();

  async function nameOf({ identityId }: Session): Promise<string> {
    const row = await db
      .selectFrom('portal.administrator')
      .select(['login', 'full_name'])
      .where('identity_id', '=', identityId)
      .executeTakeFirst();
    return row?.full_name || row?.login || identityId;
  }

  return [
    route(giveReviewPhoto, async ({ account, receiptNumber, photoId }, { billing, session }) => {
      const photo = { photoId, accountNumber: account, now: clock.now() };
      if (!(await hasPhotoForReading(db, photo))) return fail('common.notFound');
      const given = { accountNumber: account, ...limitOf(session), receiptNumber, photoId };
      return relay(await billing(READING_REVIEW_PHOTO, given), (found) => found);
    }),

    route(listReviews, async ({ state, cursor }, { billing }) => {
      const shapes = [cursorPart.date, cursorPart.text, cursorPart.uuid] as const;
      const parts = cursor === undefined ? undefined : readCursor(cursor, shapes);
      if (cursor !== undefined && !parts) return failFields([{ path: 'cursor', code: 'field.invalid' }]);
      const after = parts ? { dueOn: parts[0], account: parts[1], reviewId: parts[2] } : null;
      const result = await billing(READING_REVIEW_LIST, { state, after, limit: reviewsAtOnce });
      return relay(result, ({ next, ...page }) => ({
        ...page,
        next: next && writeCursor([next.dueOn, next.account, next.reviewId]),
      }));
    }),

    route(getReview, async ({ account, reviewId }, { billing }) =>
      relay(await billing(READING_REVIEW_GET, { accountNumber: account, reviewId }), (found) => found),
    ),

    route(reviewPhoto, async ({ account, reviewId, photoId }, { billing }) => {
      const result = await billing(READING_REVIEW_GET, { accountNumber: account, reviewId });
      if (!result.ok) return relayRefusal(result);
      const id = photoId.toLowerCase();
      if (!result.data.review.photoIds.includes(id)) return fail('common.notFound');
      const file = await files.open(id);
      return file === undefined ? fail('common.notFound') : sendFile(file, `${id}.jpg`);
    }),

    route(decideReview, async ({ token: _, account, ...decided }, context) => {
      const asked = { accountNumber: account, ...decided, actorName: await nameOf(context.session) };
      const result = await context.billing(READING_REVIEW_DECIDE, asked);
      if (result.ok) return relay(result, (found) => found);
      const params = { ...(await contactsOf(context)), ...result.params };
      const refusal = relayRefusal({ ...result, params });
      const isCompared = ['readings.lowerThanPrevious', 'readings.valueTooLarge'].includes(result.code);
      return isCompared
        ? { ...refusal, message: nameComparedValue(textOf(result.code, params), params) }
        : refusal;
    }),
  ];
}

/** Source of the topic `reading-reviews`. */
export function readReviewCounts(billing: BillingClient): () => Promise<LivePayload<'reading-reviews'>> {
  return async () => {
    // Asked all the time while an operator looks on: no call of anybody.
    const context = { reference: newId(), actor: 'portal', unrecorded: true } as const;
    const result = await billing.call(READING_REVIEW_COUNT, {}, context);
    if (!result.ok) throw new Error(`READING_REVIEW_COUNT is refused: ${result.code}`);
    return result.data;
  };
}
