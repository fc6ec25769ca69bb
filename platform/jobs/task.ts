import { type Job, type JobHelpers, Logger as QueueLogger, type TaskList } from 'graphile-worker';
import type { Logger } from '../logger.ts';
import { newId } from '../uuid.ts';

export interface JobContext {
  /**
   * For function modules that the task calls, and in the log line when it fails: the key of the job where that is an id
   * (of a message, of a document), else new for each attempt.
   */
  readonly reference: string;
  /** Aborted when the process stops; what is left is done by the next round or attempt. */
  readonly signal: AbortSignal;
}

/** Tasks by job name. A task that throws is retried later. */
export type Tasks = Readonly<Record<string, (payload: unknown, context: JobContext) => Promise<void>>>;

/** Runs a job and observes its duration and whether it failed. */
export type MeasureJob = <Result>(job: string, run: () => Promise<Result>) => Promise<Result>;

/** The attempt that failed. */
export interface FailedJob {
  /** Name of the task. */
  readonly job: string;
  readonly jobId: string;
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly reference: string;
}

/** Called for every failed attempt, and for every error of the queue itself, which belongs to no job. */
export type OnJobError = (error: unknown, failed?: FailedJob) => void;

/** The library's logger: its errors are passed to `onError`, but for failed attempts, which `toTaskList` reports. */
export function jobLog(onError: OnJobError): QueueLogger {
  return new QueueLogger(() => (level, message, meta) => {
    if (level === 'error' && meta?.failure !== true) onError(message);
  });
}

/** Writes the errors of a queue to the log. */
export function logJobErrors(log: Logger): OnJobError {
  return (error, failed) =>
    log.error({ ...failed, err: error }, failed ? 'a job failed' : 'the job queue failed');
}

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function referenceOf({ key }: Job): string {
  return key !== null && idPattern.test(key) ? key : newId();
}

export interface TaskListOptions {
  readonly onError: OnJobError;
  readonly signal: AbortSignal;
  readonly measure?: MeasureJob | undefined;
  /** False: a failed job is reported and done; true by default. */
  readonly isRetried?: boolean;
}

/** Tasks as the library runs them: with a context, measured, failed attempts reported with their reference. */
export function toTaskList(tasks: Tasks, options: TaskListOptions): TaskList {
  const { onError, signal, measure, isRetried = true } = options;
  const withContext =
    (name: string, task: Tasks[string]) =>
    async (payload: unknown, { job }: JobHelpers): Promise<void> => {
      const reference = referenceOf(job);
      const work = () => task(payload, { reference, signal });
      try {
        await (measure ? measure(name, work) : work());
      } catch (error) {
        const { id: jobId, attempts: attempt, max_attempts: maxAttempts } = job;
        onError(error, { job: name, jobId, attempt, maxAttempts, reference });
        if (isRetried) throw error;
      }
    };
  return Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, withContext(name, task)]));
}
