import { defineConfig } from 'vitest/config';

// What spawned servers and commands compile is kept for the next ones.
process.env.NODE_COMPILE_CACHE ??= 'node_modules/.cache/node';

/** Tests make much that lives shortly: collected less often, it costs less. A test that measures collects beforehand. */
const execArgv = ['--max-semi-space-size=64', '--expose-gc'];

/** What is waited for by asking comes at once, on a machine at work in seconds. */
const poll = { timeout: 20_000 };

const exclude = ['node_modules/**', 'dist/**', '.data/**'];

/** Of tests with the real app on a real PostgreSQL. */
const withDatabase = {
  exclude: [...exclude, 'e2e/**'],
  globalSetup: ['platform/testing/postgres-for-tests.ts'],
  setupFiles: ['platform/testing/verify-columns.ts', 'portal/testing/quick-hashes.ts'],
  // A loaded machine takes three times as long.
  testTimeout: 90_000,
  expect: { poll },
  hookTimeout: 180_000,
  execArgv,
  maxWorkers: 3,
  // A file finds its database empty and no module keeps state between calls: to load them all anew for each file took
  // twice as long.
  isolate: false,
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...exclude, '**/*.{api,fault}.test.ts', 'e2e/**', 'web/**'],
          // Properties over random data take seconds on a loaded machine.
          testTimeout: 30_000,
          expect: { poll },
          // No module keeps state between calls; loading all of them anew for each file took longer than the tests.
          isolate: false,
          execArgv,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/**/*.test.ts'],
          exclude: [...exclude, '**/*.api.test.ts'],
          setupFiles: ['web/testing/forget-between-files.ts'],
          // A process and all modules anew for each file took five times as long as the tests.
          isolate: false,
          execArgv,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'components',
          include: ['web/**/*.test.tsx'],
          exclude,
          environment: 'happy-dom',
          setupFiles: [
            'web/testing/no-owner-stacks.ts',
            'web/testing/quick-styles.ts',
            'web/testing/setup.ts',
          ],
          testTimeout: 30_000,
          expect: { poll },
          // To load the whole web anew for each file takes longer than its tests; the setup empties what outlives one.
          isolate: false,
          execArgv,
          maxWorkers: 2,
        },
      },
      {
        test: { name: 'api', include: ['**/*.api.test.ts'], ...withDatabase },
      },
      {
        // Processes and databases that are killed, the built artifact: in `npm run test:all` alone.
        test: { name: 'faults', include: ['**/*.fault.test.ts'], ...withDatabase },
      },
      {
        test: {
          name: 'pages',
          include: ['e2e/pages/**/*.test.{ts,tsx}'],
          exclude,
          environment: './e2e/pages/environment.ts',
          globalSetup: ['platform/testing/postgres-for-tests.ts'],
          setupFiles: [
            'platform/testing/verify-columns.ts',
            'portal/testing/quick-hashes.ts',
            'web/testing/no-owner-stacks.ts',
            'web/testing/quick-styles.ts',
            'e2e/pages/setup.ts',
          ],
          testTimeout: 120_000,
          expect: { poll },
          // The first file loads the sample.
          hookTimeout: 300_000,
          isolate: false,
          execArgv,
          maxWorkers: 3,
        },
      },
    ],
  },
});
