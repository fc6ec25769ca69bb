import { createHmac } from 'node:crypto';
import { isSameText } from '#platform/is-same-text.ts';
import type { KeyRing } from '#platform/key-ring.ts';

/** The secret that a played provider shares with us: each has its own, so that none speaks for another. */
export function sandboxSecret(links: KeyRing, provider: string): Buffer {
  return links.derive(`sandbox-bank:${provider}`).current.secret;
}

/** HMAC-SHA256 over the raw body, hexadecimal: how the test bank signs its reports. */
export function signBody(secret: Buffer, body: Buffer): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/** Whether the signature is that of the body; compared in constant time. */
export function isSignatureOf(secret: Buffer, body: Buffer, signature: unknown): boolean {
  return isSameText(signature, signBody(secret, body));
}

/** The key in the address of a pay page, so that nobody reaches the page of another's order by counting. */
export function pageKey(secret: Buffer, orderId: string): string {
  return createHmac('sha256', secret).update(`page:${orderId}`).digest('base64url').slice(0, 22);
}

/** Whether the key opens the page of the order; compared in constant time. */
export function isPageKey(secret: Buffer, orderId: string, key: unknown): boolean {
  return isSameText(key, pageKey(secret, orderId));
}
