import type { Call } from '#contract/define-call.ts';
import { joinCompany } from '#contract/identity/company-people.ts';
import { checkSession, signInEntity, signInPerson, signOut } from '#contract/identity/sign-in.ts';
import { applyAgreements, authSms, recoverPassword, signUpEntity } from '#contract/identity/sign-up.ts';
import { restoredSoonText } from '#contract/maintenance.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { type CallFailure, fail } from './call-result.ts';

/** Public calls that lead a customer in; what else is public says who the supplier is, reports errors or is of staff. */
const refusedPublicCalls: readonly Call[] = [
  signInPerson,
  signInEntity,
  authSms,
  applyAgreements,
  recoverPassword,
  signUpEntity,
  joinCompany,
];

/** What a session needs to stay, or to end. */
const answeredCalls: readonly Call[] = [checkSession, signOut];

/**
 * Whether maintenance refuses a call of anybody but staff. Callbacks of payment providers, probes, metrics and jobs are no calls:
 * nothing refuses them.
 */
export function isRefusedInMaintenance(call: Call): boolean {
  if (call.audience === 'public') return refusedPublicCalls.includes(call);
  return call.audience !== 'admin' && !answeredCalls.includes(call);
}

/** Says until when, to programs in `details.until` and Retry-After. */
export function refusedInMaintenance(until: Instant, now: Instant): CallFailure {
  const end = instantToIso(until);
  return {
    ...fail('common.restoredSoon', {}, { until: end }),
    message: restoredSoonText(end, now),
    retryAfterSeconds: Math.max(1, Math.ceil((until - now) / 1000)),
  };
}
