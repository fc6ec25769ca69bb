import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';

let cabinet: TestApp;

beforeAll(async () => {
  cabinet = await startTestApp();
});

afterAll(() => cabinet.close());

const anyAnswers = [
  ['a call', 'POST', '/api/get-service-message'],
  ['a call that fails', 'POST', '/api/check-session'],
  ['a path with nothing', 'GET', '/api/unknown'],
  ['the description of the calls', 'GET', '/api/openapi.json'],
  ['the probe', 'GET', '/healthz'],
] as const;

test.each(anyAnswers)(
  '%s allows nothing inline, nothing from elsewhere and no frame',
  async (_, method, url) => {
    const { headers } = await cabinet.app.inject({ method, url });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("style-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toMatch(/https?:/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': expect.stringMatching(/deny|sameorigin/i),
      'referrer-policy': 'same-origin',
      'strict-transport-security': expect.stringContaining('max-age='),
    });
    expect(headers['x-powered-by']).toBeUndefined();
  },
);

test('answers of calls are kept by no cache', async () => {
  const right = await cabinet.post('/api/get-service-message', { pageToDisplay: '/' });
  const wrong = await cabinet.post('/api/get-service-message', {});
  expect([right.httpStatus, wrong.httpStatus]).toEqual([200, 400]);
  for (const { headers } of [right, wrong]) expect(headers['cache-control']).toBe('no-store');
});

test('no other site may read answers', async () => {
  const { headers } = await cabinet.post('/api/get-service-message', {}, { origin: 'https://other.test' });
  expect(headers['access-control-allow-origin']).toBeUndefined();
});
