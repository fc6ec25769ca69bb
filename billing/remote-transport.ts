import * as z from 'zod/mini';
import type { Module } from './api/define-module.ts';
import { BillingUnavailable } from './billing-errors.ts';
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

/** JSON, or for a module with a file the form of its JSON and the file. */
function bodyOf({ upload }: Module, input: unknown, context: unknown): string | FormData {
  if (upload === undefined) return JSON.stringify({ input, context });
  const { [upload.field]: file, ...fields } = input as Record<string, unknown>;
  if (!(file instanceof Uint8Array)) throw new Error(`${upload.field} is no file`);
  const form = new FormData();
  form.append('payload', JSON.stringify({ input: fields, context }));
  form.append('file', new Blob([file as Uint8Array<ArrayBuffer>]));
  return form;
}

async function post(
  url: string,
  secret: string,
  timeoutMs: number,
  body: string | FormData,
): Promise<unknown> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        authorization: `Bearer ${secret}`,
      },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status === 503) throw new BillingUnavailable(503, new Error('answered 503'));
    if (!response.ok) throw new Error(`answered ${response.status}`);
    return await response.json();
  } catch (error) {
    if (error instanceof BillingUnavailable) throw error;
    const slow = error instanceof Error && error.name === 'TimeoutError';
    throw new BillingUnavailable(slow ? 504 : 502, error);
  }
}

/**
 * Function modules over HTTP: one POST per module with `{input, context}`, beside a file as it is, answered with `{ok: true, data}` or `{ok:
 * false, code, params, details}`. The answer is checked against the declaration. Throws BillingUnavailable 502 for a
 * failed connection or an invalid answer, 503 when the back end answers so, 504 on a timeout.
 */
export function remote({
  url,
  secret,
  timeoutMs = 10_000,
}: RemoteOptions): BillingClientOptions['transport'] {
  const base = url.replace(/\/+$/, '');
  return async (module, input, context) => {
    const body = await post(`${base}/fm/${module.name}`, secret, timeoutMs, bodyOf(module, input, context));
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
