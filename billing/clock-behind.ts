import { type Instant, instantToIso } from '#domain/time/instant.ts';

/** The clock is behind the newest booking, so a new entry could fall into a closed month. */
export class ClockBehind extends Error {
  constructor(now: Instant, newest: Instant) {
    super(
      `the clock says ${instantToIso(now)}, but money was booked at ${instantToIso(newest)}: nothing is booked until it is set right`,
    );
  }
}
