/** The billing back end does not answer (502) or not in time (504). */
export class BillingUnavailable extends Error {
  readonly httpStatus: 502 | 504;

  constructor(httpStatus: 502 | 504, cause: unknown) {
    super(httpStatus === 504 ? 'the billing back end is slow' : 'the billing back end is down', { cause });
    this.httpStatus = httpStatus;
  }
}
