import { describe, expect, test } from 'vitest';
import { allCalls } from '#contract/all-calls.ts';
import { readingWords, withoutRequestId } from './calls-without-request-id.ts';

const isIdIssue = ({ path }: { readonly path: readonly PropertyKey[] }) => path.join() === 'requestId';

/** Whether the payload has the field: another text than a UUID is a problem of it. */
const takesRequestId = ({ input }: (typeof allCalls)[number]) =>
  input.safeParse({ type: 0, requestId: 'x' }).error?.issues.some(isIdIssue) ?? false;

describe('request ids', () => {
  test('every changing call takes one, or is listed with the reason', () => {
    const without = allCalls.filter((call) => call.changes && !takesRequestId(call)).map(({ path }) => path);
    expect(without.filter((path) => !Object.hasOwn(withoutRequestId, path))).toEqual([]);
    expect(allCalls.filter((call) => call.changes && takesRequestId(call)).length).toBeGreaterThan(125);
  });

  test('a call that takes none only reads by its name, or is listed with the reason', () => {
    const others = allCalls.filter((call) => !takesRequestId(call)).map((call) => call.path as string);
    const unknown = others.filter((path) => !readingWords.has(path.split('/').at(-1) ?? ''));
    expect(unknown.filter((path) => !Object.hasOwn(withoutRequestId, path))).toEqual([]);
    const words = new Set(others.map((path) => path.split('/').at(-1)));
    expect([...readingWords].filter((word) => !words.has(word))).toEqual([]);
  });

  test('every call that takes one takes a UUID, in either case, or none', () => {
    const isRefused = ({ input }: (typeof allCalls)[number], requestId: string | undefined) =>
      input.safeParse({ type: 0, requestId }).error?.issues.some(isIdIssue) ?? false;
    const answered = allCalls.filter(({ requestIdBy }) => requestIdBy === 'portal');
    expect(answered.length).toBeGreaterThan(90);
    const id = '0199f000-0000-7000-8000-00000000000a';
    const refusing = answered.filter((call) =>
      [id, id.toUpperCase(), undefined].some((one) => isRefused(call, one)),
    );
    expect(refusing.map(({ path }) => path)).toEqual([]);
  });

  test('the list names no call that takes one, and none that is gone', () => {
    const without = new Set(
      allCalls.filter((call) => !takesRequestId(call)).map(({ path }) => path as string),
    );
    expect(Object.keys(withoutRequestId).filter((path) => !without.has(path))).toEqual([]);
  });
});
