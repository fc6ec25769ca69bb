import type { Delivery, MessageGateway, OutgoingText } from '../message-gateway.ts';
import { providerTimeoutMs } from '../post-json.ts';
import { isPushService, type PushSubscription, type VapidKeys } from './push-subscription.ts';

/** A subscribed browser, with the keys by which it knows this server. */
interface KnownBrowser {
  readonly subscription: PushSubscription;
  readonly vapid: VapidKeys;
}

/** Looks subscriptions up by id. */
export interface Subscriptions {
  find(subscriptionId: string): Promise<KnownBrowser | undefined>;
  /** Deletes an expired subscription. */
  delete(subscriptionId: string): Promise<void>;
}

export interface WebPushOptions {
  /** Contact for push services: 'https://…' or 'mailto:…'. */
  readonly contact: string;
  /** Allowed origins of push services. */
  readonly services: readonly string[];
  readonly subscriptions: Subscriptions;
  readonly timeoutMs?: number;
}

/** Push TTL: 12 h. */
const keptSeconds = 12 * 3600;
const usualPauseSeconds = 60;
const maxBackoffSeconds = 3600;

/** Retry-After of a busy service; a minute when it is not a number of seconds. */
function pauseOf(response: Response): number {
  const asked = response.headers.get('retry-after') ?? '';
  const seconds = /^\d{1,6}$/.test(asked) ? Number(asked) : usualPauseSeconds;
  return Math.min(Math.max(1, seconds), maxBackoffSeconds);
}

/**
 * Browser notifications through push services (RFC 8030), encrypted for the browser (RFC 8291) and signed by this server
 * (RFC 8292). Expired subscriptions are deleted. The library is loaded with the first message.
 */
export function createWebPushGateway(options: WebPushOptions): MessageGateway {
  const { contact, services, subscriptions, timeoutMs = providerTimeoutMs } = options;

  async function post(
    { subscription, vapid }: KnownBrowser,
    message: OutgoingText,
  ): Promise<Response | undefined> {
    const { default: webPush } = await import('web-push');
    const shown = { title: message.subject ?? '', body: message.text, path: message.path ?? '/' };
    const { endpoint, headers, body } = webPush.generateRequestDetails(subscription, JSON.stringify(shown), {
      vapidDetails: { subject: contact, ...vapid },
      TTL: keptSeconds,
      contentEncoding: 'aes128gcm',
    });
    // Its length is counted where it is sent.
    const { 'Content-Length': _counted, ...rest } = headers;
    const payload = new Uint8Array(body);
    try {
      return await fetch(endpoint, {
        method: 'POST',
        headers: Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)])),
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch {
      return undefined;
    }
  }

  async function send(message: OutgoingText): Promise<Delivery> {
    const browser = await subscriptions.find(message.recipient);
    if (browser === undefined) return { kind: 'refused', reason: 'no subscription' };
    if (!isPushService(browser.subscription.endpoint, services)) {
      await subscriptions.delete(message.recipient);
      return { kind: 'refused', reason: 'not a push service' };
    }
    const response = await post(browser, message);
    if (response === undefined) return { kind: 'failed', reason: 'no answer' };
    await response.body?.cancel();
    const { status, ok } = response;
    if (ok) return { kind: 'sent', reference: message.messageId };
    const reason = `HTTP ${status}`;
    if (status === 404 || status === 410) {
      await subscriptions.delete(message.recipient);
      return { kind: 'refused', reason };
    }
    if (status === 429) return { kind: 'failed', reason, retryAfterSeconds: pauseOf(response) };
    return { kind: status >= 500 ? 'failed' : 'refused', reason };
  }

  return { name: 'webpush', channel: 'push', send };
}
