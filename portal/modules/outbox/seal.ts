import { openText, sealText } from '#platform/seal-text.ts';
import type { MessageParams } from './message.template.ts';

/** Encrypts the body of a queued message. */
export function sealBody(secret: Buffer, body: string): Buffer {
  return sealText(secret, body);
}

/** Decrypts the body of a queued message. Throws when the secret differs. */
export function openBody(secret: Buffer, sealed: Buffer): string {
  return openText(secret, sealed);
}

/** Decrypts the params of a queued message. Throws when the secret differs. */
export function openParams(secret: Buffer, sealed: Buffer): MessageParams {
  const params: unknown = JSON.parse(openBody(secret, sealed));
  if (typeof params !== 'object' || params === null) throw new Error('a body of another shape');
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
}
