import { expect, test } from 'vitest';
import { BadModuleRequest, NothingStored } from '#billing/billing-errors.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { createServerMetrics } from '#platform/metrics.ts';
import { collectLog } from '#platform/testing/collect-log.ts';
import type { Billing } from '../billing.ts';
import { buildModuleServer } from './module-server.ts';

const secret = 'a secret of both sides';
const context = { reference: '0199f000-0000-7000-8000-000000000001', actor: 'test' };

/** Fake back end: answers, refuses, rejects the input or throws. */
const billing: Billing = {
  async run(name, input, given) {
    if (name === 'ANSWER') return { ok: true, data: { input, given } };
    if (name === 'REFUSE') return { ok: false, code: 'common.notFound', params: { n: 1 } };
    if (name === 'REJECT') throw new BadModuleRequest('badInput', name, [{ path: 'a.b', message: 'wrong' }]);
    if (name === 'FULL') throw Object.assign(new Error('could not extend file'), { code: '53100' });
    if (name === 'FULL_READING') {
      const fullDisk = Object.assign(new Error('could not extend file'), {
        code: '53100',
        severity: 'ERROR',
      });
      throw new NothingStored(fullDisk);
    }
    if (name === 'BREAK') throw new Error('row 42 of the secret table');
    throw new BadModuleRequest('unknownModule', name);
  },
};

const { log, lines } = collectLog();
const app = buildModuleServer({ billing, secret, log });

