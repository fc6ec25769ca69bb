import { expect, test } from 'vitest';
import { BadModuleRequest } from '../bad-module-request.ts';
import type { Billing } from '../billing.ts';
import { buildModuleServer } from './module-server.ts';

const secret = 'a secret of both sides';
const context = { reference: '0199f000-0000-7000-8000-000000000001', actor: 'test' };

/** A back end that answers, refuses, rejects its input or breaks. */
const billing: Billing = {
  async run(name, input, given) {
    if (name === 'ANSWER') return { ok: true, data: { input, given } };
    if (name === 'REFUSE') return { ok: false, code: 'common.notFound', params: { n: 1 } };
    if (name === 'REJECT') throw new BadModuleRequest('badInput', name, [{ path: 'a.b', message: 'wrong' }]);
    if (name === 'FULL') throw Object.assign(new Error('could not extend file'), { code: '53100' });
    if (name === 'BREAK') throw new Error('row 42 of the secret table');
    throw new BadModuleRequest('unknownModule', name);
  },
};

const app = buildModuleServer({ billing, secret, logLevel: 'silent' });

async function ask(name: string, body: unknown = { input: {}, context }, authorization = `Bearer ${secret}`) {
  const response = await app.inject({
    method: 'POST',
    url: `/fm/${name}`,
    headers: { 'content-type': 'application/json', authorization },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { httpStatus: response.statusCode, body: response.json() };
}

test('a module gets its input and who asks, and its answer comes back', async () => {
  const asker = { ...context, sessionId: 'S' };
  expect(await ask('ANSWER', { input: { x: 1 }, context: asker })).toEqual({
    httpStatus: 200,
    body: { ok: true, data: { input: { x: 1 }, given: asker } },
  });
});

test('a refusal of the business is an answer, not an error', async () => {
  expect(await ask('REFUSE')).toEqual({
    httpStatus: 200,
    body: { ok: false, code: 'common.notFound', params: { n: 1 } },
  });
});

test('an unknown module is 404, an input that does not fit 400 with its problems', async () => {
  expect(await ask('NOTHING')).toEqual({ httpStatus: 404, body: { error: 'unknownModule' } });
  expect(await ask('REJECT')).toEqual({
    httpStatus: 400,
    body: { error: 'badInput', issues: [{ path: 'a.b', message: 'wrong' }] },
  });
});

test('who asks must be said', async () => {
  const { httpStatus, body } = await ask('ANSWER', { input: {} });
  expect(httpStatus).toBe(400);
  expect(body).toMatchObject({ error: 'badInput', issues: [{ path: 'context' }] });
});

test('a text that is no JSON is 400', async () => {
  expect(await ask('ANSWER', '{')).toEqual({ httpStatus: 400, body: { error: 'badRequest' } });
});

test('a fault tells nothing of the inside', async () => {
  expect(await ask('BREAK')).toEqual({ httpStatus: 500, body: { error: 'fault' } });
});

test('a disk that is full is 503, as a database that is away', async () => {
  expect(await ask('FULL')).toEqual({ httpStatus: 503, body: { error: 'fault' } });
});

test.each(['', 'Bearer ', 'Bearer another secret here', `Basic ${secret}`, secret])(
  'who carries %j instead of the secret is refused, whatever is asked for',
  async (authorization) => {
    expect((await ask('ANSWER', undefined, authorization)).httpStatus).toBe(401);
    expect((await ask('NOTHING', undefined, authorization)).httpStatus).toBe(401);
    const description = await app.inject({ url: '/fm', headers: { authorization } });
    expect(description.statusCode).toBe(401);
  },
);

test('a server with a secret too short to be one does not start', () => {
  expect(() => buildModuleServer({ billing, secret: '', logLevel: 'silent' })).toThrow(/16 characters/);
});

test('the description names every module with JSON Schemas of what goes in and comes out', async () => {
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
