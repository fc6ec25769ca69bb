import { createHash } from 'node:crypto';
import { countLeadingZeroBits } from '#domain/identifiers/leading-zero-bits.ts';

/** What a browser does: a nonce for which SHA-256 of `challenge:nonce` begins with so many zero bits. */
export function solveWork({ challenge, bits }: { challenge: string; bits: number }) {
  for (let nonce = 0; ; nonce += 1) {
    const hash = createHash('sha256').update(`${challenge}:${nonce}`).digest();
    if (countLeadingZeroBits(hash) >= bits) return { challenge, nonce: String(nonce) };
  }
}
