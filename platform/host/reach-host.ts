import { connect } from 'node:net';
import { readCertificate } from './certificate.ts';

const httpPort = 80;

function connectTo(host: string, port: number, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: timeoutMs });
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
    socket.once('timeout', () => socket.destroy(new Error(`no answer within ${timeoutMs} ms`)));
    socket.once('error', reject);
  });
}

/**
 * Connects to the host of an HTTP or HTTPS address, by TLS for HTTPS, and sends no request.
 * @throws Error when it does not answer in time, or shows a certificate that is refused.
 */
export async function reachHost(url: string, timeoutMs: number): Promise<void> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol === 'https:') {
    const { problem } = await readCertificate(url, timeoutMs);
    if (problem !== undefined) throw new Error(problem);
    return;
  }
  await connectTo(hostname.replace(/^\[|\]$/g, ''), port === '' ? httpPort : Number(port), timeoutMs);
}
