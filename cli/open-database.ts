import { constants } from 'node:os';
import { migrate } from '#platform/database/migrate.ts';
import type { Config } from '#portal/config.ts';
import { DataFolderTaken } from './data-lock.ts';
import { migrationSets } from './migration-sets.ts';
import { startOwnDatabase } from './start-own-database.ts';

export interface OpenDatabase {
  readonly url: string;
  close(): Promise<void>;
}

export interface OpenDatabaseOptions {
  /** Brought up to date unless it is only to be looked at. */
  readonly use?: 'migrated' | 'asItIs';
  /**
   * The first SIGINT, SIGTERM or SIGHUP is left to the command, which ends its work in order and closes; the second ends the
   * command, as the first does without this.
   */
  readonly handlesSignals?: boolean;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Ends the process by a signal only after its database has ended: what was not committed is rolled back. The exit code
 * names the signal, as a shell does.
 */
function endDatabaseOnSignal(stop: () => Promise<void>, handlesSignals: boolean): void {
  let isLeft = handlesSignals;
  for (const signal of signals) {
    process.on(signal, () => {
      if (isLeft) {
        isLeft = false;
        return;
      }
      void stop()
        .catch((error: unknown) => console.error(String(error)))
        .finally(() => process.exit(128 + constants.signals[signal]));
    });
  }
}

/**
 * A database for a command: the external one of DATABASE_URL, the embedded one of a server that runs on the same data, or
 * the embedded one started for the time of the command, which ends with it whatever ends it.
 */
export async function openDatabase(
  config: Config,
  { use = 'migrated', handlesSignals = false }: OpenDatabaseOptions = {},
): Promise<OpenDatabase> {
  if (config.databaseUrl !== undefined) {
    if (use === 'migrated') await migrate(config.databaseUrl, migrationSets);
    return { url: config.databaseUrl, close: async () => undefined };
  }
  const own = startOwnDatabase(config, 0);
  endDatabaseOnSignal(own.stop, handlesSignals);
  try {
    const { url } = await own.server;
    if (use === 'migrated') await migrate(url, migrationSets);
    return { url, close: own.stop };
  } catch (error) {
    await own.stop();
    if (error instanceof DataFolderTaken && error.running?.databaseUrl) {
      return { url: error.running.databaseUrl, close: async () => undefined };
    }
    throw error;
  }
}
