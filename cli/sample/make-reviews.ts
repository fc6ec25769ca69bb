import type { Module, ModuleInput, ModuleOutput } from '#billing/api/define-module.ts';
import {
  READING_REVIEW_COUNT,
  READING_REVIEW_DECIDE,
  READING_REVIEW_LIST,
} from '#billing/api/readings/review.ts';
import { METER_LIST, READING_PREVIEW, READING_SUBMIT } from '#billing/api/readings.ts';
import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { firstDay, periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf, kyivInstant } from '#domain/time/kyiv.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';
import type { Clock } from '#platform/clock.ts';
import { text, typedSql } from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';
import { sampleAdministrators } from '#sample/administrators.ts';
import { photoNote, sampleReviews } from '#sample/readings-under-review.ts';

type Since = (typeof sampleReviews)[number]['since'];

/** When a reading is given, by the day of the clock. */
function instantOf(since: Since, clock: Clock) {
  const now = clock.now();
  const today = kyivDateOf(now);
  if (since === 'today') return now;
  const day: LocalDate = since === 'yesterday' ? addDays(today, -1) : firstDay(periodOf(today));
  return kyivInstant(day, 10, 30);
}

/** The last accounts of a type; those of people who sign in come first among households. */
async function listAccounts(db: BillingDatabase, customerType: string): Promise<readonly string[]> {
  const { rows } = await typedSql({ number: text() })`
    select account_number as number from billing.account join billing.customer using (customer_id)
    where customer_type = ${customerType} and contract_ended_on is null order by account_number desc limit 60`.execute(
    db,
  );
  return rows.map(({ number }) => number);
}

/** Gives readings that come under review, by the function modules of the cabinet; none when there are some already. */
export async function makeSampleReviews(db: BillingDatabase, clock: Clock): Promise<void> {
  let at = clock.now();
  // One back end with a clock that is set: what takes readings keeps the clock that it was made with.
  const billing = createBilling({ db, clock: { now: () => at } });
  const run = async <M extends Module>(module: M, input: ModuleInput<M>) => {
    const result = await billing.run(module.name, input, { reference: newId(), actor: 'sample' });
    return result.ok ? (module.output.parse(result.data) as ModuleOutput<M>) : undefined;
  };
  const counts = await run(READING_REVIEW_COUNT, {});
  if (counts === undefined || counts.waiting + counts.photoAsked > 0) return;
  const accountsOf = { person: await listAccounts(db, 'person'), entity: await listAccounts(db, 'entity') };
  const used = new Set<string>();
  for (const { customerType, since, moreKwh, asksPhoto } of sampleReviews) {
    at = instantOf(since, clock);
    for (const accountNumber of accountsOf[customerType]) {
      if (used.has(accountNumber)) continue;
      const list = await run(METER_LIST, { accountNumber });
      const meter = list?.meters.find(
        ({ currentReading, registers }) => currentReading === null && registers.length === 1,
      );
      const [register] = meter?.registers ?? [];
      if (meter === undefined || register === undefined) continue;
      used.add(accountNumber);
      const value = register.previousValue + Math.floor(moreKwh(meter.contractedPowerKw) / meter.coefficient);
      const reading = {
        accountNumber,
        meterId: meter.meterId,
        values: { [register.zone]: String(value) },
      };
      // Nothing is given that would be accepted.
      const preview = await run(READING_PREVIEW, reading);
      if (preview?.outcome.kind !== 'underReview') continue;
      const submitted = await run(READING_SUBMIT, {
        ...reading,
        confirmed: ['readings.deviation'],
        requestId: newId(),
      });
      if (submitted?.outcome.kind !== 'underReview') continue;
      const { reviews = [] } =
        (await run(READING_REVIEW_LIST, { state: 'waiting', after: null, limit: 200 })) ?? {};
      const review = reviews.find(({ account }) => account === accountNumber);
      if (review !== undefined && asksPhoto) {
        await run(READING_REVIEW_DECIDE, {
          accountNumber,
          reviewId: review.reviewId,
          action: 'askPhoto',
          reason: photoNote,
          actorName: sampleAdministrators[1].fullName,
        });
      }
      break;
    }
  }
}
