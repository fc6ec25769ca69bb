import { migrate } from '#platform/database/migrate.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts';
import type { Config } from '#portal/config.ts';
import { findRunningServer, lockData } from './data-lock.ts';
import { migrationSets } from './migration-sets.ts';

export interface OpenDatabase {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * A database for a command: the external one of DATABASE_URL, the embedded one of a server that runs on the same data, or
 * the embedded one started for the time of the command. Migrated, unless it is only to be looked at.
 */
export async function openDatabase(
  config: Config,
  use: 'migrated' | 'asItIs' = 'migrated',
): Promise<OpenDatabase> {
  if (config.databaseUrl !== undefined) {
    if (use === 'migrated') await migrate(config.databaseUrl, migrationSets);
    return { url: config.databaseUrl, close: async () => undefined };
  }
  const running = await findRunningServer(config.dataFolder);
  if (running?.databaseUrl) {
    return { url: running.databaseUrl, close: async () => undefined };
  }
  const lock = await lockData(config.dataFolder, 0);
  const server = await startEmbeddedPostgres({ dataFolder: config.dataFolder, databaseName: 'svitlo' });
  await lock.announce(server.url);
  if (use === 'migrated') await migrate(server.url, migrationSets);
  return {
    url: server.url,
    async close() {
      await server.stop();
      await lock.release();
    },
  };
}
