import { expect, test } from 'vitest';
import { WorkersBusy } from '#platform/workers/worker-pool.ts';
import { WorkerTimedOut } from '#platform/workers/worker-process.ts';
import { failureOfFault } from './failure-of-fault.ts';

test('without a free worker the customer hears when to try again', () => {
  expect(failureOfFault(new WorkersBusy(20))).toMatchObject({
    code: 'common.busy',
    httpStatus: 503,
    params: { seconds: 20 },
    retryAfterSeconds: 20,
  });
});

test('a file that the portal itself could not make in time is refused as such', () => {
  expect(failureOfFault(new WorkerTimedOut('a job took more than 30000 ms'))).toMatchObject({
    code: 'common.fileTimedOut',
    httpStatus: 503,
  });
});
