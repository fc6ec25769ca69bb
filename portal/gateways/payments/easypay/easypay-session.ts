import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Instant } from '#domain/time/instant.ts';
import type { Clock } from '#platform/clock.ts';
import { askProvider, type ProviderAnswer } from '../ask-provider.ts';
import { ProviderUnavailable } from '../payment-gateway.ts';

/** Header `Sign` of both directions: base64(sha256(secret key + raw body)) (facts 5.5). */
export function easypaySignature(body: Buffer | string, secretKey: string): string {
  return createHash('sha256').update(secretKey).update(body).digest('base64');
}

const provider = 'easypay';
/** EasyPay keeps an app for 90 days. */
const appLifeMs = 24 * 3_600_000;

export interface EasypayOptions {
  readonly partnerKey: string;
  readonly serviceKey: string;
  readonly secretKey: string;
  /** Without a path, e.g. https://merchantapi.easypay.ua. */
  readonly url: string;
  readonly clock: Clock;
  readonly timeoutMs?: number | undefined;
}

const idField = z.string().check(z.minLength(1), z.maxLength(100));
const appSchema = z.object({ appId: idField });
const pageSchema = z.object({ pageId: idField });
const errorSchema = z.object({ error: z.object({ errorCode: z.optional(z.nullable(z.string())) }) });

/** The code of an error in an answer; undefined: it has none. Words that may repeat what it was told are left out. */
export function easypayErrorOf({ httpStatus, body }: ProviderAnswer): string | undefined {
  const parsed = errorSchema.safeParse(body);
  if (!parsed.success) return httpStatus >= 400 ? `HTTP ${httpStatus}` : undefined;
  const code = parsed.data.error.errorCode ?? '';
  return /^[A-Za-z0-9_]{1,60}$/.test(code) ? code : 'no code';
}

/**
 * Asks EasyPay (facts 5.5): an app once a day, a page for each question, then the question itself, signed over its bytes.
 * @throws ProviderUnavailable when it does not answer, or gives no app and no page.
 */
export function createEasypaySession({ partnerKey, secretKey, url, clock, timeoutMs }: EasypayOptions) {
  let app: { readonly id: Promise<string>; readonly until: Instant } | undefined;

  function post(
    path: string,
    body: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<ProviderAnswer> {
    return askProvider({
      provider,
      url: url + path,
      headers: { 'content-type': 'application/json', PartnerKey: partnerKey, locale: 'ua', ...headers },
      body,
      timeoutMs,
    });
  }

  async function createApp(): Promise<string> {
    const answer = await post('/api/system/createApp', '{}', {});
    const parsed = appSchema.safeParse(answer.body);
    const error = easypayErrorOf(answer);
    if (error !== undefined || !parsed.success)
      throw new ProviderUnavailable(provider, `no app: ${error ?? 'shape'}`);
    return parsed.data.appId;
  }

  function currentApp(): Promise<string> {
    if (app === undefined || clock.now() >= app.until) {
      const id = createApp();
      const made = { id, until: (clock.now() + appLifeMs) as Instant };
      app = made;
      id.catch(() => {
        if (app === made) app = undefined;
      });
    }
    return app.id;
  }

  async function createPage(): Promise<{ readonly AppId: string; readonly PageId: string }> {
    const AppId = await currentApp();
    const answer = await post('/api/system/createPage', '{}', { AppId });
    const parsed = pageSchema.safeParse(answer.body);
    const error = easypayErrorOf(answer);
    if (error === undefined && parsed.success) return { AppId, PageId: parsed.data.pageId };
    // The app may be known there no more: the next question brings a new one.
    app = undefined;
    throw new ProviderUnavailable(provider, `no page: ${error ?? 'shape'}`);
  }

  return {
    /** A question about orders. Its answer may be an error: `easypayErrorOf`. */
    async ask(path: string, question: Readonly<Record<string, unknown>>): Promise<ProviderAnswer> {
      const page = await createPage();
      const body = JSON.stringify(question);
      return post(path, body, { ...page, Sign: easypaySignature(body, secretKey) });
    },
  };
}
