import { expect, test } from 'vitest';
import type { Instant } from '#domain/time/instant.ts';
import { type RetentionKind, runRetention } from './run-retention.ts';

const now = Date.parse('2026-11-20T10:00:00Z') as Instant;
const contextOf = (signal = new AbortController().signal) => ({ reference: 'r', signal });

/** Items by the days since they were stored, removed in steps. */
function kindOf(kind: string, days: number, ages: number[]): RetentionKind {
  return {
    kind,
    days,
    batch: 2,
    async remove(before, limit) {
      const old = ages.filter((age) => now - age * 86_400_000 < before).slice(0, limit);
      for (const age of old) ages.splice(ages.indexOf(age), 1);
      return old.length;
    },
  };
}

test('runRetention removes what is older than the term of its kind, in steps, and counts it', async () => {
  const [young, old] = [
    [1, 2],
    [3, 4, 5, 6, 7],
  ];
  const steps: [string, number][] = [];
  const counts = await runRetention({
    kinds: [kindOf('signIns', 4, [...young, ...old]), kindOf('codes', 2, young), kindOf('chats', 1, old)],
    now,
    context: contextOf(),
    onRemoved: (kind, count) => steps.push([kind, count]),
  });
  expect(counts).toEqual({ signIns: 3, chats: 5 });
  expect(steps).toEqual([
    ['signIns', 2],
    ['signIns', 1],
    ['chats', 2],
    ['chats', 2],
    ['chats', 1],
  ]);
  expect([young, old]).toEqual([[1, 2], []]);
});

test('runRetention goes through all kinds when one fails, and throws its fault after them', async () => {
  const ages = [9];
  const failing = { kind: 'photos', days: 1, remove: () => Promise.reject(new Error('no store')) };
  const run = runRetention({ kinds: [failing, kindOf('codes', 1, ages)], now, context: contextOf() });
  await expect(run).rejects.toThrow('retention of photos failed');
  expect(ages).toEqual([]);
});

test('runRetention ends between two steps when the process stops', async () => {
  const stopping = new AbortController();
  const ages = [7, 8, 9];
  await runRetention({
    kinds: [{ ...kindOf('codes', 1, ages), batch: 1 }, kindOf('chats', 1, ages)],
    now,
    context: contextOf(stopping.signal),
    onRemoved: () => stopping.abort(),
  });
  expect(ages).toEqual([8, 9]);
});