async function ask(name: string, body: unknown = { input: {}, context }, authorization = `Bearer ${secret}`) {
  const response = await app.inject({
    method: 'POST',
    url: `/fm/${name}`,
    headers: { 'content-type': 'application/json', authorization },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { httpStatus: response.statusCode, body: response.json() };
}

test('passes input and context to the module and returns its answer', async () => {
  const asker = { ...context, sessionId: 'S' };
  expect(await ask('ANSWER', { input: { x: 1 }, context: asker })).toEqual({
    httpStatus: 200,
    body: { ok: true, data: { input: { x: 1 }, given: asker } },
  });
});

test('answers 200 for a refusal of a module', async () =>
  expect(await ask('REFUSE')).toEqual({
    httpStatus: 200,
    body: { ok: false, code: 'common.notFound', params: { n: 1 } },
  }));

test('answers 404 for an unknown module, 400 with issues for invalid input', async () => {
  expect(await ask('NOTHING')).toEqual({ httpStatus: 404, body: { error: 'unknownModule' } });
  expect(await ask('REJECT')).toEqual({
    httpStatus: 400,
    body: { error: 'badInput', issues: [{ path: 'a.b', message: 'wrong' }] },
  });
});

test('answers 400 for a call without context', async () => {
  const { httpStatus, body } = await ask('ANSWER', { input: {} });
  expect(httpStatus).toBe(400);
  expect(body).toMatchObject({ error: 'badInput', issues: [{ path: 'context' }] });
});

test('takes the file of a module beside its JSON, and no file for another module', async () => {
  const send = async (name: string, file?: Buffer<ArrayBuffer>) => {
    const form = new FormData();
    form.append('payload', JSON.stringify({ input: { partNumber: 1 }, context }));
    if (file) form.append('file', new Blob([file]));
    const encoded = new Response(form);
    const response = await app.inject({
      method: 'POST',
      url: `/fm/${name}`,
      headers: {
        'content-type': encoded.headers.get('content-type') ?? '',
        authorization: `Bearer ${secret}`,
      },
      payload: Buffer.from(await encoded.arrayBuffer()),
    });
    return { httpStatus: response.statusCode, error: response.json().error };
  };
  const refused = { httpStatus: 400, error: 'badRequest' };
  const unknown = { httpStatus: 404, error: 'unknownModule' };
  expect(await send('BANK_STATEMENT_ADD_PART', Buffer.from('x'))).toEqual(unknown);
  expect(await send('BANK_STATEMENT_ADD_PART')).toEqual(refused);
  const large = Buffer.alloc(1024 * 1024 + 1);
  expect(await send('BANK_STATEMENT_ADD_PART', large)).toEqual({ ...refused, httpStatus: 413 });
  expect(await send('ANSWER', Buffer.from('x'))).toEqual({ httpStatus: 400, error: 'badInput' });
});

test('answers 400 for a body that is not JSON', async () =>
  expect(await ask('ANSWER', '{')).toEqual({ httpStatus: 400, body: { error: 'badRequest' } }));

test('logs an internal error under the reference of the call and does not expose its cause', async () => {
  lines.length = 0;
  expect(await ask('BREAK')).toEqual({ httpStatus: 500, body: { error: 'fault' } });
  expect(lines).toMatchObject([
    {
      level: 'error',
      reference: context.reference,
      module: 'BREAK',
      err: { message: 'row 42 of the secret table', stack: expect.any(String) },
    },
  ]);
});

test.each(['FULL', 'FULL_READING'])(
  'answers 503 for a full disk (%s), like for an unavailable database',
  async (name) => expect(await ask(name)).toEqual({ httpStatus: 503, body: { error: 'fault' } }),
);

test.each(['', 'Bearer ', 'Bearer another secret here', `Basic ${secret}`, secret])(
  'refuses every request with %j instead of the secret',
  async (authorization) => {
    expect((await ask('ANSWER', undefined, authorization)).httpStatus).toBe(401);
    expect((await ask('NOTHING', undefined, authorization)).httpStatus).toBe(401);
    const description = await app.inject({ url: '/fm', headers: { authorization } });
    expect(description.statusCode).toBe(401);
  },
);

test('does not start with a secret that is too short', () =>
  expect(() => buildModuleServer({ billing, secret: '', log })).toThrow(/16 characters/));

test('describes every module with JSON Schemas of its input and output', async () => {
  const response = await app.inject({ url: '/fm', headers: { authorization: `Bearer ${secret}` } });
  const { modules } = response.json();
  const names: string[] = modules.map((module: { name: string }) => module.name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(expect.arrayContaining(['SUPPLIER_GET', 'BALANCE_GET', 'READING_SUBMIT']));
  for (const module of modules) {
    expect(module.name).toMatch(/^[A-Z]+(_[A-Z]+)+$/);
    expect(module.summary).not.toBe('');
    expect(module.input.type).toBe('object');
    expect(module.output).toBeDefined();
  }
});

test('answers /metrics to its own token only, with modules by name and no label of a request', async () => {
  const { db, pool, close } = connectDatabase<unknown>({ url: 'postgres://nobody@127.0.0.1:1/none' });
  const token = 'a token of the collector';
  const metrics = {
    metrics: createServerMetrics({ db, pools: { billing: pool } }),
    access: { token, addresses: [] },
  };
  const measured = buildModuleServer({ billing, secret, log, metrics });
  const scrape = (authorization: string) => measured.inject({ url: '/metrics', headers: { authorization } });
  const authorization = `Bearer ${secret}`;
  for (const name of ['SUPPLIER_GET', 'SECRET_NAME']) {
    const payload = { input: {}, context };
    await measured.inject({ method: 'POST', url: `/fm/${name}`, headers: { authorization }, payload });
  }
  await measured.inject({ url: '/secret-path', headers: { authorization } });
  expect((await scrape(authorization)).statusCode).toBe(401);
  const { statusCode, body } = await scrape(`Bearer ${token}`);
  expect(statusCode).toBe(200);
  for (const route of ['SUPPLIER_GET', '/fm/:name', 'other', '/metrics']) {
    expect(body).toContain(`http_route="${route}",http_response_status_code="`);
  }
  expect(body).toContain('db_client_connection_count{db_client_connection_pool_name="billing"');
  for (const value of ['SECRET_NAME', 'secret-path']) expect(body).not.toContain(value);
  await measured.close();
  await close();
});

test('without metrics there is no /metrics, whatever is sent', async () => {
  const responses = await Promise.all(
    [secret, 'x'].map((token) =>
      app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } }),
    ),
  );
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 401]);
});
