import { timeStampRequest } from '#platform/signatures/time-stamp.ts';
import { type AuthorityNetwork, askAuthority } from '#portal/gateways/signatures/ask-authority.ts';
import { hostsOf, isKnownUrl } from './add-signature.ts';
import type { TrustedAuthority } from './authorities/authority-store.ts';
import { readTimeStampInWorker } from './signature-workers.ts';

/** Servers that are tried one after the other. */
const maxServers = 2;

/**
 * A time stamp of a digest by the server that is wanted, when its host is one of a known authority, else by those that authorities
 * have; null: none of them answered.
 */
export async function askForTimeStamp(
  digest: Uint8Array,
  wantedUrl: string | undefined,
  trusted: readonly TrustedAuthority[],
  network: AuthorityNetwork,
): Promise<Buffer | null> {
  const known = trusted.flatMap(({ tspUrl }) => tspUrl ?? []);
  const wanted = wantedUrl !== undefined && isKnownUrl(wantedUrl, hostsOf(trusted)) ? [wantedUrl] : [];
  for (const url of [...new Set([...wanted, ...known])].slice(0, maxServers)) {
    const answer = await askAuthority(url, timeStampRequest(digest), 'timestamp', network);
    const token = answer === undefined ? null : await readTimeStampInWorker(answer, digest);
    if (token !== null) return Buffer.from(token);
  }
  return null;
}
