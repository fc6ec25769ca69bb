import type { InputOf, OutputOf } from '#contract/define-call.ts';
import { authSms } from '#contract/identity/sign-up.ts';
import { closeTip, showTip } from '#web/ui/tips.ts';
import { type ApiResult, callApi } from './api.ts';
import { withMinimumDelay } from './minimum-delay.ts';
import { solveWork } from './solve-work.ts';

type Payload = Omit<InputOf<typeof authSms>, 'token' | 'work'>;

function challengeOf(details: unknown): { challenge: string; bits: number } | undefined {
  if (typeof details !== 'object' || details === null) return undefined;
  const { challenge, bits } = details as { challenge?: unknown; bits?: unknown };
  return typeof challenge === 'string' && typeof bits === 'number' ? { challenge, bits } : undefined;
}

/**
 * Asks for a code (an empty one in the pair) or gives one. An address that asks for many codes has to work for the next:
 * the browser does it by itself, says so meanwhile, and asks again.
 */
export async function callSms(
  payload: Payload,
  basicAuth: { login: string; password: string },
): Promise<ApiResult<OutputOf<typeof authSms>>> {
  const result = await withMinimumDelay(callApi(authSms, payload, { basicAuth }));
  if (result.ok || result.failure.code !== 'identity.workNeeded') return result;
  const asked = challengeOf(result.failure.details);
  if (asked === undefined) return result;
  const tip = showTip('info', result.failure.message);
  const nonce = await solveWork(asked.challenge, asked.bits).finally(() => closeTip(tip));
  if (nonce === undefined) return result;
  return callApi(authSms, { ...payload, work: { challenge: asked.challenge, nonce } }, { basicAuth });
}
