import { silenceReason } from '../silence-reason.ts';

const longestWords = 120;

/** The provider's error text for an operator, without parts of the request. At most 120 characters; empty when there is none. */
export function providerWords(words: unknown, secrets: readonly string[]): string {
  if (typeof words !== 'string') return '';
  const clean = secrets
    .filter((secret) => secret.length > 0)
    .reduce((text, secret) => text.replaceAll(secret, '…'), words);
  return clean.replace(/\s+/g, ' ').trim().slice(0, longestWords);
}

/** Request timeout; then the provider counts as down. */
export const providerTimeoutMs = 10_000;

/** A JSON response, or the reason why there is none. */
type JsonAnswer =
  | { readonly kind: 'answered'; readonly httpStatus: number; readonly body: unknown }
  | { readonly kind: 'silent'; readonly reason: string };

interface JsonPost {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload: unknown;
  readonly timeoutMs?: number;
}

/** Posts JSON to a provider. Redirects are not followed: the credentials are for this address only. */
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
