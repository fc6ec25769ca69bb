import { READING_REVIEW_DECIDE, READING_REVIEW_LIST } from '#billing/api/readings/review.ts';
import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';

/** An operator who accepts all that waits, two at a time, with a line for each that begins. Arguments: database URL, moment. */
const [, , url = '', now = ''] = process.argv;
const { db, close } = connectDatabase<unknown>({ url, poolSize: 2 });
const billing = createBilling({ db: db as BillingDatabase, clock: fixedClock(instantFromIso(now)) });
const context = { reference: '1', actor: 'test' };
const queue = { state: 'waiting', after: null, limit: 200 };
const listed = await billing.run(READING_REVIEW_LIST.name, queue, context);
if (!listed.ok) throw new Error(listed.code);
const { reviews } = READING_REVIEW_LIST.output.parse(listed.data);
const waiting = reviews.values();
async function decideNext(): Promise<void> {
  for (const { account, reviewId } of waiting) {
    process.stdout.write('begun\n');
    const decision = { accountNumber: account, reviewId, action: 'accept', reason: '', actorName: 'Olena' };
    const result = await billing.run(READING_REVIEW_DECIDE.name, decision, context);
    if (!result.ok) throw new Error(result.code);
  }
}
await Promise.all([decideNext(), decideNext()]);
await close();
