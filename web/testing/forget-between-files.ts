import { afterAll, vi } from 'vitest';

// All files of a worker share a process: the next one loads its modules anew, and begins with the globals of Node.
afterAll(() => {
  vi.resetModules();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
