import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/embedded-postgres/embedded-postgres.ts';
import { createLogger } from '#platform/logger.ts';
import type { Config } from '#portal/config.ts';
import { lockData } from './data-lock.ts';

/** The embedded database of a data folder locked by this process. */
export interface OwnDatabase {
  /** Resolves when the database is ready; rejects with one line when the folder is taken or the start fails. */
  readonly server: Promise<EmbeddedPostgres>;
  /** Shuts down in order, also during the start, and unlocks the folder. Idempotent. */
  stop(): Promise<void>;
}

/** Locks the data folder and starts its database. `port`: the port of this process; 0: none. */
export function startOwnDatabase(config: Config, port: number): OwnDatabase {
  const { dataFolder } = config;
  const lock = lockData(dataFolder, port);
  const log = createLogger({ level: config.logLevel }).child({ part: 'postgres' });
  const started = lock.then(() =>
    startEmbeddedPostgres({
      dataFolder,
      databaseName: 'svitlo',
      onLog: ({ level, text }) => log[level](text),
    }),
  );
  const server = Promise.all([lock, started]).then(async ([{ announce }, running]) => {
    await announce(running.url);
    return running;
  });
  // An error is reported to those who await `server`; avoids an unhandled rejection for the others.
  server.catch(() => undefined);
  let stopped: Promise<void> | undefined;
  async function stopOnce(): Promise<void> {
    const running = await started.catch(() => undefined);
    await running?.stop();
    const held = await lock.catch(() => undefined);
    await held?.release();
  }
  return {
    server,
    stop() {
      stopped ??= stopOnce();
      return stopped;
    },
  };
}
