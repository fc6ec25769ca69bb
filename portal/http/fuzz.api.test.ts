import { afterEach, beforeEach, expect, test } from 'vitest';
import { allCalls } from '#contract/all-calls.ts';
import { type FuzzResult, fuzzCalls } from '#portal/testing/fuzz/fuzz-calls.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';
import { createSampleDatabase } from '#sample/testing/sample-database.ts';

/** `npm run fuzz` sets both: seeds by comma, and how many requests all of them make together. */
const { FUZZ_SEEDS = 'short', FUZZ_REQUESTS = '2000' } = process.env;
const seeds = FUZZ_SEEDS.split(',');
const requests = Math.ceil(Number(FUZZ_REQUESTS) / seeds.length);
const isWhole = process.env.FUZZ_REQUESTS !== undefined;
const timeout = 4 * 3_600_000;

let app: TestApp;

// Each seed has a sample of its own, so that its requests depend on no other.
beforeEach(async () => {
  app = await startTestApp(
    '2026-11-22T10:00:00Z',
    { LOG_LEVEL: 'error', WORK_SECONDS: '0' },
    { database: await createSampleDatabase('2026-11-22') },
  );
});

afterEach(() => app.close());

const counts = (of: Readonly<Record<string, number>>) =>
  Object.entries(of)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

function describeResult(
  seed: string,
  { requests: sent, fields, answered, byKind, byStatus }: FuzzResult,
): string {
  const silent = allCalls.filter(({ path }) => !answered.has(path)).map(({ path }) => path);
  return [
    `seed ${seed}: ${sent} requests at ${fields} fields, ${answered.size} of ${allCalls.length} calls answered 200`,
    `  by kind: ${counts(byKind)}`,
    `  by status: ${counts(byStatus)}`,
    `  never 200: ${silent.join(' ')}`,
  ].join('\n');
}

test.each(seeds)(
  'no value of any field is answered by 500 or against the contract, seed %s',
  { timeout },
  async (seed) => {
    const log = (line: string) => void (isWhole && process.stdout.write(`${line}\n`));
    const result = await fuzzCalls(app, { seed, requests, log });
    log(describeResult(seed, result));
    const causes = app.printed.filter((line) =>
      result.faults.some(({ reference }) => line.includes(reference)),
    );
    expect([...result.faults, ...causes]).toEqual([]);
  },
);
