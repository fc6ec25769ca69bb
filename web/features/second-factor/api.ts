import { passSecondFactor, resendSecondFactor } from '#contract/auth.ts';
import { callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { withMinimumDelay } from '#web/lib/minimum-delay.ts';
import { waitOfCode } from '#web/lib/wait-of-code.ts';
import { type ComingIn, comeIn } from '#web/session/come-in.ts';

/** Completes a way in by the code of its second step. */
export async function sendSecondCode(challenge: string, code: string): Promise<ComingIn> {
  return comeIn(await withMinimumDelay(callApi(passSecondFactor, { challenge, code })));
}

/** Has the code of the second step sent again; gives how long until the next may be asked for. */
export function askForSecondCode(challenge: string): Promise<number | ApiFailure> {
  return waitOfCode(withMinimumDelay(callApi(resendSecondFactor, { challenge })));
}
