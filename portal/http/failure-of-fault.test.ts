import { expect, test } from 'vitest';
import { BillingUnavailable, NothingStored } from '#billing/billing-errors.ts';
import { StorageUnavailable } from '#platform/object-store/object-store.ts';
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

test('a reading that a full disk did not take is 503, so that the device keeps it; another failure of storing is 500', () => {
  const fullDisk = Object.assign(new Error('could not extend file'), { code: '53100', severity: 'ERROR' });
  expect(failureOfFault(new NothingStored(fullDisk))).toMatchObject({
    code: 'common.serviceDown',
    httpStatus: 503,
  });
  expect(failureOfFault(new NothingStored(new Error('a bug')))).toMatchObject({
    code: 'readings.readingFailed',
    httpStatus: 500,
  });
});

test('a billing back end whose database is unavailable is 503', () => {
  expect(failureOfFault(new BillingUnavailable(503, undefined))).toMatchObject({
    code: 'common.serviceDown',
    httpStatus: 503,
  });
});

test('a storage of files that refuses or does not answer is 503 and a fault of ours', () => {
  for (const isRefusal of [true, false]) {
    const error = new StorageUnavailable('s3://files/: SlowDown', {
      cause: new Error('SlowDown'),
      isRefusal,
    });
    expect(failureOfFault(error)).toMatchObject({ code: 'common.serviceDown', httpStatus: 503 });
    expect(isFault(error, failureOfFault(error))).toBe(true);
  }
});

test('busy workers are no fault of ours, another failure of the server is', () => {
  const isFaultOf = (error: unknown) => isFault(error, failureOfFault(error));
  expect(isFaultOf(new WorkersBusy(20))).toBe(false);
  expect(isFaultOf(new WorkerTimedOut('a job took more than 30000 ms'))).toBe(true);
  expect(isFaultOf(new Error('unexpected'))).toBe(true);
});
