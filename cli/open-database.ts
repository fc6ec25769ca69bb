import { constants } from 'node:os';
import { join } from 'node:path';
import { withAuditOwner } from '#platform/audit/audit-owner.ts';
import { type MigrationSet, migrate } from '#platform/database/migrate.ts';
import { commandConnections, connectionsOfNode } from '#platform/database/node-connections.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/embedded-postgres/embedded-postgres.ts';
import { createLogger } from '#platform/logger.ts';
import type { Config } from '#portal/config.ts';
import { refuseUnfinished } from './backups/unfinished-restore.ts';
import { DataFolderTaken, lockData } from './data-lock.ts';
import releases from './releases.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');

const { billing, portal } = releases['1.0.0'].migrations;

/** Both schemas of the product, in order of creation. */
export const migrationSets: readonly MigrationSet[] = [
  { schema: 'billing', folder: join(root, 'billing/migrations'), firstRelease: Object.keys(billing) },
  { schema: 'portal', folder: join(root, 'portal/migrations'), firstRelease: Object.keys(portal) },
];

/** A database of the product. */
export interface ProductDatabase {
  /** As the role of the product. */
  readonly url: string;
  /** As a role that may make roles; absent: the product's role owns all that it makes, the audit too. */
  readonly adminUrl: string | undefined;
}

/** Brings a database up to date, with the audit owned by a role as which nobody signs in. */
export async function migrateProduct({ url, adminUrl }: ProductDatabase): Promise<void> {
  if (adminUrl === undefined) await migrate(url, migrationSets);
  else await withAuditOwner(url, adminUrl, () => migrate(url, migrationSets));
}

/** The external database of the configuration; undefined: the embedded one. */
export function externalDatabase({ databaseUrl, databaseAdminUrl }: Config): ProductDatabase | undefined {
  return databaseUrl === undefined ? undefined : { url: databaseUrl, adminUrl: databaseAdminUrl };
}

/** The embedded database of a data folder locked by this process. */
interface OwnDatabase {
  /** Resolves when the database is ready; rejects with one line when the folder is taken or the start fails. */
  readonly server: Promise<EmbeddedPostgres>;
  /** Shuts down in order, also during the start, and unlocks the folder. Idempotent. */
  stop(): Promise<void>;
}

/** Connections of the embedded database: for its one node, commands beside it and the superuser. */
function connectionsOfOwnDatabase({ databaseConnections }: Config): number {
  return connectionsOfNode('portalWithBilling', databaseConnections).total + commandConnections + 10;
}

/** Locks the data folder and starts its database. `port`: the port of this process; 0: none. */
export function startOwnDatabase(config: Config, port: number): OwnDatabase {
  const { dataFolder } = config;
  const lock = lockData(dataFolder, port);
  const log = createLogger({ level: config.logLevel }).child({ part: 'postgres' });
  const started = lock.then(async () => {
    await refuseUnfinished(dataFolder);
    return startEmbeddedPostgres({
      dataFolder,
      databaseName: 'svitlo',
      // Commands too: the log has no gap. What they leave is stored when the server runs.
      archives: config.backups !== undefined,
      settings: { max_connections: String(connectionsOfOwnDatabase(config)) },
      onLog: ({ level, text }) => log[level](text),
    });
  });
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
  const external = externalDatabase(config);
  if (external) {
    if (use === 'migrated') await migrateProduct(external);
    return { url: external.url, close: async () => undefined };
  }
  const own = startOwnDatabase(config, 0);
  endDatabaseOnSignal(own.stop, handlesSignals);
  try {
    const server = await own.server;
    if (use === 'migrated') await migrateProduct(server);
    return { url: server.url, close: own.stop };
  } catch (error) {
    await own.stop();
    if (error instanceof DataFolderTaken && error.running?.databaseUrl) {
      return { url: error.running.databaseUrl, close: async () => undefined };
    }
    throw error;
  }
}
