import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { migrateJobQueue } from '../jobs/migrate-job-queue.ts';
import { connectDatabase, type Database } from './database.ts';
import { bool, nullable, text, typedSql } from './typed-sql.ts';

export interface MigrationSet {
  /** The schema that these files build; it also stores the migration history. */
  readonly schema: string;
  /** Folder of NNNN-*.sql files, applied in the order of their names, each once, never edited after merging. */
  readonly folder: string;
}

interface MigrationFile {
  readonly name: string;
  readonly text: string;
  /** SHA-256 of the file, hexadecimal. */
  readonly digest: string;
}

/** The migrations of a folder in their order. */
export async function readMigrationFiles(folder: string): Promise<MigrationFile[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8');
      const digest = createHash('sha256').update(text).digest('hex');
      return { name: file.replace(/\.sql$/, ''), text, digest };
    }),
  );
}

/** Applies a migration and keeps its digest, in the migrator's transaction. */
function toMigration({ schema }: MigrationSet, { name, text, digest }: MigrationFile): Migration {
  return {
    async up(db) {
      await sql.raw(text).execute(db);
      await db.schema
        .withSchema(schema)
        .createTable('kysely_migration_digest')
        .ifNotExists()
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('digest', 'text', (column) => column.notNull())
        .execute();
      await db.withSchema(schema).insertInto('kysely_migration_digest').values({ name, digest }).execute();
    },
  };
}

function migratorOf(db: Database<unknown>, set: MigrationSet, files: readonly MigrationFile[]): Migrator {
  const migrations = Object.fromEntries(files.map((file) => [file.name, toMigration(set, file)]));
  return new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableSchema: set.schema,
  });
}

async function hasTable(db: Database<unknown>, name: string): Promise<boolean> {
  const { rows } = await typedSql({
    exists: bool(),
  })`select to_regclass(${name}) is not null as exists`.execute(db);
  return rows[0]?.exists === true;
}

interface AppliedMigration {
  readonly name: string;
  /** null: applied before digests were kept. */
  readonly digest: string | null;
}

/** The migrations that a schema has. Asked here: the migrator would list every column of the database for that. */
async function listApplied(db: Database<unknown>, schema: string): Promise<readonly AppliedMigration[]> {
  if (!(await hasTable(db, `${schema}.kysely_migration`))) return [];
  const hasDigests = await hasTable(db, `${schema}.kysely_migration_digest`);
  const digest = hasDigests
    ? sql`(select digest from ${sql.table(`${schema}.kysely_migration_digest`)} kept where kept.name = applied.name)`
    : sql`null::text`;
  const { rows } = await typedSql({ name: text(), digest: nullable(text()) })`
    select applied.name, ${digest} as digest from ${sql.table(`${schema}.kysely_migration`)} applied order by applied.name
  `.execute(db);
  return rows;
}

/** Most names in the message. */
const toldNames = 3;

function refusalOf(foreign: readonly string[]): string {
  const more = foreign.length - toldNames;
  const names = foreign.slice(0, toldNames).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return `The database was made by another version of the product, or in an earlier state of it (${names}): start the version that made it, or start with another SVITLO_DATA or DATABASE_URL, or drop the schemas billing, portal and graphile_worker.`;
}

/** How the schemas of a database stand to the migrations of this version. */
export interface MigrationState {
  /** Names of the migrations not yet applied, by schema. */
  readonly pending: readonly string[];
  /** Why the database can't be migrated, in one sentence; undefined: it can. */
  readonly refusal: string | undefined;
}

/** Compares a database with the migrations of this version. Changes nothing. */
export async function readMigrationState(
  url: string,
  sets: readonly MigrationSet[],
): Promise<MigrationState> {
  const { db, close } = connectDatabase<unknown>({ url, poolSize: 1, name: 'svitlo-migrations' });
  try {
    const [pending, foreign]: [string[], string[]] = [[], []];
    for (const set of sets) {
      const { schema } = set;
      const [files, applied] = [await readMigrationFiles(set.folder), await listApplied(db, schema)];
      const shipped = new Map(files.map(({ name, digest }) => [name, digest]));
      const names = new Set(applied.map(({ name }) => name));
      // Unknown ones, and those of another content.
      const others = applied.filter(({ name, digest }) => shipped.get(name) !== digest);
      foreign.push(...others.map(({ name }) => `${schema} ${name}`));
      pending.push(...files.filter(({ name }) => !names.has(name)).map(({ name }) => `${schema} ${name}`));
    }
    return { pending, refusal: foreign.length === 0 ? undefined : refusalOf(foreign) };
  } finally {
    await close();
  }
}

/**
 * Migrates a database, one schema after the other, then the tables of the job queue. Safe when several servers start
 * at once: the migrator holds a lock. Throws a sentence that says what to do, and changes nothing, when a migration was
 * applied that is not here or whose file had another content; else the error of the first migration that fails: the
 * schemas before it remain migrated.
 */
export async function migrate(url: string, sets: readonly MigrationSet[]): Promise<void> {
  const { refusal, pending } = await readMigrationState(url, sets);
  if (refusal !== undefined) throw new Error(refusal);
  if (pending.length > 0) await applyMigrations(url, sets);
  await migrateJobQueue(url);
}

async function applyMigrations(url: string, sets: readonly MigrationSet[]): Promise<void> {
  const { db, close } = connectDatabase<unknown>({ url, poolSize: 2, name: 'svitlo-migrate' });
  try {
    for (const set of sets) {
      const { error } = await migratorOf(db, set, await readMigrationFiles(set.folder)).migrateToLatest();
      if (error !== undefined) throw error;
    }
  } finally {
    await close();
  }
}
