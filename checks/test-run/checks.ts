export interface Check {
  readonly name: string;
  readonly script: string;
  readonly args: readonly string[];
  /** Whether it is of the usual tests alone, or only of the others; absent: of both. */
  readonly isOf?: 'usual' | 'all';
  /** Which program counts its tests one by one; absent: it counts as one. */
  readonly runner?: 'vitest' | 'playwright';
}

const vitest = 'node_modules/vitest/vitest.mjs';
const playwright = 'node_modules/@playwright/test/cli.js';

const projects = (...names: readonly string[]) => ['run', ...names.flatMap((name) => ['--project', name])];

/**
 * Everything that must hold, the quickest first; the checks of a row run side by side: one that waits for a process or a browser
 * leaves the processor to another. API tests and all journeys side by side made each other late and took a tenth more of it.
 */
export const checks: readonly (readonly Check[])[] = [
  [
    {
      name: 'types',
      script: 'node_modules/typescript/bin/tsc',
      // Several check what they share once each: with one it takes two thirds of the processor's time.
      args: ['--noEmit', '--project', '.', '--checkers', '1'],
    },
    {
      name: 'lint and format',
      script: 'node_modules/@biomejs/biome/bin/biome',
      args: ['ci', '--error-on-warnings', '--colors=off', '.'],
    },
    { name: 'restricted APIs', script: 'checks/restricted-apis.ts', args: [] },
    { name: 'boundaries', script: 'checks/boundaries.ts', args: [] },
    { name: 'unused code', script: 'checks/unused-code.ts', args: [] },
    {
      name: 'database types are fresh',
      script: 'checks/generate-database-types.ts',
      args: ['--check'],
    },
    { name: 'web build', script: 'checks/build-web.ts', args: [] },
    {
      name: 'unit tests',
      script: vitest,
      args: projects('unit', 'web', 'components'),
      runner: 'vitest',
    },
  ],
  [
    // Of what was built.
    { name: 'bytes of the first load', script: 'checks/bundle-budget.ts', args: [] },
    {
      name: 'API tests',
      script: vitest,
      args: projects('api', 'pages'),
      runner: 'vitest',
    },
    {
      name: 'journeys of main jobs',
      script: playwright,
      // One at a time: beside the API tests, which have workers enough.
      args: ['test', 'e2e/main-jobs/', '--workers=1'],
      runner: 'playwright',
      isOf: 'usual',
    },
  ],
  [
    {
      name: 'faults',
      script: vitest,
      args: projects('faults'),
      runner: 'vitest',
      isOf: 'all',
    },
    {
      name: 'browser journeys',
      script: playwright,
      args: ['test'],
      runner: 'playwright',
      isOf: 'all',
    },
  ],
  [
    {
      // A part of the kinds: all of them by `npm run torture`. Alone: beside browsers its clients starve the others.
      name: 'torture',
      script: 'checks/torture/main.ts',
      args: ['4', '--only', 'server,both,upload,closing'],
      isOf: 'all',
    },
  ],
];
