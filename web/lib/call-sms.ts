import type { InputOf, OutputOf } from '#contract/define-call.ts';
import { authSms } from '#contract/identity/sign-up.ts';
import { countLeadingZeroBits } from '#domain/identifiers/leading-zero-bits.ts';
import { closeTip, showTip } from '#web/ui/tip-area.tsx';
import { type ApiResult, callApi } from './api.ts';
import { withMinimumDelay } from './query/minimum-delay.ts';

/** So many hashes are under way at once: the browser works on them off the page's thread. */
const atOnce = 128;

/**
 * A nonce for which SHA-256 of `challenge:nonce` begins with so many zero bits; undefined where the browser has no
 * WebCrypto, as on a page without TLS. The page stays alive meanwhile.
 */
export async function solveWork(challenge: string, bits: number): Promise<string | undefined> {
  const { subtle } = globalThis.crypto ?? {};
  if (subtle === undefined) return undefined;
  const encoder = new TextEncoder();
  for (let start = 0; ; start += atOnce) {
    const hashes = await Promise.all(
      Array.from({ length: atOnce }, (_, index) =>
        subtle.digest('SHA-256', encoder.encode(`${challenge}:${start + index}`)),
      ),
    );
    const found = hashes.findIndex((hash) => countLeadingZeroBits(new Uint8Array(hash)) >= bits);
    if (found >= 0) return String(start + found);
  }
}

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
