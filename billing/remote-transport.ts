import type { ModuleResult } from '#billing/api/define-module.ts';
import { BillingUnavailable } from './billing-unavailable.ts';
import type { BillingClientOptions } from './client.ts';

export interface RemoteOptions {
  /** Address of the back end; a module is POST <url>/fm/<NAME>. */
  readonly url: string;
  /** Secret that both sides share; sent as a bearer token. */
  readonly secret: string;
  /** Longest wait for an answer. */
  readonly timeoutMs?: number;
}

/**
 * Function modules over HTTP: one POST per module with `{input, context}`, answered with
 * `{ok: true, data}` or `{ok: false, code, params, details}`. The answer is checked against the declaration.
 * Throws BillingUnavailable 502 when the other side is down or answers nonsense, 504 when it is slow.
 */
export function remote({
  url,
  secret,
  timeoutMs = 10_000,
}: RemoteOptions): BillingClientOptions['transport'] {
  return async (module, input, context) => {
    let body: unknown;
    try {
      const response = await fetch(`${url.replace(/\/$/, '')}/fm/${module.name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
        body: JSON.stringify({ input, context }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok) throw new Error(`answered ${response.status}`);
      body = await response.json();
    } catch (error) {
      const slow = error instanceof Error && error.name === 'TimeoutError';
      throw new BillingUnavailable(slow ? 504 : 502, error);
    }
    const result = body as ModuleResult<unknown>;
    if (!result.ok) return result;
    const parsed = module.output.safeParse(result.data);
    if (!parsed.success) throw new BillingUnavailable(502, parsed.error);
    return { ok: true, data: parsed.data };
  };
}
