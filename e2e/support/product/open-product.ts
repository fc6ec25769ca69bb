import { createServer } from 'node:net';
import { createClock } from '#platform/clock.ts';
import { copyDatabase } from '#platform/testing/copy-database.ts';
import { freePort } from '#platform/testing/free-port.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';
import { readConfig } from '#portal/config.ts';
import { prepared } from './prepared.ts';
import { productSettings } from './running-product.ts';

/** The product of one journey file, in the process of its worker. */
export interface OpenProduct {
  readonly url: string;
  readonly dataFolder: string;
  readonly databaseUrl: string;
  /** Stops it and removes what was its own. */
  close(): Promise<void>;
}

let lastPort: number | undefined;

function isFree(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const probe = createServer();
    probe.once('error', () => answer(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => answer(true)));
  });
}

/** The products of a worker have one address after another: the browser keeps the files of the cabinet and their compiled code. */
async function portOfWorker(): Promise<number> {
  if (lastPort === undefined || !(await isFree(lastPort))) lastPort = await freePort();
  return lastPort;
}

/**
 * Runs the portal on a copy of the sample that belongs to this file alone: ready in a moment. What the start itself
 * does is tested with `startProduct`, which begins with nothing in a process of its own. `environment`: settings.
 */
export async function openProduct(environment: Readonly<Record<string, string>> = {}): Promise<OpenProduct> {
  const [{ startPortal }, database, data, port] = await Promise.all([
    import('#portal/main.ts'),
    copyDatabase(prepared('sampleUrl'), prepared('adminUrl')),
    temporaryDataFolder(),
    portOfWorker(),
  ]);
  async function remove(): Promise<void> {
    await database.close();
    await data.remove();
  }
  try {
    const config = readConfig({
      ...productSettings(port, data.path),
      LOG_LEVEL: 'error',
      DATABASE_URL: database.url,
      ...environment,
    });
    const portal = await startPortal(config, database.url, createClock(config));
    return {
      url: config.publicUrl,
      dataFolder: data.path,
      databaseUrl: database.url,
      async close() {
        await portal.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
