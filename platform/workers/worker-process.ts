import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { WorkerAnswer, WorkerJob } from './work-meter.ts';

/** An exported function to call in a worker process. Arguments and result are structured-cloned. */
export type WorkerCall = Omit<WorkerJob, 'jobId'>;

/** The process exited before it answered. */
export class WorkerEnded extends Error {}

/** The process was killed because a job took too long. */
export class WorkerTimedOut extends Error {}

export interface WorkerProcess {
  /**
   * Runs a job; `cpuMs` is its processor time. `timeLimitMs`: limit, wall clock, after which the process is killed;
   * absent: none.
   * @throws WorkerEnded when the process died; WorkerTimedOut when it was killed; Error with the error of the
   * function.
   */
  run(call: WorkerCall, timeLimitMs?: number): Promise<{ readonly result: unknown; readonly cpuMs: number }>;
  /** The process id, while it runs. */
  readonly pid: number | undefined;
}

export interface WorkerOptions {
  /** Of `os.constants.priority`: 19 is the lowest. */
  readonly priority: number;
  /** Retries of a job whose process died; 1 by default. */
  readonly repeats?: number;
  /** Limit of its heap, MiB: a job that needs more ends the process. Absent: that of Node. */
  readonly heapMb?: number;
  /** Whether its modules load native code, which the limits of Node do not bind. */
  readonly native?: boolean;
}

const root = join(import.meta.dirname, '../..');
/** What a worker reads: the sources of the server and its packages. */
const readable = ['package.json', 'node_modules', 'billing', 'contract', 'domain', 'platform', 'portal'];

/** Flags of Node that leave a worker no file but these, no process and no worker of its own (decision 0165). */
function permissionFlags(native: boolean): string[] {
  return [
    '--permission',
    ...readable.map((name) => `--allow-fs-read=${join(root, name)}`),
    // Node warns of the flag itself.
    ...(native ? ['--allow-addons', '--disable-warning=SecurityWarning'] : []),
  ];
}

interface Running {
  readonly child: ChildProcess;
  readonly pending: Map<number, PromiseWithResolvers<WorkerAnswer>>;
}

/**
 * A low-priority process for work that must not block the event loop (decisions 0018, 0073). It starts with the first
 * job, restarts after a crash, runs one job at a time and exits with the server; it does not keep the server alive.
 * It gets no environment, no database URL, no secret, and reads no file but the sources: not the keys of the data folder.
 */
export function createWorkerProcess({
  priority,
  repeats = 1,
  heapMb,
  native = false,
}: WorkerOptions): WorkerProcess {
  let running: Running | undefined;
  let lastJob = 0;

  function start(): Running {
    const heap = heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`];
    const child = fork(join(import.meta.dirname, 'worker-main.ts'), {
      env: {},
      execArgv: [...permissionFlags(native), ...heap],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    // Before it has threads, which inherit the priority on Linux.
    if (child.pid !== undefined) setPriority(child.pid, priority);
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

  /** Keeps the server alive only while an answer is pending. */
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
      // The next job must not be sent to a dying process.
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
