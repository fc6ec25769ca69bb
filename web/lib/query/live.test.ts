import { describe, expect, test } from 'vitest';
import { backoffMs, createEventParser, type ServerEvent } from './live.ts';

function parseAll(parts: readonly string[]): ServerEvent[] {
  const events: ServerEvent[] = [];
  const parse = createEventParser((event) => void events.push(event));
  for (const part of parts) parse(part);
  return events;
}

describe('createEventParser', () => {
  const stream =
    ':\n\nid: 7\nevent: billing-progress\ndata: {"a":1}\n\n:\n\nid: 8\nevent: billing-progress\ndata: {}\n\n';
  const expected = [
    { id: '7', name: 'billing-progress', data: '{"a":1}' },
    { id: '8', name: 'billing-progress', data: '{}' },
  ];

  test('reads events between heartbeats, the same wherever the stream is cut', () => {
    expect(parseAll([stream])).toEqual(expected);
    for (let cut = 0; cut <= stream.length; cut += 1)
      expect(parseAll([stream.slice(0, cut), stream.slice(cut)])).toEqual(expected);
    expect(parseAll([...stream])).toEqual(expected);
  });

  test('an event that is cut off is none; lines of data are joined, also those that end with CR LF', () => {
    expect(parseAll(['id: 7\nevent: billing-progress\ndata: {"a"'])).toEqual([]);
    expect(parseAll(['data: a\r\ndata: b\r\n\r\n'])).toEqual([{ id: '', name: 'message', data: 'a\nb' }]);
  });
});

describe('backoffMs', () => {
  const failures = [0, 1, 2, 10];

  test('doubles to half a minute in a hidden page, of which half is random', () => {
    expect(failures.map((count) => backoffMs(count, 0, true))).toEqual([500, 1000, 2000, 15_000]);
    expect(failures.map((count) => backoffMs(count, 1, true))).toEqual([1000, 2000, 4000, 30_000]);
  });

  test('is at most two seconds in a visible page, half a minute once the server is long out', () =>
    expect([...failures, 12].map((count) => backoffMs(count, 1, false))).toEqual([
      1000, 2000, 2000, 2000, 30_000,
    ]));
});
