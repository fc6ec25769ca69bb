import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { addStatementPart, openStatement } from '#contract/bank-statements.ts';
import type { Call } from '#contract/define-call.ts';
import { addPhoto, maxPhotoMb } from '#contract/readings.ts';
import { statementPartBytes } from '#contract/values/bank-statement.ts';
import { newId } from '#platform/uuid.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { smallJpeg } from '#portal/testing/make-picture.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';

let cabinet: TestApp;
let folder: string;
let account: string;
let token: string;
let administrator: string;
let port: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'uploads-'));
  cabinet = await startTestApp(undefined, { SVITLO_DATA: folder, WORK_SECONDS: '0' });
  await makeSupplier(cabinet.billingDb);
  account = (await makeAccount(cabinet.billingDb)).accountNumber;
  token = await cabinet.signIn([account]);
  administrator = await cabinet.signIn([], 'admin');
  await cabinet.app.listen({ port: 0, host: '127.0.0.1' });
  port = (cabinet.app.server.address() as AddressInfo).port;
});

afterAll(async () => {
  await cabinet.close();
  await rm(folder, { recursive: true, force: true });
});

const photoOf = (more: object = {}) => ({ token, account, requestId: newId(), ...more });

async function openOf(byteCount: number): Promise<number> {
  const file = { format: 'kiosk-daily', fileName: 'день.csv', byteCount };
  return (await cabinet.post(openStatement, { token: administrator, ...file })).body.statement.statement;
}

const payloadPart = (payload: object) =>
  `--b\r\ncontent-disposition: form-data; name="payload"\r\n\r\n${JSON.stringify(payload)}\r\n`;
const fileHead = '--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n';

async function sendForm(call: Call, form: string) {
  const response = await cabinet.app.inject({
    method: 'POST',
    url: call.path,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: form,
  });
  const { code, issues } = response.json();
  return { httpStatus: response.statusCode, code, issues };
}

const nothingKept = async () => {
  const photos = await sql`select 1 from portal.stored_file`.execute(cabinet.portalDb);
  const parts = await sql`select 1 from billing.bank_statement_part`.execute(cabinet.billingDb);
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  return { photos: photos.rows.length, parts: parts.rows.length, files };
};
const nothing = { photos: 0, parts: 0, files: [] };

test('an upload without a file is refused with the path of the file', async () => {
  const issues = [{ path: 'file', code: 'field.required', message: "Це поле обов'язкове для заповнення" }];
  const statement = await openOf(10);
  const part = { token: administrator, statement, part: 1, isLast: true };
  for (const [call, payload] of [
    [addPhoto, photoOf()],
    [addStatementPart, part],
    [addStatementPart, { ...part, file: Buffer.alloc(0) }],
  ] as const) {
    const { httpStatus, body } = await cabinet.post(call, payload);
    expect([httpStatus, body.code, body.issues]).toEqual([400, 'common.badRequest', issues]);
  }
});

test('a file that is too large is refused: a photo by its own text, a part with 413', async () => {
  const photo = await cabinet.post(addPhoto, photoOf({ file: Buffer.alloc(maxPhotoMb * 1024 * 1024 + 1) }));
  expect(outcomeOf(photo)).toBe('422 readings.photoRefused');
  expect(photo.body.message).toContain('5 МБ');
  const file = Buffer.alloc(statementPartBytes + 1);
  const statement = await openOf(10_000_000);
  const part = { token: administrator, statement, part: 1, isLast: false, file };
  expect(outcomeOf(await cabinet.post(addStatementPart, part))).toBe('413 common.badRequest');
  expect(await nothingKept()).toEqual(nothing);
});

test.each(['', 'content-type: application/json\r\n', 'content-type: application/json; charset=utf-8\r\n'])(
  'the payload is read as text and as JSON: "%s"',
  async (type) => {
    const form = `--b\r\ncontent-disposition: form-data; name="payload"\r\n${type}\r\n`;
    const send = async (payload: string) => {
      const { httpStatus, code } = await sendForm(addPhoto, `${form}${payload}\r\n${fileHead}x\r\n--b--\r\n`);
      return [httpStatus, code];
    };
    expect(await send(JSON.stringify(photoOf({ account: '0000000000' })))).toEqual([404, 'common.notFound']);
    for (const broken of ['{"a":', '{"__proto__":{"x":1}}'])
      expect(await send(broken)).toEqual([400, 'common.badRequest']);
  },
);

test('a second file, a broken form and another content type are refused', async () => {
  const form = payloadPart(photoOf());
  const refused = { httpStatus: 400, code: 'common.badRequest', issues: undefined };
  for (const end of [`${fileHead}x\r\n${fileHead}x\r\n--b--\r\n`, `${fileHead}x`])
    expect(await sendForm(addPhoto, `${form}${end}`)).toEqual(refused);
  for (const contentType of ['application/json', 'text/plain']) {
    const response = await cabinet.app.inject({
      method: 'POST',
      url: addPhoto.path,
      headers: { 'content-type': contentType },
      payload: JSON.stringify(photoOf()),
    });
    expect([response.statusCode, response.json().code]).toEqual([415, 'common.badRequest']);
  }
  expect(await nothingKept()).toEqual(nothing);
});

