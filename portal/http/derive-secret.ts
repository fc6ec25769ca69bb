import { createHmac } from 'node:crypto';

/** Derives a secret for one purpose from the token secret; neither reveals the other. */
export function deriveSecret(tokenSecret: string, purpose: string): Buffer {
  return createHmac('sha256', tokenSecret).update(`svitlo:${purpose}`).digest();
}
