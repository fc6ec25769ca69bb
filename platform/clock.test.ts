import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { instantFromIso } from '#domain/time/instant.ts';
import { createClock, systemClock } from './clock.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: instantFromIso('2026-11-20T10:00:00Z') });
  folder = await mkdtemp(join(tmpdir(), 'svitlo-clock-'));
  file = join(folder, 'instant');
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});

test('the clock of the product is that of the system unless a test sets it', () => {
  expect(createClock({ testClockFile: undefined })).toBe(systemClock);
});

test('a clock of a file begins at its instant, runs on, and goes where the file says next', async () => {
  await writeFile(file, '2027-10-02T09:59:00Z\n');
  const clock = createClock({ testClockFile: file });
  expect(clock.now()).toBe(instantFromIso('2027-10-02T09:59:00Z'));
  vi.advanceTimersByTime(61_000);
  expect(clock.now()).toBe(instantFromIso('2027-10-02T10:00:01Z'));
  await writeFile(file, '2028-03-26T00:59:00.000Z');
  expect(clock.now()).toBe(instantFromIso('2028-03-26T00:59:00Z'));
  vi.advanceTimersByTime(1000);
  expect(clock.now()).toBe(instantFromIso('2028-03-26T00:59:01Z'));
});

test.each(['', 'now', '2027-10-02'])(
  'a clock of a file refuses "%s" when the product starts',
  async (text) => {
    await writeFile(file, text);
    expect(() => createClock({ testClockFile: file })).toThrow('Not a moment');
  },
);
