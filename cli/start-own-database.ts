import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/embedded-postgres/embedded-postgres.ts';
import type { PostgresLogLine } from '#platform/embedded-postgres/postgres-log.ts';
import type { Config } from '#portal/config.ts';
import { withoutSecrets } from '#portal/http/without-secrets.ts';
import { lockData } from './data-lock.ts';

const levels: readonly Config['logLevel'][] = ['debug', 'info', 'warn', 'error', 'silent'];

/** Prints what PostgreSQL says, from the level of LOG_LEVEL on. */
function printPostgres(logLevel: Config['logLevel']): (line: PostgresLogLine) => void {
  return ({ level, text }) => {
    if (levels.indexOf(level) < levels.indexOf(logLevel)) return;
    process.stderr.write(`postgres: ${level}: ${withoutSecrets(text)}\n`);
  };
}

/** The embedded database of a data folder that this process holds. */
export interface OwnDatabase {
  /** Resolves when it takes statements; throws in one line when the folder is taken or it does not come up. */
  readonly server: Promise<EmbeddedPostgres>;
  /** Stops it in order, also when it is only just starting, and lets the folder go. Safe to call twice. */
  stop(): Promise<void>;
}

/** Takes the data folder and starts its database. `port`: where this process will serve; 0: nowhere. */
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
  // Whoever waits for the server hears of a fault; who only stops it does not ask.
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
