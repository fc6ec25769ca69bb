import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { WorkerAnswer, WorkerJob } from './worker-job.ts';

/** An exported function of a module of ours, called in a worker process. Arguments and result are structured-cloned. */
export type WorkerCall = Omit<WorkerJob, 'jobId'>;

/** The process ended before it answered. */
export class WorkerEnded extends Error {}

/** The process was killed because a job took too long. */
export class WorkerTimedOut extends Error {}

export interface WorkerProcess {
  /**
   * Does a job; `cpuMs` is the processor time that it took. `timeLimitMs`: its longest time, wall clock, after which the process
   * is killed; absent: none.
   * @throws WorkerEnded when the process died; WorkerTimedOut when it was killed; Error with the fault of the function.
   */
  run(call: WorkerCall, timeLimitMs?: number): Promise<{ readonly result: unknown; readonly cpuMs: number }>;
  /** The process, while it runs. */
  readonly pid: number | undefined;
}

export interface WorkerOptions {
  /** Of `os.constants.priority`: 19 is the lowest. */
  readonly priority: number;
  /** How often a job whose process died is done again; 1 unless told. */
  readonly repeats?: number;
}

interface Running {
  readonly child: ChildProcess;
  readonly pending: Map<number, PromiseWithResolvers<WorkerAnswer>>;
}

/**
 * A process of low priority for work that must not hold up the event loop (decisions 0018, 0073). It is started by the first
 * job, again after it died, does one job after the other, and ends with the server; it holds up nobody's end. It knows nothing
 * of the environment: no address of a database, no secret.
 */
export function createWorkerProcess({ priority, repeats = 1 }: WorkerOptions): WorkerProcess {
  let running: Running | undefined;
  let lastJob = 0;

  function start(): Running {
    const child = fork(join(import.meta.dirname, 'worker-main.ts'), [String(priority)], {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const started: Running = { child, pending: new Map() };
    const end = (): void => {
      if (running === started) running = undefined;
      for (const { reject } of started.pending.values()) reject(new WorkerEnded('the worker process ended'));
      started.pending.clear();
    };
    child.on('message', (answer: WorkerAnswer) => started.pending.get(answer.jobId)?.resolve(answer));
    child.once('error', end);
    child.once('exit', end);
    return started;
  }

  /** Keeps the server alive only while it waits for an answer. */
  function hold({ child, pending }: Running): void {
    const hasWork = pending.size > 0;
    const { channel } = child;
    if (hasWork) {
      child.ref();
      channel?.ref();
    } else {
      child.unref();
      channel?.unref();
    }
  }

  function killLate(late: Running, answer: PromiseWithResolvers<WorkerAnswer>, timeLimitMs?: number) {
    if (timeLimitMs === undefined) return undefined;
    return setTimeout(() => {
      answer.reject(new WorkerTimedOut(`a job took more than ${timeLimitMs} ms`));
      // The next job must not be sent to a process that is dying.
      if (running === late) running = undefined;
      late.child.kill('SIGKILL');
    }, timeLimitMs);
  }

  async function askOnce(job: WorkerJob, timeLimitMs?: number): Promise<WorkerAnswer> {
    running ??= start();
    const asked = running;
    const answer = Promise.withResolvers<WorkerAnswer>();
    asked.pending.set(job.jobId, answer);
    hold(asked);
    const timer = killLate(asked, answer, timeLimitMs);
    asked.child.send(job, (error) => {
      if (error) answer.reject(new WorkerEnded(error.message));
    });
    try {
      return await answer.promise;
    } finally {
      clearTimeout(timer);
      asked.pending.delete(job.jobId);
      hold(asked);
    }
  }

  async function ask(job: WorkerJob, timeLimitMs?: number): Promise<WorkerAnswer> {
    for (let left = repeats; ; left -= 1) {
      try {
        return await askOnce(job, timeLimitMs);
      } catch (error) {
        if (!(error instanceof WorkerEnded) || left === 0) throw error;
      }
    }
  }

  return {
    async run(call, timeLimitMs) {
      lastJob += 1;
      const answer = await ask({ ...call, jobId: lastJob }, timeLimitMs);
      if (answer.kind === 'fault') throw new Error(answer.fault);
      return { result: answer.result, cpuMs: answer.cpuMs };
    },
    get pid() {
      return running?.child.pid;
    },
  };
}
