import { constants } from 'node:os';
import type { readAuthorityList } from '#platform/signatures/authority-list.ts';
import type { readAuthorities } from '#platform/signatures/certificate.ts';
import type { judgeSignature } from '#platform/signatures/judge-signature.ts';
import type { readOcspAnswer } from '#platform/signatures/ocsp.ts';
import type { signWithKey } from '#platform/signatures/seal.ts';
import type { addTimeStamp, readTimeStamp } from '#platform/signatures/time-stamp.ts';
import { createWorkerPool, workerFunction } from '#platform/workers/worker-pool.ts';
import { WorkerEnded, WorkerTimedOut } from '#platform/workers/worker-process.ts';

const hostile = {
  priority: constants.priority.PRIORITY_BELOW_NORMAL,
  repeats: 0,
  heapMb: 384,
  maxWaiting: 20,
  maxWaitMs: 20_000,
} as const;

/**
 * Signatures and answers of servers come from strangers: processes of their own read them, with limits of time and memory; one that
 * a process died of is refused and not tried again (decision 0113). What is counted before it is parsed takes a second.
 */
const judging = createWorkerPool({ ...hostile, size: 2, timeLimitMs: 10_000 });

/** A list of authorities has hundreds of certificates: another process reads it, so that no signature waits for it. */
const listing = createWorkerPool({ ...hostile, size: 1, timeLimitMs: 60_000 });

/** The key of the supplier is opened in another process, which reads nothing of strangers. */
const sealing = createWorkerPool({
  size: 1,
  priority: constants.priority.PRIORITY_BELOW_NORMAL,
  repeats: 0,
  heapMb: 256,
  maxWaiting: 100,
  maxWaitMs: 60_000,
  timeLimitMs: 60_000,
});

const moduleOf = (file: string) => new URL(`../../../platform/signatures/${file}`, import.meta.url).href;

const judge = workerFunction<typeof judgeSignature>(
  judging,
  moduleOf('judge-signature.ts'),
  'judgeSignature',
);
export const readOcspInWorker = workerFunction<typeof readOcspAnswer>(
  judging,
  moduleOf('ocsp.ts'),
  'readOcspAnswer',
);
export const readTimeStampInWorker = workerFunction<typeof readTimeStamp>(
  judging,
  moduleOf('time-stamp.ts'),
  'readTimeStamp',
);
const readCertificates = workerFunction<typeof readAuthorities>(
  listing,
  moduleOf('certificate.ts'),
  'readAuthorities',
);
const readList = workerFunction<typeof readAuthorityList>(
  listing,
  moduleOf('authority-list.ts'),
  'readAuthorityList',
);
export const signInWorker = workerFunction<typeof signWithKey>(sealing, moduleOf('seal.ts'), 'signWithKey');
export const addTimeStampInWorker = workerFunction<typeof addTimeStamp>(
  sealing,
  moduleOf('time-stamp.ts'),
  'addTimeStamp',
);

const isToBlame = (error: unknown) => error instanceof WorkerTimedOut || error instanceof WorkerEnded;

/** Judges a signature. What ends the process, or takes too long, is no signature. @throws WorkersBusy */
export async function judgeInWorker(...args: Parameters<typeof judge>): ReturnType<typeof judge> {
  try {
    return await judge(...args);
  } catch (error) {
    if (isToBlame(error)) return { kind: 'refused', reason: 'wrongFile' };
    throw error;
  }
}

/** The authorities of a file; undefined: it has no certificates. @throws WorkersBusy */
export async function readAuthoritiesInWorker(file: Uint8Array): ReturnType<typeof readCertificates> {
  try {
    return await readCertificates(file);
  } catch (error) {
    if (isToBlame(error)) return undefined;
    throw error;
  }
}

/** The proven authorities of a file that an owner uploads. @throws WorkersBusy */
export async function readListInWorker(...args: Parameters<typeof readList>): ReturnType<typeof readList> {
  try {
    return await readList(...args);
  } catch (error) {
    if (isToBlame(error)) return { kind: 'wrongFile' };
    throw error;
  }
}
