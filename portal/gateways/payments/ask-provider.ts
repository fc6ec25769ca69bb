import * as z from 'zod/mini';
import { type Kopiykas, moneyToWire, parseMoney } from '#domain/money.ts';
import { silenceReason } from '../silence-reason.ts';
import { ProviderUnavailable } from './payment-gateway.ts';

/**
 * A field of a report that decides nothing: read when it is readable, else left out. Only order, status, sum, currency and merchant
 * may refuse a signed report.
 */
export const evidenceField = <Schema extends z.core.$ZodType>(schema: Schema) =>
  z.catch(z.optional(z.nullable(schema)), undefined);

/** A sum as the number of JSON that some providers want, in hryvnias: 432.5. Only to be written, never to be counted with. */
export function hryvniaNumber(sum: Kopiykas): number {
  return Number(moneyToWire(sum));
}

/**
 * The sum that a provider writes in hryvnias, as a number or a text: 432.5, 3.000000, "432.50". Exact, for a number with at
 * most 15 digits is written back as it was read. Undefined: it is no sum, is below zero, or has parts of a kopiyka.
 */
export function sumOfHryvnias(written: number | string): Kopiykas | undefined {
  const sum = parseMoney(String(written));
  return sum === undefined || sum < 0n ? undefined : sum;
}

/** Request timeout; then the provider counts as down. */
const providerTimeoutMs = 10_000;

interface ProviderQuestion {
  /** Provider name for error messages. */
  readonly provider: string;
  readonly url: string;
  /** Body of a POST, sent unchanged because it may be signed; absent: a GET. */
  readonly body?: string;
  /** Content type and authentication headers. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number | undefined;
}

export interface ProviderAnswer {
  /** 2xx or 4xx other than 429. */
  readonly httpStatus: number;
  /** Parsed JSON. */
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
 * Requests JSON from a provider. Redirects are not followed: the credentials are for this address only.
 * @throws ProviderUnavailable on a timeout, 429, 3xx, 5xx and invalid JSON; its message contains no address and no
 * secret.
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
