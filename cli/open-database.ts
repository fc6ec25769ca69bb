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
  /** Migrates the database, or opens it as it is. */
  readonly use?: 'migrated' | 'asItIs';
  /**
   * The command handles the first SIGINT, SIGTERM or SIGHUP itself, by an orderly shutdown; the second one ends it, as
   * the first does without this option.
   */
  readonly handlesSignals?: boolean;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Ends the process on a signal only after its database has ended: uncommitted work is rolled back. The exit code
 * encodes the signal, as in a shell.
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
 * Opens the database of a command: the external one of DATABASE_URL, the embedded one of a server running on the same
 * data, or an embedded one started for the command, which always ends with it.
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
