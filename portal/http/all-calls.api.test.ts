import { expect, test } from 'vitest';
import { allCalls } from '#contract/all-calls.ts';
import { specifiedCalls } from '#contract/specification.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

const cabinet = provideTestApp();

const declared = allCalls.map((call) => call.path as string).sort();

/** Routes that answer a POST below /api/, without provider callbacks. A path with the prefix of another is listed under it. */
function mounted(): string[] {
  const listed = cabinet.app.printRoutes({ commonPrefix: false, method: 'POST' });
  const above: string[] = [];
  const paths: string[] = [];
  for (const [, branch = '', part = '', methods] of listed.matchAll(/^([^\w/:*.-]*)(\S+)( \(POST\))?/gm)) {
    const depth = Math.floor(branch.length / 4);
    const path = `${above[depth - 1] ?? ''}${part}`;
    above[depth] = path;
    if (methods !== undefined) paths.push(path);
  }
  return paths.filter((path) => path.startsWith('/api/') && !path.includes('callback')).sort();
}

test('every call is declared once', () => {
  expect(new Set(declared).size).toBe(declared.length);
});

test('declared calls and mounted routes are the same', () => {
  expect(mounted()).toEqual(declared);
});

test('a call takes POST only', () => {
  const methods = ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH'] as const;
  const others = declared.filter((url) => methods.some((method) => cabinet.app.hasRoute({ method, url })));
  expect(others).toEqual([]);
});

test('implemented calls of the base specification are declared, others are not', () => {
  for (const { path, state } of specifiedCalls) {
    expect({ path, declared: declared.includes(path) }).toEqual({ path, declared: state === 'works' });
  }
});

test('the list of the base specification names each of its 26 calls once', () => {
  expect(new Set(specifiedCalls.map(({ path }) => path)).size).toBe(26);
  expect(specifiedCalls).toHaveLength(26);
});
