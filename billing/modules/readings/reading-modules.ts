import { answer, type ModuleInput, refuse } from '#billing/api/define-module.ts';
import {
  READING_CORRECT,
  READING_FIND_PHOTOS,
  READING_LIST,
  READING_PREVIEW,
  READING_SUBMIT,
} from '#billing/api/readings.ts';
import { type BillingServices, type CallContext, handleModule } from '#billing/module-handler.ts';
import { conditionRefusal } from '#billing/modules/charges/public.ts';
import { addEnergy, toKwh } from '#domain/energy.ts';
import { assessReadings } from '#domain/readings/assess-reading.ts';
import { acceptedConsumption, consumptionThrough } from '#domain/readings/consumption-between.ts';
import type { ReadingOutcome } from '#domain/readings/reading-outcome.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { type BillingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { typedSql, uuid } from '#platform/database/typed-sql.ts';
import { findMeter, outcomeData, windowOf } from './assess-submission.ts';
import { type Forecast, loadForecast, type ReadingOfMeter } from './charge-with-reading.ts';
import { limitToPoints } from './facts/account-facts.ts';
import { loadMeterFacts } from './facts/reading-facts.ts';
import {
  type ConsumptionFacts,
  countReadings,
  type ListedReading,
  listReadings,
  type ReadingPlace,
} from './reading-store.ts';
import { reviewData } from './review/review-store.ts';
import type { SubmissionAnswer, ZoneValues } from './submission.ts';
import { submitterOf } from './submit-batch.ts';

const MINUTE = 60_000;
/** Maximum difference of the device clock, either way (messages.md, common.deviceClock). */
const maxDifferenceMs = 5 * MINUTE;
/** A reading that waited longer to be sent belongs to another period. */
const maxWaitMs = 31 * 24 * 60 * MINUTE;

type DeviceTimes = Pick<ModuleInput<typeof READING_SUBMIT>, 'takenAt' | 'sentAt'>;

/** When the reading was taken; undefined when the device does not say it, 'wrong' when its clock is. */
function instantOfDevice(
  { takenAt, sentAt = takenAt }: DeviceTimes,
  now: Instant,
): Instant | undefined | 'wrong' {
  if (sentAt !== undefined && Math.abs(Date.parse(sentAt) - now) > maxDifferenceMs) return 'wrong';
  if (takenAt === undefined) return undefined;
  const taken = Date.parse(takenAt);
  return taken <= now + maxDifferenceMs && taken >= now - maxWaitMs ? (taken as Instant) : 'wrong';
}

/** READING_FIND_PHOTOS: lets the portal delete photos without a reading. */
export const handleReadingFindPhotos = handleModule(READING_FIND_PHOTOS, ({ db }) => async ({ photoIds }) => {
  const { rows } = await typedSql({ photoId: uuid() })`
    select photo_id as "photoId" from billing.reading_submission where photo_id = any(${photoIds}::uuid[])
    union
    select given.photo_id from billing.reading_review v cross join lateral unnest(v.photo_ids) as given (photo_id)
    where v.photo_ids && ${photoIds}::uuid[] and v.photo_ids <> '{}' and given.photo_id = any(${photoIds}::uuid[])`.execute(
    db,
  );
  return answer({ named: rows.map(({ photoId }) => photoId) });
});

/** Submits a reading, or with a reason a correction. */
function buildSubmit(services: BillingServices) {
  const { submit } = submitterOf(services);
  return async (
    { takenAt, sentAt, ...input }: ModuleInput<typeof READING_SUBMIT> & { readonly reason?: string },
    by: CallContext,
  ): Promise<SubmissionAnswer> => {
    const instant = instantOfDevice({ takenAt, sentAt }, services.clock.now());
    if (instant === 'wrong') return refuse('common.deviceClock');
    return submit({ ...input, takenAt: instant, by });
  };
}

/**
 * READING_SUBMIT: submits a reading of one meter (product.md §7). Durable when answered; readings that need a
 * confirmation, are refused or blocked store nothing.
 */
export const handleReadingSubmit = handleModule(READING_SUBMIT, buildSubmit);

/**
 * READING_CORRECT: replaces the current reading of the period until it closes (product.md §5); the old readings stay as
 * superseded, the audit entry has both and the reason.
 */
export const handleReadingCorrect = handleModule(READING_CORRECT, buildSubmit);

/**
 * READING_PREVIEW: consumption and cost of the values while the customer types, and the charge without further readings
 * (product.md §5); outside the window also the effect of the day. Values are assessed as if there were no reading as of
 * their day (for a correction, the day of the replaced reading). Stores nothing.
 */
