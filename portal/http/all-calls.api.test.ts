import { afterAll, beforeAll, expect, test } from 'vitest';
import { allCalls } from '#contract/all-calls.ts';
import { specifiedCalls } from '#contract/specification.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';

let cabinet: TestApp;

beforeAll(async () => {
  cabinet = await startTestApp();
});

afterAll(() => cabinet.close());

const declared = allCalls.map((call) => call.path as string).sort();

/** What answers a POST below /api/, provider callbacks aside. A path that begins with another is listed under it. */
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

test('every declared call is declared once', () => {
  expect(new Set(declared).size).toBe(declared.length);
});

test('what is declared is mounted, and what is mounted is declared', () => {
  expect(mounted()).toEqual(declared);
});

test('a call of the base specification that works is declared, one that does not yet is not', () => {
  for (const { path, state } of specifiedCalls) {
    expect({ path, declared: declared.includes(path) }).toEqual({ path, declared: state === 'works' });
  }
});

test('the list of the base specification names each of its 26 calls once', () => {
  expect(new Set(specifiedCalls.map(({ path }) => path)).size).toBe(26);
  expect(specifiedCalls).toHaveLength(26);
});

test('a call that changes something or names an account is for somebody who is signed in', () => {
  const open = allCalls.filter((call) => call.audience === 'public');
  expect(open.filter((call) => call.changes || call.accountField !== undefined)).toEqual([]);
});
