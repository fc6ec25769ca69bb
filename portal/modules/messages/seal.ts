import { openText, sealText } from '#platform/seal-text.ts';
import type { MessageParams } from './message.template.ts';

/** Seals the body of a message that waits to be sent. */
export function sealBody(secret: Buffer, body: string): Buffer {
  return sealText(secret, body);
}

/** The body of a message that waits to be sent. Throws when the secret is another. */
export function openBody(secret: Buffer, sealed: Buffer): string {
  return openText(secret, sealed);
}

/** What fills a message that waits to be sent. Throws when the secret is another. */
export function openParams(secret: Buffer, sealed: Buffer): MessageParams {
  const params: unknown = JSON.parse(openBody(secret, sealed));
  if (typeof params !== 'object' || params === null) throw new Error('a body of another shape');
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
}
