import { type LookupAddress, lookup } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPrivateAddress } from '#platform/is-in-networks.ts';

/** Servers of time stamps and of revocation. */
const timeLimitMs = 8000;
/** A token with its certificates has some 5 kB. */
const maxAnswerBytes = 256 * 1024;

export interface AuthorityNetwork {
  /** Production asks no server of a private network, whatever a certificate or a name says. */
  readonly production: boolean;
}

class PrivateAddress extends Error {}

/** Resolves a name to public addresses alone, at the moment of the connection: a name may change between a check and it. */
const lookupPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[] = []) => {
    const isPrivate = found.some(({ address }) => isPrivateAddress(address));
    const problem = error ?? (isPrivate ? new PrivateAddress(hostname) : null);
    const [{ address = '', family = 0 } = {}] = found;
    if (options.all) done(problem, found);
    else done(problem, address, family);
  });
};

function post(url: string, body: Uint8Array, mediaType: string, { production }: AuthorityNetwork) {
  const target = new URL(url);
  const host = target.hostname.replace(/^\[(.*)\]$/, '$1');
  // A connection to an address looks nothing up.
  if (production && isIP(host) !== 0 && isPrivateAddress(host)) throw new PrivateAddress(host);
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const options = {
    method: 'POST',
    agent: false,
    headers: { 'content-type': mediaType, 'content-length': body.length },
    signal: AbortSignal.timeout(timeLimitMs),
    ...(production && { lookup: lookupPublic }),
  };
  return new Promise<IncomingMessage>((resolve, reject) => {
    send(target, options, resolve).on('error', reject).end(body);
  });
}

/**
 * Asks a server of an authority; undefined: it refused, did not answer in time, answered too much, or has a private address in
 * production. The caller has checked that the host is one of a known authority; redirects are not followed.
 */
export async function askAuthority(
  url: string,
  request: Uint8Array,
  kind: 'ocsp' | 'timestamp',
  network: AuthorityNetwork,
): Promise<Buffer | undefined> {
  const mediaType = kind === 'ocsp' ? 'application/ocsp-request' : 'application/timestamp-query';
  try {
    const response = await post(url, request, mediaType, network);
    const { statusCode = 0 } = response;
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    // Leaving the loop ends the connection.
    for await (const chunk of response) {
      bytes += chunk.length;
      if (statusCode < 200 || statusCode >= 300 || bytes > maxAnswerBytes) return undefined;
      chunks.push(chunk);
    }
    return statusCode >= 200 && statusCode < 300 ? Buffer.concat(chunks) : undefined;
  } catch {
    return undefined;
  }
}
