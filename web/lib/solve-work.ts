import { countLeadingZeroBits } from '#domain/identifiers/leading-zero-bits.ts';

/** So many hashes are under way at once: the browser works on them off the page's thread. */
const atOnce = 128;

/**
 * A nonce for which SHA-256 of `challenge:nonce` begins with so many zero bits; undefined where the browser has no
 * WebCrypto, as on a page without TLS. The page stays alive meanwhile.
 */
export async function solveWork(challenge: string, bits: number): Promise<string | undefined> {
  const { subtle } = globalThis.crypto ?? {};
  if (subtle === undefined) return undefined;
  const encoder = new TextEncoder();
  for (let start = 0; ; start += atOnce) {
    const hashes = await Promise.all(
      Array.from({ length: atOnce }, (_, index) =>
        subtle.digest('SHA-256', encoder.encode(`${challenge}:${start + index}`)),
      ),
    );
    const found = hashes.findIndex((hash) => countLeadingZeroBits(new Uint8Array(hash)) >= bits);
    if (found >= 0) return String(start + found);
  }
}
