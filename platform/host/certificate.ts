import { connect } from 'node:tls';
import type { Instant } from '#domain/time/instant.ts';

/** What the server of an HTTPS address shows. */
export interface ShownCertificate {
  readonly validTo: Instant;
  /** Why browsers refuse it, as OpenSSL names it (`CERT_HAS_EXPIRED`); undefined: they accept it. */
  readonly problem: string | undefined;
}

const httpsPort = 443;

/**
 * Makes a TLS handshake with the server of an address, and nothing else.
 * @throws Error when there is no answer within the time, or none by TLS.
 */
export function readCertificate(url: string, timeoutMs: number): Promise<ShownCertificate> {
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: port === '' ? httpsPort : Number(port),
      // An address is no name of a server.
      ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
      // A certificate that is wrong is what is looked for; nothing is sent.
      rejectUnauthorized: false,
      timeout: timeoutMs,
    });
    socket.once('secureConnect', () => {
      const { valid_to: validTo } = socket.getPeerCertificate();
      const error: unknown = socket.authorizationError;
      const problem = error === undefined || error === null ? undefined : String(error);
      socket.destroy();
      resolve({ validTo: Date.parse(validTo) as Instant, problem });
    });
    socket.once('timeout', () => socket.destroy(new Error(`no answer within ${timeoutMs} ms`)));
    socket.once('error', reject);
  });
}
