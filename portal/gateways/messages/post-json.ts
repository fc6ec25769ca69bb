import { silenceReason } from '../silence-reason.ts';

/** Longer than this a provider is down. */
export const providerTimeoutMs = 10_000;

/** A provider's answer in JSON, or why there is none. */
export type JsonAnswer =
  | { readonly kind: 'answered'; readonly httpStatus: number; readonly body: unknown }
  | { readonly kind: 'silent'; readonly reason: string };

export interface JsonPost {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload: unknown;
  readonly timeoutMs?: number;
}

/** Posts JSON to a provider. Follows no redirect: the credentials are for this address alone. */
export async function postJson({ url, headers, payload, timeoutMs }: JsonPost): Promise<JsonAnswer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', accept: 'application/json', ...headers },
      body: JSON.stringify(payload),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs ?? providerTimeoutMs),
    });
    const text = await response.text();
    try {
      return { kind: 'answered', httpStatus: response.status, body: JSON.parse(text) };
    } catch {
      return { kind: 'silent', reason: `HTTP ${response.status} without JSON` };
    }
  } catch (error) {
    return { kind: 'silent', reason: silenceReason(error) };
  }
}
