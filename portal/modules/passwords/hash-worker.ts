import { constants, setPriority } from 'node:os';
import { hashSync, verifySync } from '@node-rs/argon2';
import { type HashAnswer, type HashJob, hashCost } from './hash-job.ts';

/**
 * The process that hashes, one job after the other. Whatever else wants a core gets it first: on Linux the priority is
 * that of the thread which sets it, so the hashing is done on this very thread.
 */
setPriority(constants.priority.PRIORITY_LOW);

function work(job: HashJob): HashAnswer {
  const { jobId, password } = job;
  try {
    return job.kind === 'hash'
      ? { jobId, kind: 'hashed', hash: hashSync(password, hashCost) }
      : { jobId, kind: 'verified', matches: verifySync(job.kept, password) };
  } catch (error) {
    return { jobId, kind: 'fault', fault: error instanceof Error ? error.message : 'no reason' };
  }
}

process.on('message', (job: HashJob) => process.send?.(work(job)));
// It ends with the server, not before: the requests in flight still need it.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.once('disconnect', () => process.exit());
