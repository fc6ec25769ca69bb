import { readFileSync } from 'node:fs';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';

/** Source of the current time. Injected everywhere, so that tests can set the date. */
export interface Clock {
  now(): Instant;
}

/** The system clock: the only place that reads it. */
export const systemClock: Clock = {
  now: () => Date.now() as Instant,
};

/** The clock of this machine, to compare with that of another: tests that set the time of a whole process leave it alone. */
export const machineClock: Clock = {
  now: () => systemClock.now(),
};

/** Milliseconds that no setting of the system clock moves: for how long something is kept. Tests move it by a spy. */
export const monotonicClock = {
  now: () => performance.now(),
};

/**
 * A clock that a test sets from another process: it goes to the instant (ISO 8601) in a file when that is first seen there, and
 * runs on. @throws RangeError when the file has no instant.
 */
function clockOfFile(file: string): Clock {
  let seen: string | undefined;
  let offsetMs = 0;
  function now(): Instant {
    const text = readFileSync(file, 'utf8').trim();
    if (text !== seen) {
      offsetMs = instantFromIso(text) - systemClock.now();
      seen = text;
    }
    return (systemClock.now() + offsetMs) as Instant;
  }
  now();
  return { now };
}

/** The clock of a process of the product: the system's, or one that a test sets. */
export function createClock({ testClockFile }: { readonly testClockFile: string | undefined }): Clock {
  return testClockFile === undefined ? systemClock : clockOfFile(testClockFile);
}
