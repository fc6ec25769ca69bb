import { type Job, Logger as QueueLogger } from 'graphile-worker';
import type { Logger } from '../logger.ts';

/** The attempt that failed. */
export interface FailedJob {
  /** Name of the task. */
  readonly job: string;
  readonly jobId: string;
  readonly attempt: number;
  readonly maxAttempts: number;
}

/** Called for every failed attempt, and for every error of the queue itself, which belongs to no job. */
export type OnJobError = (error: unknown, failed?: FailedJob) => void;

/** The library's logger: errors are passed to `onError`, everything else is dropped. */
export function jobLog(onError: OnJobError): QueueLogger {
  return new QueueLogger(() => (level, message, meta) => {
    if (level !== 'error') return;
    if (meta?.failure !== true) return onError(message);
    const { id, task_identifier: job, attempts: attempt, max_attempts: maxAttempts } = meta.job as Job;
    onError(meta.error, { job, jobId: id, attempt, maxAttempts });
  });
}

/** Writes the errors of a queue to the log. */
export function logJobErrors(log: Logger): OnJobError {
  return (error, failed) =>
    log.error({ ...failed, err: error }, failed ? 'a job failed' : 'the job queue failed');
}