/**
 * Sends the beginning of a photo and no more; answers what the server said, undefined when the client goes away first, which it does
 * once the server has read so many bytes.
 */
function begin(
  payload: object,
  bytesUntilGone?: number,
): Promise<{ status?: number; code?: string } | undefined> {
  return new Promise((resolve) => {
    const request = httpRequest({
      port,
      method: 'POST',
      path: addPhoto.path,
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 2_000_000 },
    });
    request.on('response', async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      request.destroy();
      resolve({ status: response.statusCode ?? 0, code: JSON.parse(text).code });
    });
    request.on('error', () => resolve(undefined));
    request.write(payloadPart(payload) + fileHead);
    request.write(smallJpeg);
    if (bytesUntilGone === undefined) return;
    request.write(Buffer.alloc(bytesUntilGone));
    cabinet.app.server.once('connection', async (socket: Socket) => {
      await expect.poll(() => socket.bytesRead).toBeGreaterThan(bytesUntilGone);
      request.destroy();
    });
  });
}

test('session, payload, account and number of photos are checked before the file has come', async () => {
  const stranger = await cabinet.signIn([]);
  expect(await begin(photoOf({ token: undefined }))).toEqual({ status: 401, code: 'common.sessionEnded' });
  expect(await begin(photoOf({ token: administrator }))).toEqual({ status: 403, code: 'common.forbidden' });
  expect(await begin(photoOf({ requestId: 'x' }))).toEqual({ status: 400, code: 'common.badRequest' });
  expect(await begin(photoOf({ token: stranger }))).toEqual({ status: 404, code: 'common.notFound' });
  const full = (await makeAccount(cabinet.billingDb)).accountNumber;
  await sql`insert into portal.stored_file (file_id, account_number, content_type, byte_count, stored_at, purpose)
    select gen_random_uuid(), ${full}, 'image/jpeg', 1, '2026-11-20T09:00:00Z', 'photo' from generate_series(1, 10)
  `.execute(cabinet.portalDb);
  const payload = photoOf({ token: await cabinet.signIn([full]), account: full });
  expect(await begin(payload)).toEqual({ status: 422, code: 'readings.tooManyPhotos' });
  await sql`delete from portal.stored_file`.execute(cabinet.portalDb);
});

test('a connection that breaks while a photo comes leaves nothing, on disk or in the database, and is no fault', async () => {
  vi.stubEnv('TMPDIR', folder);
  // More than the buffers before the handler take.
  expect(await begin(photoOf(), 1_000_000)).toBeUndefined();
  const connections = () =>
    new Promise((resolve) => cabinet.app.server.getConnections((_error, count) => resolve(count)));
  await expect.poll(connections).toBe(0);
  expect(await nothingKept()).toEqual(nothing);
  const faults = await sql`select 1 from portal.error_log`.execute(cabinet.portalDb);
  expect([faults.rows, cabinet.printed]).toEqual([[], []]);
  vi.unstubAllEnvs();
});

test('an upload of 11 MB is answered with Connection: close, and its connection ends', async () => {
  const answer = await new Promise<{ status: number | undefined; connection: string | undefined }>(
    (resolve, reject) => {
      const request = httpRequest({
        port,
        method: 'POST',
        path: addPhoto.path,
        headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 11_000_000 },
      });
      request.on('response', ({ statusCode: status, headers: { connection } }) => {
        resolve({ status, connection });
        request.destroy();
      });
      request.on('error', reject);
      request.write(payloadPart(photoOf()) + fileHead);
      const chunk = Buffer.alloc(256 * 1024);
      for (let sent = 0; sent < 6_000_000; sent += chunk.length) request.write(chunk);
    },
  );
  expect(answer).toEqual({ status: 422, connection: 'close' });
});

test('a statement of 40 MiB is never whole in memory', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const usedMb = async () => {
    // What a request has just let go of is free only after its callbacks have ended.
    for (let turn = 0; turn < 3; turn += 1) {
      await nextTurn();
      collectGarbage();
    }
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return (heapUsed + arrayBuffers) / 2 ** 20;
  };
  const count = 40;
  const statement = await openOf(count * statementPartBytes);
  const before = await usedMb();
  const used: number[] = [];
  for (let part = 1; part <= count; part += 1) {
    const file = Buffer.alloc(statementPartBytes, part);
    const payload = { token: administrator, statement, part, isLast: part === count, file };
    const { httpStatus } = await cabinet.post(addStatementPart, payload);
    expect(httpStatus).toBe(200);
    if (part % 10 === 0) used.push((await usedMb()) - before);
  }
  const { rows } = await sql<{ bytes: string }>`
    select sum(length(content))::text as bytes from billing.bank_statement_part
    where statement_number = ${statement}`.execute(cabinet.billingDb);
  expect(rows).toEqual([{ bytes: String(count * statementPartBytes) }]);
  expect(Math.max(...used)).toBeLessThan(count / 2);
}, 120_000);
