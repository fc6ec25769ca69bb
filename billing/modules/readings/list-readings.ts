import { answer, refuse } from '#billing/api/define-module.ts';
import { READING_LIST } from '#billing/api/readings/readings.ts';
import { handleModule } from '#billing/module-handler.ts';
import { cachedReadingRules } from '#billing/modules/supplier/public.ts';
import { fromKwh, toKwh } from '#domain/energy.ts';
import {
  consumptionBetween,
  consumptionOverMeters,
  type RegisterSpan,
} from '#domain/readings/consumption-between.ts';
import { instantToIso } from '#domain/time/instant.ts';
import {
  type ConsumptionFacts,
  countReadings,
  type ListedReading,
  listReadings,
  type ReadingPlace,
} from './reading-store.ts';

type SpanEnds = Pick<RegisterSpan, 'previousValue' | 'value' | 'digitCapacity' | 'coefficient'>;

/** Both values are accepted, so the consumption was already checked and any rollover of the register is possible. */
function spanOf(ends: SpanEnds): RegisterSpan {
  return { ...ends, limit: fromKwh(10 ** ends.digitCapacity * ends.coefficient) };
}

/**
 * kWh of a register since the previous accepted reading: also over a rollover, and over a meter replacement as the sum
 * of both (product.md §7). Null for a first reading, and for a lower value without a rollover.
 */
function kwhSincePrevious(
  value: number,
  facts: ConsumptionFacts,
  rollOverFromPercent: number,
): number | null {
  const { previousValue, installedValue, replaced, digitCapacity, coefficient } = facts;
  if (previousValue !== null) {
    const { kind, energy } = consumptionBetween(
      spanOf({ previousValue, value, digitCapacity, coefficient }),
      rollOverFromPercent,
    );
    return kind === 'lower' ? null : toKwh(energy);
  }
  if (replaced === null) return null;
  const { removedValue, ...old } = replaced;
  const since = spanOf({ previousValue: installedValue, value, digitCapacity, coefficient });
  return toKwh(consumptionOverMeters([spanOf({ ...old, value: removedValue }), since], rollOverFromPercent));
}

const usualLimit = 100;

/** READING_LIST: readings of an account, newest first, including superseded ones, paged by key (decision 0032). */
export const handleReadingList = handleModule(
  READING_LIST,
  ({ db }) =>
    async ({ limit = usualLimit, after, ...filter }) => {
      const found = await listReadings(db, filter, { after, limit: limit + 1 });
      if (found === undefined) return refuse('common.notFound');
      const { count, meters } = await countReadings(db, filter);
      const { rollOverFromPercent } = await cachedReadingRules(db);
      const page = wholeReadings(found, limit);
      return answer({
        readings: page.map(({ row: { submittedAt, ...row }, consumptionFacts }) => ({
          ...row,
          submittedAt: instantToIso(submittedAt),
          kwhSincePrevious:
            row.state === 'accepted'
              ? kwhSincePrevious(row.value, consumptionFacts, rollOverFromPercent)
              : null,
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
