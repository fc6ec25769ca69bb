import { vi } from 'vitest';

/** What takes longer is a limit, of the page or of the test. */
const longestMs = 5000;
/** What is repeated more often is a test that looks again. */
const shortestRepeatedMs = 1000;
const factor = 50;

/** Until the end of the test all that waits, the test too, waits so many times shorter and in the same order. Limits stay. */
export function shortenWaits(): void {
  const { setInterval: repeat, setTimeout: wait } = globalThis;
  const shorten = (ms: number) => (ms > longestMs ? ms : ms / factor);
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, ms = 0) =>
    wait(act, shorten(ms))) as typeof setTimeout);
  vi.spyOn(globalThis, 'setInterval').mockImplementation(((act: () => void, ms = 0) =>
    repeat(act, ms < shortestRepeatedMs ? ms : shorten(ms))) as typeof setInterval);
}
