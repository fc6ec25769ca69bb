import { type Instant, instantToIso } from '#domain/time/instant.ts';

/** The clock is not right, and nothing is booked by it. */
export class WrongClock extends Error {}

/** The clock is behind the newest booking, so a new entry could fall into a closed month. */
export class ClockBehind extends WrongClock {
  constructor(now: Instant, newest: Instant) {
    super(
      `the clock says ${instantToIso(now)}, but money was booked at ${instantToIso(newest)}: nothing is booked until it is set right`,
    );
  }
}

/** The clock of this machine is not that of the database: what it books could keep others from booking until that moment. */
export class ClockDiffers extends WrongClock {
  /** @param seconds by which the clock is ahead, negative: behind. */
  constructor(seconds: number) {
    const side = seconds > 0 ? 'ahead of' : 'behind';
    super(
      `the clock of this machine is ${Math.abs(seconds)} s ${side} that of the database: nothing is booked until it is set right`,
    );
  }
}

/** Error of a reading submission that certainly stored nothing: safe to retry. */
export class NothingStored extends Error {
  constructor(cause: unknown) {
    super('the reading could not be stored', { cause });
  }
}

/** Unknown function module, or input that its declaration does not allow. */
export class BadModuleRequest extends Error {
  readonly reason: 'unknownModule' | 'badInput';
  /** Problems by the path of the field; empty for an unknown module. */
  readonly issues: readonly { readonly path: string; readonly message: string }[];

  constructor(reason: 'unknownModule' | 'badInput', name: string, issues: BadModuleRequest['issues'] = []) {
    const fields = issues.map((issue) => `${issue.path}: ${issue.message}`).join('; ');
    super(reason === 'unknownModule' ? `unknown function module ${name}` : `bad input of ${name}: ${fields}`);
    this.reason = reason;
    this.issues = issues;
  }
}

const unavailableMessages = {
  502: 'the billing back end is down',
  503: 'the database of the billing back end is unavailable',
  504: 'the billing back end is slow',
};

/** The billing back end does not answer (502), says that its database is unavailable (503), or is slow (504). */
export class BillingUnavailable extends Error {
  readonly httpStatus: 502 | 503 | 504;

  constructor(httpStatus: BillingUnavailable['httpStatus'], cause: unknown) {
    super(unavailableMessages[httpStatus], { cause });
    this.httpStatus = httpStatus;
  }
}
