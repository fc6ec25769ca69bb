import { silenceReason } from '../silence-reason.ts';
import { ProviderUnavailable } from './payment-gateway.ts';

/** Longer than this a provider is down. */
export const providerTimeoutMs = 10_000;

export interface ProviderQuestion {
  /** Who is asked, for the words of an error. */
  readonly provider: string;
  readonly url: string;
  /** Sent by POST as it is, for a signature may be over it; absent: a GET. */
  readonly body?: string;
  /** The type of the body and what proves that it is ours. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number | undefined;
}

export interface ProviderAnswer {
  /** 2xx or 4xx other than 429. */
  readonly httpStatus: number;
  /** What was read of the JSON. */
  readonly body: unknown;
  readonly text: string;
  readonly headers: Headers;
}

function parse(text: string): { readonly body: unknown } | undefined {
  try {
    return { body: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/**
 * Asks a provider that answers in JSON. Follows no redirect: what proves that it is us is for this address alone.
 * @throws ProviderUnavailable on silence, 429, 3xx, 5xx, and on what is no JSON; its words hold no address and no secret.
 */
export async function askProvider(question: ProviderQuestion): Promise<ProviderAnswer> {
  const { provider, url, body, headers, timeoutMs = providerTimeoutMs } = question;
  const unavailable = (reason: string) => new ProviderUnavailable(provider, reason);
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { accept: 'application/json', ...headers },
      ...(body !== undefined && { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    text = await response.text();
  } catch (error) {
    throw unavailable(silenceReason(error));
  }
  const { status: httpStatus } = response;
  if (httpStatus === 429) {
    const seconds = /^\d{1,6}$/.exec(response.headers.get('retry-after') ?? '')?.[0];
    throw unavailable(seconds === undefined ? 'HTTP 429' : `HTTP 429, again in ${seconds} s`);
  }
  if (httpStatus >= 500 || (httpStatus >= 300 && httpStatus < 400)) throw unavailable(`HTTP ${httpStatus}`);
  const parsed = parse(text);
  if (parsed === undefined) throw unavailable(`HTTP ${httpStatus} without JSON`);
  return { httpStatus, body: parsed.body, text, headers: response.headers };
}
