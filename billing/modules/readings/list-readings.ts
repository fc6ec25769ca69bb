import { answer, refuse } from '#billing/api/define-module.ts';
import { READING_LIST } from '#billing/api/readings.ts';
import { handleModule } from '#billing/module-handler.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { kwhSincePrevious } from './kwh-since-previous.ts';
import { countReadings, type ListedReading, listReadings, type ReadingPlace } from './reading-store.ts';

const usualLimit = 100;

/** READING_LIST: readings of an account, newest first, superseded ones too, in parts by key (decision 0032). */
export const handleReadingList = handleModule(
  READING_LIST,
  ({ db }) =>
    async ({ limit = usualLimit, after, ...filter }) => {
      const found = await listReadings(db, filter, { after, limit: limit + 1 });
      if (found === undefined) return refuse('common.notFound');
      const { count, meters } = await countReadings(db, filter);
      const page = wholeReadings(found, limit);
      return answer({
        readings: page.map(({ row: { submittedAt, ...row }, way }) => ({
          ...row,
          submittedAt: instantToIso(submittedAt),
          kwhSincePrevious: row.state === 'accepted' ? kwhSincePrevious(row.value, way) : null,
        })),
        next: found.length > limit ? (page.at(-1)?.place ?? null) : null,
        meters: [...meters],
        count,
      });
    },
);

/** No more rows than asked for, and no reading cut in two; one of more registers than that comes whole. */
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
