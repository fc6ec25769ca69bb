import { constants } from 'node:os';
import { createWorkerProcess } from '#platform/workers/worker-process.ts';

export interface HashProcess {
  /** Hashes a password with a new salt. */
  hash(password: string): Promise<string>;
  /** Verifies a password against a hash; throws when the hash is invalid. */
  verify(kept: string, password: string): Promise<boolean>;
  /** The running process. */
  readonly pid: number | undefined;
}

const tasks = new URL('./hash-tasks.ts', import.meta.url).href;

/** Hashes passwords in a process of the lowest priority (decision 0018). A job whose process dies is done once more. */
export function createHashProcess(): HashProcess {
  const worker = createWorkerProcess({ priority: constants.priority.PRIORITY_LOW, native: true });
  return {
    async hash(password) {
      const { result } = await worker.run({ module: tasks, name: 'hash', args: [password] });
      return String(result);
    },
    async verify(kept, password) {
      const { result } = await worker.run({ module: tasks, name: 'verify', args: [kept, password] });
      return result === true;
    },
    get pid() {
      return worker.pid;
    },
  };
}
