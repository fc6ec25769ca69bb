import { passSecondFactor, resendSecondFactor } from '#contract/identity/sign-in.ts';
import { callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { withMinimumDelay } from '#web/lib/minimum-delay.ts';
import { type CodeWait, waitOfCode } from '#web/lib/wait-of-code.ts';
import { type SignInAnswer, signIn } from '#web/session/sign-in.ts';

/** Completes a sign-in with the code of the second factor. */
export async function sendSecondCode(challenge: string, code: string): Promise<SignInAnswer> {
  return signIn(await withMinimumDelay(callApi(passSecondFactor, { challenge, code })));
}

/** Requests the code of the second factor again; answers the wait before the next one. */
export function requestSecondCode(challenge: string): Promise<CodeWait | ApiFailure> {
  return waitOfCode(withMinimumDelay(callApi(resendSecondFactor, { challenge })));
}
