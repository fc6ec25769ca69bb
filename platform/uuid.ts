import { createHash, randomFillSync } from 'node:crypto';
import { v5, v7 } from 'uuid';
import { systemClock } from './clock.ts';

/** Random bytes for 256 ids at once: the system call of each id cost ten times as much as the rest of it. */
const pool = new Uint8Array(256 * 16);
let position = pool.length;

function randomBytes(): Uint8Array {
  if (position === pool.length) {
    randomFillSync(pool);
    position = 0;
  }
  position += 16;
  return pool.subarray(position - 16, position);
}

let msecs = 0;
/** 31 bits that count up within a millisecond. */
let seq = 0;

/**
 * A new id (UUIDv7, RFC 9562): sorts by creation time, also within a millisecond, so that indexes grow at one end. Node's
 * `randomUUIDv7` does not sort within a millisecond, and PostgreSQL 16 has no `uuidv7()`.
 */
export function newId(): string {
  const random = randomBytes();
  const now = systemClock.now();
  if (now > msecs) {
    msecs = now;
    // Below half of the range: so many ids in one millisecond are not made.
    seq = new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 2;
  } else seq += 1;
  return v7({ random, msecs, seq });
}

/**
 * Deterministic id of a name (UUIDv5, RFC 9562).
 * @param space The namespace UUID.
 */
export function uuidOfName(space: string, name: string): string {
  return v5(name, space);
}

/** Deterministic id of some words (UUIDv8, RFC 9562): the same words give the same id. They have no spaces. */
export function uuidOfWords(...words: readonly string[]): string {
  const bytes = createHash('sha256').update(words.join(' ')).digest();
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}
