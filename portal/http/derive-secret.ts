import { createHmac } from 'node:crypto';

/** A secret for one purpose, made of the one that signs tokens, so that neither gives the other away. */
export function deriveSecret(tokenSecret: string, purpose: string): Buffer {
  return createHmac('sha256', tokenSecret).update(`svitlo:${purpose}`).digest();
}
