import { expect, test } from 'vitest';
import { WorkersBusy } from '#platform/workers/worker-pool.ts';
import { failureOfFault } from './failure-of-fault.ts';

test('without a free worker the customer hears when to try again', () => {
  expect(failureOfFault(new WorkersBusy(20))).toMatchObject({
    code: 'common.busy',
    httpStatus: 503,
    params: { seconds: 20 },
    retryAfterSeconds: 20,
  });
});
