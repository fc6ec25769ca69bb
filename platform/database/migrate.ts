import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { migrateJobQueue } from '../jobs/migrate-job-queue.ts';
import { connectDatabase } from './database.ts';

export interface MigrationSet {
  /** The schema that these files build; it also stores the migration history. */
  readonly schema: string;
  /** Folder of NNNN-*.sql files, applied in the order of their names, each once, never edited after merging. */
  readonly folder: string;
}

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const entries = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8');
      const migration: Migration = {
        up: async (db) => {
          await sql.raw(text).execute(db);
        },
      };
      return [file.replace(/\.sql$/, ''), migration] as const;
    }),
  );
  return Object.fromEntries(entries);
}

/** Names of the migrations not yet applied, by schema. Changes nothing. */
export async function listPendingMigrations(url: string, sets: readonly MigrationSet[]): Promise<string[]> {
  const { db, close } = connectDatabase<unknown>({ url, poolSize: 1, name: 'svitlo-migrations' });
  try {
    const pending: string[] = [];
    for (const set of sets) {
      const known = await migratorOf(db, set, await readMigrations(set.folder)).getMigrations();
      pending.push(
        ...known.filter((one) => one.executedAt === undefined).map(({ name }) => `${set.schema} ${name}`),
      );
    }
    return pending;
  } finally {
    await close();
  }
}

function migratorOf(
  db: ReturnType<typeof connectDatabase<unknown>>['db'],
  { schema }: MigrationSet,
  migrations: Record<string, Migration>,
): Migrator {
  return new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableSchema: schema,
  });
}

/**
 * Migrates a database, one schema after the other, then the tables of the job queue. Safe when several servers start
 * at once: the migrator holds a lock. Throws the error of the first migration that fails; earlier ones remain
 * applied.
 */
export async function migrate(url: string, sets: readonly MigrationSet[]): Promise<void> {
  const { db, close } = connectDatabase<unknown>({ url, poolSize: 2, name: 'svitlo-migrate' });
  try {
    for (const set of sets) {
      const migrator = migratorOf(db, set, await readMigrations(set.folder));
      const { error } = await migrator.migrateToLatest();
      if (error !== undefined) throw error;
    }
  } finally {
    await close();
  }
  await migrateJobQueue(url);
}
