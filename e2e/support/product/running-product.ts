import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '#platform/testing/free-port.ts';

const root = join(import.meta.dirname, '../../..');

export interface RunningProduct {
  readonly url: string;
  readonly process: ChildProcess;
  /** Everything that it printed so far. */
  output(): string;
  /** Id of the embedded database's first process. */
  databaseProcessId(): Promise<number>;
  /** Resolves with the exit code when it and everything that it started have ended. */
  readonly ended: Promise<number | null>;
  /** SIGTERM and the wait for an orderly end; answers the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL. */
  kill(): Promise<void>;
}

export interface ProductOptions {
  readonly dataFolder: string;
  /** Checkout of the version that is started; this one by default. */
  readonly checkout?: string;
  readonly port?: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** `npm start` itself, as a supervisor runs it; else the script that it runs. */
  readonly byNpm?: boolean;
  /** Process 1 of a PID namespace of its own, as in a container: `kill` ends everything in it, the database too. */
  readonly asProcessOne?: boolean;
  /** Longest wait until it is ready. */
  readonly timeoutMs?: number;
  /** Gets what it prints, also before it is ready. */
  readonly onOutput?: (text: string) => void;
  /** SIGKILL when it is aborted, also before the product is ready: `startProduct` rejects then. */
  readonly killSignal?: AbortSignal;
}

/** The environment of a product of a test. */
export const productSettings = (port: number, dataFolder: string) => ({
  PORT: String(port),
  HOST: '127.0.0.1',
  // Where banks send browsers back to: the same origin, or the session of the browser would stay behind.
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  SVITLO_DATA: dataFolder,
  REQUESTS_PER_MINUTE: '1000000',
  CODES_WITHOUT_WORK: '0',
  CALL_SECONDS: '0',
  // Several products use one database, each with its own data folder.
  AUDIT_KEYS: `test1:${Buffer.alloc(32, 1).toString('base64')}`,
});

/** Starts the product as `npm start` does, in a process of its own, and waits until it says that it is ready. */
export async function startProduct(options: ProductOptions): Promise<RunningProduct> {
  const port = options.port ?? (await freePort());
  const checkout = options.checkout ?? root;
  const script = [process.execPath, join(checkout, 'cli/start.ts')];
  const namespace = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child=SIGKILL'];
  const [command = '', ...args] = options.byNpm
    ? ['npm', 'start']
    : options.asProcessOne
      ? [...namespace, ...script]
      : script;
  const child = spawn(command, args, {
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.killSignal && { signal: options.killSignal, killSignal: 'SIGKILL' as const }),
    env: {
      ...process.env,
      ...productSettings(port, options.dataFolder),
      ...options.environment,
    },
  });
  // A kill that was asked for is an error event too; its end is what counts.
  child.on('error', () => undefined);
  let output = '';
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)));
  const ready = new Promise<void>((done, failed) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        options.onOutput?.(text);
        if (output.includes('Svitlo is ready')) done();
      });
    }
    void ended.then((code) => failed(new Error(`the product ended with ${code}:\n${output}`)));
    AbortSignal.timeout(options.timeoutMs ?? 150_000).addEventListener('abort', () =>
      failed(new Error(`not ready in time:\n${output}`)),
    );
  });
  await ready;
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    output: () => output,
    ended,
    async databaseProcessId() {
      const text = await readFile(join(options.dataFolder, 'postgres/cluster/postmaster.pid'), 'utf8');
      return Number(text.split('\n')[0]);
    },
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
