import { openText, sealText } from '#platform/seal-text.ts';

/** Seals the body of a message that waits to be sent. */
export function sealBody(secret: Buffer, body: string): Buffer {
  return sealText(secret, body);
}

/** The body of a message that waits to be sent. Throws when the secret is another. */
export function openBody(secret: Buffer, sealed: Buffer): string {
  return openText(secret, sealed);
}
