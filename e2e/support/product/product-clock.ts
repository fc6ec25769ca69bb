import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf, kyivInstant } from '#domain/time/kyiv.ts';
import { addDays, dayNumber, type LocalDate } from '#domain/time/local-date.ts';
import { systemClock } from '#platform/clock.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';

/** The clock of a running product, which a journey sets; it goes on from there. */
export interface ProductClock {
  /** Settings for `startTestEnvironment`. */
  readonly environment: Readonly<Record<string, string>>;
  /** Epoch milliseconds. */
  set(instant: Instant): void;
  remove(): Promise<void>;
}

/**
 * A clock that begins at `start`, the real time by default. Browsers keep their own (`page.clock`), and so does the job queue: what waits
 * there for a moment waits by the clock of the database.
 */
export async function createProductClock(start: Instant = systemClock.now()): Promise<ProductClock> {
  const folder = await temporaryDataFolder();
  const file = join(folder.path, 'instant');
  const set = (instant: Instant) => {
    // The product never reads half a file.
    writeFileSync(`${file}.new`, instantToIso(instant));
    renameSync(`${file}.new`, file);
  };
  set(start);
  return {
    environment: { TEST_CLOCK_FILE: file, NODE_ENV: 'test' },
    set,
    remove: () => folder.remove(),
  };
}

/** The next noon in Kyiv that is no Saturday or Sunday: operators are at work. */
export function nextWorkingNoon(now: Instant = systemClock.now(), day: LocalDate = kyivDateOf(now)): Instant {
  const noon = kyivInstant(day, 12, 0);
  // The day of number 0 was a Thursday.
  const isWeekend = [2, 3].includes(dayNumber(day) % 7);
  return noon < now || isWeekend ? nextWorkingNoon(now, addDays(day, 1)) : noon;
}
