import { type Instant, instantToIso } from '#domain/time/instant.ts';

/** The clock of this machine is before money that was booked: what it would book now could come into a closed month. */
export class ClockBehind extends Error {
  constructor(now: Instant, newest: Instant) {
    super(
      `the clock says ${instantToIso(now)}, but money was booked at ${instantToIso(newest)}: nothing is booked until it is set right`,
    );
  }
}