export const handleReadingPreview = handleModule(
  READING_PREVIEW,
  ({ db, clock }) =>
    async ({ accountNumber, points, meterId, values, correcting = false }) => {
      const asked = { accountNumber, meterId, points };
      const { accounts, rules } = await loadMeterFacts(db, [asked], clock.now());
      const [found] = accounts;
      if (found === undefined) return refuse('common.notFound');
      const account = limitToPoints(found, points);
      const meter = findMeter(account, meterId);
      const facts = (correcting ? meter?.correctionFacts : undefined) ?? meter?.facts;
      const submission = { values, confirmed: [], hasPhoto: false, correcting: true };
      const outcome = assessReadings(
        facts ?? account.withoutMeter,
        { ...submission, meterNamed: meterId !== undefined },
        rules,
      );
      const data = outcomeData(outcome, windowOf(account, rules));
      const noForecast = conditionRefusal(account.condition) ?? null;
      if (meter === undefined || outcome.kind === 'blocked' || noForecast !== null) {
        return answer({ outcome: data, cost: null, withoutReading: null, dateEffect: null, noForecast });
      }
      const onlyPoint = account.hasEntityContract ? meter.eicCode : undefined;
      const forecast = await loadForecast(db, accountNumber, outcome.period, onlyPoint);
      const reading = {
        meterId: meter.meterId,
        values: countedValues(outcome),
        effectiveDate: outcome.effectiveDate,
      };
      const counted = data.totalKwh === null ? undefined : forecast;
      return answer({
        outcome: data,
        cost: counted?.withReading(reading) ?? null,
        withoutReading: forecast?.withoutReading(meter.meterId) ?? null,
        dateEffect:
          counted === undefined || correcting || account.placement.inWindow
            ? null
            : dateEffectOf(counted, reading, outcome.period),
        noForecast,
      });
    },
);

/** Difference between counting values submitted outside the window as of today and as of the 1st (product.md §7). */
function dateEffectOf(forecast: Forecast, reading: ReadingOfMeter, period: BillingPeriod) {
  const first = firstDayAfter(period);
  return {
    today: forecast.wholePeriodWith(reading),
    first,
    onFirst: forecast.wholePeriodWith({ ...reading, effectiveDate: first }),
  };
}

function countedValues(outcome: ReadingOutcome): ZoneValues {
  const values: Partial<Record<Zone, number>> = {};
  for (const { zone, value } of outcome.registers) {
    if (value !== undefined) values[zone] = value;
  }
  return values;
}

/**
 * kWh of a register since the previous accepted reading: also over a rollover, and over a meter replacement as the sum
 * of both (product.md §7). Null for a first reading, and for a lower value without a rollover.
 */
function kwhSincePrevious(value: number, facts: ConsumptionFacts): number | null {
  const { previousValue, installedValue, replaced, digitCapacity, coefficient } = facts;
  const dial = { digitCapacity, coefficient };
  if (previousValue !== null) {
    const { kind, energy } = acceptedConsumption({ ...dial, previousValue, value });
    return kind === 'lower' ? null : toKwh(energy);
  }
  if (replaced === null) return null;
  const ofOld = consumptionThrough([replaced.previousValue, replaced.removedValue], replaced);
  return toKwh(addEnergy(ofOld, consumptionThrough([installedValue, value], dial)));
}

const usualLimit = 100;

/** READING_LIST: readings of an account, newest first, including superseded ones, paged by key. */
export const handleReadingList = handleModule(
  READING_LIST,
  ({ db }) =>
    async ({ limit = usualLimit, after, ...filter }) => {
      const found = await listReadings(db, filter, { after, limit: limit + 1 });
      if (found === undefined) return refuse('common.notFound');
      const { count, meters } = await countReadings(db, filter);
      const page = wholeReadings(found, limit);
      return answer({
        readings: page.map(({ row: { submittedAt, review, ...row }, consumptionFacts }) => ({
          ...row,
          review: reviewData(review),
          submittedAt: instantToIso(submittedAt),
          kwhSincePrevious: row.state === 'accepted' ? kwhSincePrevious(row.value, consumptionFacts) : null,
        })),
        next: found.length > limit ? (page.at(-1)?.place ?? null) : null,
        meters: [...meters],
        count,
      });
    },
);

/** Limits the rows without splitting a reading; a reading with more registers than the limit is returned whole. */
function wholeReadings(found: readonly ListedReading[], limit: number): readonly ListedReading[] {
  const last = found.at(-1);
  if (found.length <= limit || last === undefined) return found;
  const page = found.filter(({ place }) => !isSamePlace(place, last.place));
  return page.length > 0 ? page : found;
}

function isSamePlace(one: ReadingPlace, other: ReadingPlace): boolean {
  return (
    one.effectiveDate === other.effectiveDate &&
    one.submittedAt === other.submittedAt &&
    one.meterSerial === other.meterSerial
  );
}
