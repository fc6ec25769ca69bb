import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { countLeadingZeroBits } from '#domain/identifiers/leading-zero-bits.ts';
import type { Instant } from '#domain/time/instant.ts';
import type { KeyRing } from '#platform/key-ring.ts';
import { newId } from '#platform/uuid.ts';
import { networkOf } from '#portal/http/session/network-of.ts';

/** A challenge to work on before a code is sent: the browser finds a nonce whose hash begins with so many zero bits. */
export interface WorkChallenge {
  readonly challenge: string;
  readonly bits: number;
}

/** What a browser found. */
export interface WorkDone {
  readonly challenge: string;
  readonly nonce: string;
}

/** 16,384 hashes on average: under three seconds of a phone whose processor is a sixth of a desk's, four times as long at worst. */
const workBits = 14;
const lifetimeMs = 5 * 60_000;

function signatureOf(secret: Buffer, body: string, address: string): string {
  return createHmac('sha256', secret)
    .update(`${body}|${networkOf(address)}`)
    .digest('base64url');
}

const ringOf = (messages: KeyRing) => messages.derive('code-work');

/** A new challenge for a network: signed, kept nowhere, good for five minutes. */
export function newWork(messages: KeyRing, address: string, now: Instant): WorkChallenge {
  const { id, secret } = ringOf(messages).current;
  const body = `${newId()}.${(now + lifetimeMs).toString(36)}.${workBits}.${id}`;
  return { challenge: `${body}.${signatureOf(secret, body, address)}`, bits: workBits };
}

/**
 * The id of a challenge whose work is done; undefined: the challenge is not ours, is of another network, has expired, or
 * the nonce does not fit. That it is used once is up to whoever takes the id.
 */
export function workIdOf(
  messages: KeyRing,
  { challenge, nonce }: WorkDone,
  address: string,
  now: Instant,
): string | undefined {
  const [id = '', until = '', bits = '', keyId = '', signature = ''] = challenge.split('.');
  const key = ringOf(messages).find(keyId);
  if (key === undefined) return undefined;
  const expected = Buffer.from(signatureOf(key.secret, `${id}.${until}.${bits}.${keyId}`, address));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  if (Number.parseInt(until, 36) <= now) return undefined;
  const hash = createHash('sha256').update(`${challenge}:${nonce}`).digest();
  return countLeadingZeroBits(hash) >= Number(bits) ? id : undefined;
}
