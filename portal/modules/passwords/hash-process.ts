import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { HashAnswer, HashJob } from './hash-job.ts';

type Work =
  | { readonly kind: 'hash'; readonly password: string }
  | { readonly kind: 'verify'; readonly password: string; readonly kept: string };

export interface HashProcess {
  /** A new hash of a password, with its salt and cost. */
  hash(password: string): Promise<string>;
  /** Whether a password belongs to a hash; throws when the hash is none. */
  verify(kept: string, password: string): Promise<boolean>;
  /** The process, while it runs. */
  readonly pid: number | undefined;
}

/** The process ended before it answered. */
class HashProcessEnded extends Error {}

interface Running {
  readonly child: ChildProcess;
  readonly pending: Map<number, PromiseWithResolvers<HashAnswer>>;
}

/**
 * Hashes passwords in a process of low priority (decision 0018). It is started by the first job, again after it died, and
 * ends with the server; it holds up nobody's end. A job whose process dies is done once more; then it fails. The process
 * knows nothing of the environment: no address of a database, no secret.
 */
export function createHashProcess(): HashProcess {
  let running: Running | undefined;
  let lastJob = 0;

  function start(): Running {
    const child = fork(join(import.meta.dirname, 'hash-worker.ts'), {
      env: {},
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const started: Running = { child, pending: new Map() };
    const end = (): void => {
      if (running === started) running = undefined;
      for (const { reject } of started.pending.values()) reject(new HashProcessEnded('the hashing ended'));
      started.pending.clear();
    };
    child.on('message', (answer: HashAnswer) => started.pending.get(answer.jobId)?.resolve(answer));
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

  async function askOnce(job: HashJob): Promise<HashAnswer> {
    running ??= start();
    const asked = running;
    const answer = Promise.withResolvers<HashAnswer>();
    asked.pending.set(job.jobId, answer);
    hold(asked);
    asked.child.send(job, (error) => {
      if (error) answer.reject(new HashProcessEnded(error.message));
    });
    try {
      return await answer.promise;
    } finally {
      asked.pending.delete(job.jobId);
      hold(asked);
    }
  }

  async function ask(work: Work): Promise<HashAnswer> {
    lastJob += 1;
    const job: HashJob = { ...work, jobId: lastJob };
    try {
      return await askOnce(job);
    } catch (error) {
      if (!(error instanceof HashProcessEnded)) throw error;
      return askOnce(job);
    }
  }

  return {
    async hash(password) {
      const answer = await ask({ kind: 'hash', password });
      if (answer.kind !== 'hashed') throw faultOf(answer);
      return answer.hash;
    },
    async verify(kept, password) {
      const answer = await ask({ kind: 'verify', kept, password });
      if (answer.kind !== 'verified') throw faultOf(answer);
      return answer.matches;
    },
    get pid() {
      return running?.child.pid;
    },
  };
}

function faultOf(answer: HashAnswer): Error {
  return new Error(answer.kind === 'fault' ? answer.fault : `an answer of the kind ${answer.kind}`);
}
