import { expect } from 'vitest';

type Headers = Readonly<Record<string, unknown>>;

/** Headers of every response but the page of the API docs. */
export function expectStrict(headers: Headers): void {
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
  expect(policy).not.toMatch(/https?:|\*/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("base-uri 'none'");
  expect(policy).toContain("form-action 'self'");
  expectCommon(headers);
}

/** Directives that the API docs page has too. */
export function expectCommon(headers: Headers): void {
  expect(String(headers['content-security-policy'])).toContain("frame-ancestors 'none'");
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': expect.stringMatching(/^(deny|sameorigin)$/i),
    'referrer-policy': 'same-origin',
    'strict-transport-security': expect.stringMatching(/^max-age=\d{8,}; includeSubDomains/),
  });
  for (const name of ['x-powered-by', 'server', 'set-cookie', 'location'])
    expect(headers[name]).toBeUndefined();
}
