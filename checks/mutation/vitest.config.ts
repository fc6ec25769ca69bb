import { defineConfig } from 'vitest/config';

/** For checks/mutation/main.ts alone, which runs it in the folder of the instrumented copy. */
export default defineConfig({
  test: {
    include: process.env.MUTATION_FRESH ? ['fresh/*.test.ts'] : ['domain/**/*.test.ts'],
    // A mutant in a constant needs its modules loaded anew; all others share one load.
    isolate: process.env.MUTATION_FRESH !== undefined,
    pool: 'threads',
    maxWorkers: process.env.MUTATION_FRESH ? 2 : 1,
    ...(process.env.MUTATION_FRESH
      ? {}
      : { runner: new URL('./mutation-runner.ts', import.meta.url).pathname }),
    setupFiles: [new URL('./stop-at-first-failure.ts', import.meta.url).pathname],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 600_000,
  },
});
