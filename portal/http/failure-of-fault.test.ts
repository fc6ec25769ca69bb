import { expect, test } from 'vitest';
import { WorkersBusy } from '#platform/workers/worker-pool.ts';
import { WorkerTimedOut } from '#platform/workers/worker-process.ts';
import { failureOfFault, isFault } from './failures.ts';

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

test('busy workers are no fault of ours, another failure of the server is', () => {
  const isFaultOf = (error: unknown) => isFault(error, failureOfFault(error));
  expect(isFaultOf(new WorkersBusy(20))).toBe(false);
  expect(isFaultOf(new WorkerTimedOut('a job took more than 30000 ms'))).toBe(true);
  expect(isFaultOf(new Error('unexpected'))).toBe(true);
});
