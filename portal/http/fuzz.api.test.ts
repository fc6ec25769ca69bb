import { afterAll, beforeAll, expect, test } from 'vitest';
import { allCalls } from '#contract/all-calls.ts';
import { usualPart } from '#platform/testing/usual-part.ts';
import { type FuzzResult, fuzzCalls } from '#portal/testing/fuzz/fuzz-calls.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';
import { createSampleDatabase } from '#sample/testing/sample-database.ts';

/** `npm run fuzz` (checks/fuzz) sets both, in a process for each seed. */
const { FUZZ_SEED: seed = 'short', FUZZ_REQUESTS } = process.env;
/** 500 in `npm test`, 2000 in `npm run test:all`. */
const requests = Number(FUZZ_REQUESTS ?? usualPart([500, 1500], 1).reduce((sum, count) => sum + count));
const isWhole = process.env.FUZZ_SEED !== undefined;
const timeout = 4 * 3_600_000;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp(
    '2026-11-22T10:00:00Z',
    { LOG_LEVEL: 'error', WORK_SECONDS: '0' },
    { database: await createSampleDatabase('2026-11-22') },
  );
});

afterAll(() => app.close());

const counts = (of: Readonly<Record<string, number>>) =>
  Object.entries(of)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

function describeResult({ requests: sent, fields, answered, byKind, byStatus }: FuzzResult): string {
  const silent = allCalls.filter(({ path }) => !answered.has(path)).map(({ path }) => path);
  return [
    `seed ${seed}: ${sent} requests at ${fields} fields, ${answered.size} of ${allCalls.length} calls answered 200`,
    `  by kind: ${counts(byKind)}`,
    `  by status: ${counts(byStatus)}`,
    `  never 200: ${silent.join(' ')}`,
  ].join('\n');
}

test('no value of any field is answered by 500 or against the contract', { timeout }, async () => {
  const log = (line: string) => void (isWhole && process.stdout.write(`${line}\n`));
  const result = await fuzzCalls(app, { seed, requests, log });
  log(describeResult(result));
  const causes = app.printed.filter((line) =>
    result.faults.some(({ reference }) => line.includes(reference)),
  );
  expect([...result.faults, ...causes]).toEqual([]);
});
