import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { withoutMapping } from '#platform/is-in-networks.ts';

/**
 * The address in an entry of X-Forwarded-For as proxies write it: with a port, in brackets, in quotes, with a zone, mapped to IPv6.
 * Undefined: it is none ("unknown", a name).
 */
export function parseAddress(entry: string): string | undefined {
  const plain = entry.trim().replace(/^"(.*)"$/, '$1');
  const [, bracketed, dotted] = /^\[([^\]]*)\](?::\d*)?$|^(\d[\d.]*):\d*$/.exec(plain) ?? [];
  const [address = ''] = (bracketed ?? dotted ?? plain).split('%', 1);
  return isIP(address) === 0 ? undefined : withoutMapping(address);
}

/** The addresses of X-Forwarded-For after the last entry that is none: who wrote what stands before is not known. */
export function tidyForwarded(header: string): string {
  const addresses = header.split(',').map(parseAddress);
  return addresses.slice(addresses.lastIndexOf(undefined) + 1).join(', ');
}

/** Makes X-Forwarded-For a list of addresses before it is read: an address is a key of limits, logs and allowed networks. */
export function tidyForwardedAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    const forwarded = headers['x-forwarded-for'];
    if (forwarded !== undefined) {
      const tidied = tidyForwarded(String(forwarded));
      if (tidied === '') delete headers['x-forwarded-for'];
      else headers['x-forwarded-for'] = tidied;
    }
    done();
  });
}

/** The address of the caller, behind trusted proxies the one that they name. */
export const addressOf = (request: FastifyRequest): string => withoutMapping(request.ip);
