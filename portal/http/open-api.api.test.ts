import { beforeAll, expect, test } from 'vitest';
import { allCalls } from '#contract/all-calls.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { expectCommon } from './web/testing/strict-headers.ts';

/** Keywords of a schema object in OpenAPI 3.0.3, section 4.7.24; other JSON Schema keywords are not allowed. */
const schemaKeywords = new Set(
  (
    'title multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems ' +
    'uniqueItems maxProperties minProperties required enum type not allOf oneOf anyOf items properties ' +
    'additionalProperties description format default nullable discriminator readOnly writeOnly example deprecated $ref'
  ).split(' '),
);
const types = ['object', 'array', 'string', 'number', 'integer', 'boolean'];

type Json = { readonly [key: string]: Json };

let document: Json;

const cabinet = provideTestApp();

beforeAll(async () => {
  document = (await cabinet.app.inject({ url: '/api/openapi.json' })).json();
});

/** Violations of OpenAPI 3.0 in a schema, by path. */
function schemaProblems(schema: unknown, at: string): string[] {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return [`${at}: no schema`];
  const entries = Object.entries(schema);
  const problems = entries.filter(([key]) => !schemaKeywords.has(key)).map(([key]) => `${at}: ${key}`);
  const facts = new Map<string, unknown>(entries);
  const type = facts.get('type');
  if (type !== undefined && !types.includes(String(type))) problems.push(`${at}: type ${String(type)}`);
  if (type === 'array' && !facts.has('items')) problems.push(`${at}: a list of nothing`);
  for (const bound of ['exclusiveMinimum', 'exclusiveMaximum']) {
    const value = facts.get(bound);
    if (value !== undefined && typeof value !== 'boolean') problems.push(`${at}: ${bound} is no yes or no`);
  }
  const inner: [string, unknown][] = [];
  const properties = facts.get('properties');
  if (typeof properties === 'object' && properties !== null) inner.push(...Object.entries(properties));
  for (const key of ['items', 'not', 'additionalProperties']) {
    const value = facts.get(key);
    if (typeof value === 'object') inner.push([key, value]);
  }
  for (const key of ['allOf', 'oneOf', 'anyOf']) {
    const value = facts.get(key);
    if (Array.isArray(value))
      inner.push(...value.map((one, index): [string, unknown] => [`${key}${index}`, one]));
  }
  return [...problems, ...inner.flatMap(([key, value]) => schemaProblems(value, `${at}/${key}`))];
}

test('the description has one path per call and no other', () => {
  expect(document.openapi).toMatch(/^3\.0\.\d$/);
  expect(Object.keys(document.paths ?? {}).sort()).toEqual(
    allCalls.map((call) => call.path as string).sort(),
  );
});

test('every schema is valid in OpenAPI 3.0', () => {
  const problems = Object.entries(document.paths ?? {}).flatMap(([path, item]) => {
    const { requestBody, responses } = item.post ?? {};
    const bodies = [['request', requestBody] as const, ...Object.entries(responses ?? {})];
    return bodies.flatMap(([name, body]) =>
      Object.values(body?.content ?? {}).flatMap((media) => schemaProblems(media.schema, `${path} ${name}`)),
    );
  });
  const failure = document.components?.schemas?.Failure;
  expect([...problems, ...schemaProblems(failure, 'Failure')]).toEqual([]);
});

test('an upload is a form of its payload and one file', () => {
  for (const { path, upload } of allCalls) {
    const body = document.paths?.[path]?.post?.requestBody as {
      content: Record<string, { schema?: unknown }>;
    };
    const type = upload ? 'multipart/form-data' : 'application/json';
    expect([path, Object.keys(body.content)]).toEqual([path, [type]]);
    if (upload === undefined) continue;
    expect(body.content[type]?.schema).toMatchObject({
      required: ['payload', 'file'],
      properties: { payload: { type: 'object' }, file: { type: 'string', format: 'binary' } },
    });
  }
});

test('the check reports a JSON Schema keyword that OpenAPI 3.0 lacks', () => {
  expect(schemaProblems({ type: 'object', properties: { a: { const: 1 } } }, 'x')).toEqual(['x/a: const']);
  expect(schemaProblems({ anyOf: [{ type: 'null' }] }, 'x')).toEqual(['x/anyOf0: type null']);
  expect(schemaProblems({ exclusiveMinimum: 0 }, 'x')).toEqual(['x: exclusiveMinimum is no yes or no']);
});

test('every call has a unique name, a summary, security and a description of each response', () => {
  const operations = Object.values(document.paths ?? {}).map((item) => item.post);
  expect(new Set(operations.map((one) => String(one?.operationId))).size).toBe(allCalls.length);
  const schemes = Object.keys(document.components?.securitySchemes ?? {});
  for (const operation of operations) {
    expect(String(operation?.summary)).toMatch(/\.$/);
    const used = Object.values(operation?.security ?? {}).flatMap((one) => Object.keys(one));
    expect(used.every((scheme) => schemes.includes(scheme))).toBe(true);
    for (const response of Object.values(operation?.responses ?? {}))
      expect(response.description).toBeTruthy();
  }
});

test('every failure code of a call is listed under its HTTP status with its text', () => {
  for (const call of allCalls) {
    const responses = Object.values(document.paths?.[call.path]?.post?.responses ?? {});
    const described = responses.map((response) => String(response.description)).join('\n');
    for (const code of call.failures)
      expect({ path: call.path, described }).toMatchObject({
        described: expect.stringContaining(`${code}: `),
      });
  }
  const submit = document.paths?.['/api/readings/submit']?.post?.responses;
  expect(Object.keys(submit ?? {})).toEqual(
    expect.arrayContaining(['200', '400', '401', '403', '404', '409', '422', '429', '500', '503']),
  );
});

test('every $ref resolves', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
    ([, path]) => path ?? '',
  );
  expect(references.length).toBeGreaterThan(0);
  for (const path of new Set(references)) {
    const target = path.split('/').reduce<Json | undefined>((place, key) => place?.[key], document);
    expect({ path, found: target !== undefined }).toEqual({ path, found: true });
  }
});

test('/api/docs is served under a policy without inline scripts', async () => {
  const page = await cabinet.app.inject({ url: '/api/docs/' });
  expect(page.statusCode).toBe(200);
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe|https?:/);
  expectCommon(page.headers);
  expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>\s*\S/);
  const files = [...page.body.matchAll(/(?:src|href)="\.?\/?([^"]+)"/g)].map(([, file]) => file ?? '');
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) {
    const loaded = await cabinet.app.inject({ url: new URL(file, 'http://x/api/docs/').pathname });
    expect({ file, status: loaded.statusCode }).toEqual({ file, status: 200 });
  }
});

test('the description names the server and the licence', () => {
  expect(document).toMatchObject({
    servers: [{ url: expect.stringMatching(/^https?:/) }],
    info: { license: { name: 'Apache-2.0' } },
  });
});
