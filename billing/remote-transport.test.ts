import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { defineModule } from '#billing/api/define-module.ts';
import { BillingUnavailable } from './billing-errors.ts';
import { remote } from './remote-transport.ts';

const THING_GET = defineModule({
  name: 'THING_GET',
  summary: 'A thing.',
  input: z.object({ id: z.string() }),
  output: z.object({ size: z.number() }),
  failures: ['common.notFound'],
});

const context = { reference: 'R', actor: 'test', sessionId: 'S' };
const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

interface ReceivedRequest {
  url: string | undefined;
  authorization: string | undefined;
  body: string;
}

/** Fake back end with one answer for every request; 'silence' never answers. */
async function backEnd(answer: { status?: number; text: string } | 'silence') {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    requests.push({ url: request.url, authorization: request.headers.authorization, body });
    if (answer === 'silence') return;
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' }).end(answer.text);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const call = remote({ url: `${url}/`, secret: 'the secret', timeoutMs: 300 });
  return { requests, ask: () => call(THING_GET, { id: 'a' }, context) };
}

async function unavailable(ask: () => Promise<unknown>): Promise<number> {
  const error = await ask().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(BillingUnavailable);
  return (error as BillingUnavailable).httpStatus;
}

test('calls a module by one POST with input, context and secret', async () => {
  const { requests, ask } = await backEnd({ text: '{"ok":true,"data":{"size":7}}' });
  expect(await ask()).toEqual({ ok: true, data: { size: 7 } });
  const body = JSON.stringify({ input: { id: 'a' }, context });
  expect(requests).toEqual([{ url: '/fm/THING_GET', authorization: 'Bearer the secret', body }]);
});

test('returns a refusal with its code, params and details', async () => {
  const refusal = { ok: false, code: 'common.notFound', params: { id: 'a' }, details: { why: ['x'] } };
  const { ask } = await backEnd({ text: JSON.stringify(refusal) });
  expect(await ask()).toEqual(refusal);
});

test.each([
  ['an answer that is not as declared', { text: '{"ok":true,"data":{"size":"big"}}' }],
  ['an answer without data', { text: '{"ok":true}' }],
  ['a refusal without a code', { text: '{"ok":false}' }],
  ['null', { text: 'null' }],
  ['a page instead of JSON', { text: '<html></html>' }],
  ['an error of the other side', { status: 500, text: '{"error":"fault"}' }],
  ['a refused secret', { status: 401, text: '{"error":"unauthorized"}' }],
  ['an unknown module', { status: 404, text: '{"error":"unknownModule"}' }],
])('throws BillingUnavailable 502 for %s', async (_, answer) => {
  const { ask } = await backEnd(answer);
  expect(await unavailable(ask)).toBe(502);
});

test('throws BillingUnavailable 502 when the connection is refused', async () => {
  const call = remote({ url: 'http://127.0.0.1:1', secret: 'x', timeoutMs: 300 });
  expect(await unavailable(() => call(THING_GET, { id: 'a' }, context))).toBe(502);
});

test('throws BillingUnavailable 503 when the database of the back end is unavailable', async () => {
  const { ask } = await backEnd({ status: 503, text: '{"error":"fault"}' });
  expect(await unavailable(ask)).toBe(503);
});

test('throws BillingUnavailable 504 on a timeout', async () => {
  const { ask } = await backEnd('silence');
  expect(await unavailable(ask)).toBe(504);
});
