import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

export interface TestS3 {
  readonly endpoint: string;
  /** Stops to answer; what it holds stays. */
  pause(): Promise<void>;
  /** Answers again, on the same port. */
  resume(): Promise<void>;
  close(): Promise<void>;
}

/** An S3 storage with the buckets `files` and `backups`; sets the credentials of the environment. */
export async function startS3(): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), 's3-'));
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER';
  process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER';
  async function start(port: number): Promise<{ server: S3rver; port: number }> {
    const server = new S3rver({
      ...{ port, address: '127.0.0.1', silent: true, directory },
      configureBuckets: ['files', 'backups'].map((name) => ({ name, configs: [] })),
    });
    return { server, port: (await server.run()).port };
  }
  let running = await start(0);
  let isOpen = true;
  async function pause(): Promise<void> {
    if (isOpen) await running.server.close();
    isOpen = false;
  }
  return {
    endpoint: `http://127.0.0.1:${running.port}`,
    pause,
    async resume() {
      running = await start(running.port);
      isOpen = true;
    },
    async close() {
      await pause();
      await rm(directory, { recursive: true });
    },
  };
}
