import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/embedded-postgres/embedded-postgres.ts';
import type { PostgresLogLine } from '#platform/embedded-postgres/postgres-log.ts';
import type { Config } from '#portal/config.ts';
import { withoutSecrets } from '#portal/http/without-secrets.ts';
import { lockData } from './data-lock.ts';

const levels: readonly Config['logLevel'][] = ['debug', 'info', 'warn', 'error', 'silent'];

/** Prints messages of PostgreSQL from LOG_LEVEL on. */
function printPostgres(logLevel: Config['logLevel']): (line: PostgresLogLine) => void {
  return ({ level, text }) => {
    if (levels.indexOf(level) < levels.indexOf(logLevel)) return;
    process.stderr.write(`postgres: ${level}: ${withoutSecrets(text)}\n`);
  };
}

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
  const started = lock.then(() =>
    startEmbeddedPostgres({ dataFolder, databaseName: 'svitlo', onLog: printPostgres(config.logLevel) }),
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
