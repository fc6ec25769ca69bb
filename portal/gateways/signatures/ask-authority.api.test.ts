import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { askAuthority } from './ask-authority.ts';

const request = Buffer.from('question');
let close = () => undefined as unknown;
let asked = 0;

afterEach(() => close());

async function serve(listener: RequestListener): Promise<number> {
  asked = 0;
  const server = createServer((...args) => {
    asked += 1;
    listener(...args);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  close = () => server.close();
  return (server.address() as AddressInfo).port;
}

test('asks by POST and answers what the server sent', async () => {
  const port = await serve((incoming, response) => {
    expect(incoming.headers['content-type']).toBe('application/ocsp-request');
    incoming.pipe(response);
  });
  const answer = await askAuthority(`http://127.0.0.1:${port}/`, request, 'ocsp', { production: false });
  expect(answer).toEqual(request);
});

test.each([
  ['a refusal', 500, {}, 10],
  ['a redirect', 302, { location: '/' }, 10],
  ['more than an answer has', 200, {}, 300_000],
])('answers undefined to %s', async (_, status, headers, size) => {
  const port = await serve((_incoming, response) => {
    response.writeHead(status, headers).end(Buffer.alloc(size));
  });
  const url = `http://127.0.0.1:${port}/`;
  expect(await askAuthority(url, request, 'timestamp', { production: false })).toBeUndefined();
  expect(asked).toBe(1);
});

test.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0x7f.1'])(
  'does not ask %s in production',
  async (host) => {
    const port = await serve((_incoming, response) => void response.end('answer'));
    const url = `http://${host}:${port}/`;
    expect(await askAuthority(url, request, 'ocsp', { production: true })).toBeUndefined();
    expect(asked).toBe(0);
  },
);
