import { expect, it } from 'vitest';
import { countProcessorTime, type TraceEvent } from './processor-time.ts';

const event = (name: string, ts: number, dur: number, tts: number, tdur: number): TraceEvent => ({
  name,
  ph: 'X',
  pid: 1,
  tid: 1,
  ts,
  dur,
  tts,
  tdur,
});

it('a task that waited for the processor is as long as it computed, and what it contains stays within it', () => {
  const task = event('RunTask', 1000, 50, 400, 12);
  const script = event('EvaluateScript', 1040, 9, 403, 8);
  const layout = event('Layout', 1010, 30, 401, 2);
  countProcessorTime([script, task, layout]);
  expect([task.ts, task.dur]).toEqual([1000, 12]);
  expect([layout.ts, layout.dur]).toEqual([1001, 2]);
  expect([script.ts, script.dur]).toEqual([1003, 8]);
});

it('tasks keep the time when they began; other threads and events outside of tasks stay', () => {
  const first = event('RunTask', 0, 100, 0, 10);
  const second = event('RunTask', 120, 5, 10, 5);
  const between: TraceEvent = { name: 'Mark', ph: 'I', pid: 1, tid: 1, ts: 110, tts: 10 };
  const elsewhere = { ...event('Paint', 50, 20, 50, 20), tid: 2 };
  countProcessorTime([first, second, between, elsewhere]);
  expect([first.dur, second.ts, second.dur, between.ts, elsewhere.ts]).toEqual([10, 120, 5, 110, 50]);
});

it('an event without the clock of its thread ends with its task at the latest', () => {
  const task = event('RunTask', 0, 100, 0, 10);
  const mark: TraceEvent = { name: 'Mark', ph: 'I', pid: 1, tid: 1, ts: 60 };
  countProcessorTime([task, mark]);
  expect(mark.ts).toBe(10);
});
