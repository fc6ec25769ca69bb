import { expect, test } from 'vitest';
import { WorkersBusy } from '#platform/workers/worker-pool.ts';
import { WorkerTimedOut } from '#platform/workers/worker-process.ts';
import { failureOfFault } from './failures.ts';

test('returns a retry time when no worker is free', () => {
  expect(failureOfFault(new WorkersBusy(20))).toMatchObject({
    code: 'common.busy',
    httpStatus: 503,
    params: { seconds: 20 },
    retryAfterSeconds: 20,
  });
});

test("refuses a file that exceeded the portal's own time limit", () => {
  expect(failureOfFault(new WorkerTimedOut('a job took more than 30000 ms'))).toMatchObject({
    code: 'common.fileTimedOut',
    httpStatus: 503,
  });
});
