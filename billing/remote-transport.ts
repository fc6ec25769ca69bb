import * as z from 'zod/mini';
import { BillingUnavailable } from './billing-unavailable.ts';
import type { BillingClientOptions } from './client.ts';

export interface RemoteOptions {
  /** Base URL of the back end; modules are called by POST <url>/fm/<NAME>. */
  readonly url: string;
  /** Shared secret; sent as a bearer token. */
  readonly secret: string;
  /** Timeout of an answer. */
  readonly timeoutMs?: number;
}

const answerSchema = z.object({ ok: z.literal(true), data: z.unknown() });
const refusalSchema = z.object({
  ok: z.literal(false),
  code: z.string(),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  details: z.optional(z.unknown()),
});
const resultSchema = z.union([answerSchema, refusalSchema]);

async function post(url: string, secret: string, timeoutMs: number, body: unknown): Promise<unknown> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`answered ${response.status}`);
    return await response.json();
  } catch (error) {
    const slow = error instanceof Error && error.name === 'TimeoutError';
    throw new BillingUnavailable(slow ? 504 : 502, error);
  }
}

/**
 * Function modules over HTTP: one POST per module with `{input, context}`, answered with `{ok: true, data}` or `{ok:
 * false, code, params, details}`. The answer is checked against the declaration. Throws BillingUnavailable 502 for a
 * failed connection or an invalid answer, 504 on a timeout.
 */
export function remote({
  url,
  secret,
  timeoutMs = 10_000,
}: RemoteOptions): BillingClientOptions['transport'] {
  const base = url.replace(/\/+$/, '');
  return async (module, input, context) => {
    const body = await post(`${base}/fm/${module.name}`, secret, timeoutMs, { input, context });
    const result = resultSchema.safeParse(body);
    if (!result.success) throw new BillingUnavailable(502, result.error);
    if (!result.data.ok) {
      const { code, params, details } = result.data;
      return { ok: false, code, ...(params && { params }), ...(details !== undefined && { details }) };
    }
    const data = module.output.safeParse(result.data.data);
    if (!data.success) throw new BillingUnavailable(502, data.error);
    return { ok: true, data: data.data };
  };
}
