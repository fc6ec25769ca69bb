import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptUploadsOnly, openUpload, UploadError } from './read-upload.ts';

const maxBytes = 100_000;
const app = Fastify();
/** What became of each upload: bytes of its file, or why it was refused. */
const outcomes: (number | string)[] = [];
/** The sockets of the server by which uploads came. */
const sockets: Socket[] = [];
let port: number;

beforeAll(async () => {
  await app.register(async (scope) => {
    await acceptUploadsOnly(scope);
    scope.post('/', async (request, reply) => {
      sockets.push(request.raw.socket);
      try {
        const upload = await openUpload(request, reply, maxBytes);
        if ((upload.payload as { isRefused?: boolean }).isRefused) return await reply.code(401).send();
        const { length } = await upload.readFile();
        outcomes.push(length);
        return await reply.send({ length, payload: upload.payload });
      } catch (error) {
        outcomes.push(error instanceof UploadError ? error.reason : 'notJson');
        throw error;
      }
    });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});

afterAll(() => app.close());

const payloadPart = (text = '{"a":1}') =>
  `--b\r\ncontent-disposition: form-data; name="payload"\r\n\r\n${text}\r\n`;
const fileHead = '--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n';
const filePart = (size: number) => `${fileHead}${'x'.repeat(size)}\r\n`;

async function send(body: string, contentType = 'multipart/form-data; boundary=b') {
  const headers = { 'content-type': contentType };
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
  return { status: response.status, outcome: outcomes.pop() };
}

test.each([0, 1, maxBytes])('openUpload takes a file of %i bytes', async (size) => {
  expect(await send(`${payloadPart()}${filePart(size)}--b--\r\n`)).toEqual({ status: 200, outcome: size });
});

test.each([
  ['a file of one byte too many', `${payloadPart()}${filePart(maxBytes + 1)}--b--\r\n`, 413, 'tooLarge'],
  ['a request far too long', `${payloadPart()}${filePart(3 * maxBytes)}--b--\r\n`, 413, 'tooLarge'],
  ['no file', `${payloadPart()}--b--\r\n`, 400, 'missingFile'],
  ['a second file', `${payloadPart()}${filePart(3)}${filePart(3)}--b--\r\n`, 400, 'malformed'],
  ['a field after the file', `${payloadPart()}${filePart(3)}${payloadPart()}--b--\r\n`, 400, 'malformed'],
  ['a second field', `${payloadPart()}${payloadPart()}${filePart(3)}--b--\r\n`, 400, 'malformed'],
  ['a file before the payload', `${filePart(3)}${payloadPart()}--b--\r\n`, 400, 'malformed'],
  ['a file without its end', `${payloadPart()}${fileHead}xxx`, 400, 'malformed'],
  ['a form without parts', '--b--\r\n', 400, 'malformed'],
  ['an empty body', '', 400, 'malformed'],
  ['a payload that is no JSON', `${payloadPart('{')}${filePart(3)}--b--\r\n`, 400, 'notJson'],
  ['a prototype', `${payloadPart('{"__proto__":{"a":1}}')}${filePart(3)}--b--\r\n`, 400, 'notJson'],
  [
    'a long payload',
    `${payloadPart(`"${'x'.repeat(70_000)}"`)}${filePart(3)}--b--\r\n`,
    413,
    'payloadTooLarge',
  ],
])('openUpload refuses %s', async (_, body, status, outcome) => {
  expect(await send(body)).toEqual({ status, outcome });
});

test('openUpload refuses a form without a boundary, and the scope takes no JSON', async () => {
  expect(await send('x', 'multipart/form-data')).toEqual({ status: 400, outcome: 'malformed' });
  expect(await send('{}', 'application/json')).toEqual({ status: 415, outcome: undefined });
});

/** A request whose body is sent by hand: it says that it is 1 GB long. */
async function begin(text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const head = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\n';
  socket.write(`${head}content-length: 1000000000\r\n\r\n${text}`);
  return socket;
}

test('openUpload lets a caller be refused before the file comes', async () => {
  const socket = await begin(payloadPart('{"isRefused":true}') + fileHead);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toContain('401');
  socket.destroy();
});

test('openUpload refuses a file that is announced too long, and reads no more than an allowed one', async () => {
  const socket = await begin(payloadPart() + fileHead);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toContain('413');
  expect(outcomes.pop()).toBe('tooLarge');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const timer = setInterval(() => socket.destroyed || socket.write(Buffer.alloc(50_000)), 1);
  await closed;
  clearInterval(timer);
  expect(socket.bytesWritten).toBeLessThan(20_000_000);
});

test('openUpload refuses a file whose connection breaks', async () => {
  const earlier = sockets.length;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const head = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\n';
  socket.write(`${head}content-length: 90000\r\n\r\n${payloadPart()}${fileHead}${'x'.repeat(30_000)}`);
  await expect.poll(() => sockets[earlier]?.bytesRead).toBeGreaterThan(30_000);
  socket.destroy();
  await expect.poll(() => outcomes.pop()).toBe('malformed');
});
