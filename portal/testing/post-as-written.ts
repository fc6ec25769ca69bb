import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** POSTs to a listening server with an unnormalised request target; returns the status. */
export function postAsWritten(
  app: FastifyInstance,
  target: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const { port } = app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const asked = request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: target,
      agent: false,
      headers: { 'content-type': 'application/json', ...headers },
    });
    asked.on('error', reject);
    asked.on('response', (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    asked.end('{}');
  });
}

/** Equivalent spellings of a path: as it is, with percent escapes, and as an absolute URL. */
export function spellingsOf(path: string): string[] {
  const escapedWhole = [...path]
    .map((sign, index) => {
      const hex = sign.charCodeAt(0).toString(16);
      if (sign === '/') return sign;
      return `%${index % 2 === 0 ? hex : hex.toUpperCase()}`;
    })
    .join('');
  const escapedOnce = path.replace('a', '%61');
  return [
    path,
    escapedOnce,
    escapedWhole,
    `http://x${path}`,
    `http://x${escapedOnce}`,
    `HTTPS://user@x:1${escapedWhole}?y`,
  ];
}
