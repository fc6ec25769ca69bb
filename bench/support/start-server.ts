import { fork } from 'node:child_process';
import { join } from 'node:path';

/** Flags of bin/node-24.mjs; and what memory is measured by. */
const garbageCollection = ['--max-semi-space-size=32', '--no-parallel-scavenge', '--expose-gc'];

export interface BenchServer {
  readonly url: string;
  /** Largest memory of the server's process since its start, MiB. */
  peakMib(): Promise<number>;
  /** Processor time of the thread of its event loop since its start, milliseconds. */
  threadMs(): Promise<number>;
  /** Processor time of all threads of the server's process since its start, milliseconds. */
  processMs(): Promise<number>;
  /** Bytes in memory of the server's process (RSS) after a garbage collection. */
  memoryAfterCollection(): Promise<number>;
  stop(): Promise<void>;
  /** SIGKILL: nothing is finished. */
  kill(): Promise<void>;
}

/** Starts the portal server on a free port, in a separate process, as in production. */
export async function startServer(environment: Readonly<Record<string, string>>): Promise<BenchServer> {
  const child = fork(join(import.meta.dirname, 'serve-portal.ts'), {
    execArgv: garbageCollection,
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      REQUESTS_PER_MINUTE: '0',
      CALL_SECONDS: '3600',
      NODE_ENV: 'production',
      ...environment,
    },
  });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const port = await new Promise<number>((done, failed) => {
    child.once('message', (message: { port: number }) => done(message.port));
    child.once('exit', (code) => failed(new Error(`the server ended with ${code}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    peakMib: () =>
      new Promise((done) => {
        child.once('message', (message: { peakMib: number }) => done(message.peakMib));
        child.send('peak');
      }),
    threadMs: () =>
      new Promise((done) => {
        child.once('message', (message: { threadMs: number }) => done(message.threadMs));
        child.send('thread');
      }),
    processMs: () =>
      new Promise((done) => {
        child.once('message', (message: { processMs: number }) => done(message.processMs));
        child.send('process');
      }),
    memoryAfterCollection: () =>
      new Promise((done) => {
        child.once('message', (message: { rss: number }) => done(message.rss));
        child.send('rss');
      }),
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
