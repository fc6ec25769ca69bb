import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { defineCall, type FileType, fileTypes } from '#contract/define-call.ts';
import type { Clock } from '#platform/clock.ts';
import { atRest } from '#platform/testing/at-rest.ts';
import { describeCalls } from './api-docs.ts';
import { sendFile } from './call-result.ts';
import { type MountOptions, mountRoutes } from './mount-routes.ts';
import type { Route } from './route.ts';

const exportCall = defineCall({
  path: '/api/things/export',
  summary: 'Things as a file',
  audience: 'public',
  file: [fileTypes.xlsx, fileTypes.csv],
  input: z.object({}),
  output: z.object({}),
  failures: [],
});

const clock = { now: () => 0 } as unknown as Clock;

const asBuffer = () => Buffer.from('дані');

async function download(
  contentType: FileType | undefined,
  content: () => Parameters<typeof sendFile>[0] = asBuffer,
) {
  const { app, faults } = serving(contentType, content);
  const response = await app.inject({ method: 'POST', url: exportCall.path, payload: {} });
  await app.close();
  return { response, faults };
}

function serving(contentType: FileType | undefined, content: () => Parameters<typeof sendFile>[0]) {
  const app = Fastify();
  const faults: unknown[] = [];
  const handle: Route['handle'] = async () => sendFile(content(), 'Платежі 10.csv', contentType);
  const errorLog = { recordFault: (error: unknown) => void faults.push(error) };
  const options = { clock, errorLog, callLog: undefined, requestsPerMinute: 0 } as unknown as MountOptions;
  mountRoutes(app, [{ call: exportCall, handle } as unknown as Route], options);
  return { app, faults };
}

test("sends a file with the handler's content type and a Unicode name", async () => {
  const { response } = await download(fileTypes.csv);
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(response.headers['cache-control']).toBe('private, no-store');
  expect(decodeURIComponent(String(response.headers['content-disposition']))).toBe(
    "attachment; filename*=UTF-8''Платежі 10.csv",
  );
  expect(response.rawPayload.toString('utf8')).toBe('дані');
});

test('uses the first declared content type by default', async () => {
  const { response } = await download(undefined);
  expect(response.headers['content-type']).toBe(fileTypes.xlsx);
});

test('fails when the call does not declare the content type', async () => {
  const { response, faults } = await download(fileTypes.pdf);
  expect(response.statusCode).toBe(500);
  expect(response.json()).toMatchObject({ status: 'fail', code: 'common.unexpected' });
  expect(response.headers).not.toHaveProperty('content-disposition');
  expect(faults).toHaveLength(1);
});

test('the API description lists every content type', () => {
  const described = describeCalls([exportCall]).paths[exportCall.path] as {
    post: { responses: { 200: { content: object } } };
  };
  expect(Object.keys(described.post.responses[200].content)).toEqual([fileTypes.xlsx, fileTypes.csv]);
});

test('sends a streamed file whole, with its length', async () => {
  const streamed = () => ({ stream: Readable.from([Buffer.from('да'), Buffer.from('ні')]), byteCount: 8 });
  const { response } = await download(fileTypes.csv, streamed);
  expect(response.headers['content-length']).toBe('8');
  expect(response.body).toBe('дані');
});

test('a streamed file is read no further while its reader takes nothing, and ends when the reader goes', async () => {
  const part = Buffer.alloc(65_536);
  const parts = 2000;
  let read = 0;
  async function* content() {
    for (; read < parts; read += 1) yield part;
  }
  const stream = Readable.from(content(), { objectMode: false });
  const { app } = serving(fileTypes.csv, () => ({ stream }));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const sent = request(url + exportCall.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  });
  sent.end('{}');
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.pause();
  expect(await atRest(() => read)).toBeGreaterThan(0);
  // What the buffers of both sockets take, of 125 MiB.
  expect(read).toBeLessThan(parts / 4);
  response.destroy();
  await once(stream, 'close');
  expect(read).toBeLessThan(parts / 4);
  await app.close();
});
