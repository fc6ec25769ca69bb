import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { migrateJobQueue } from '../jobs/migrate-job-queue.ts';
import { applyMigration, type LockLimits, type MigrationFile, usualLockLimits } from './apply-migration.ts';
import { connectDatabase, type Database } from './database.ts';
import { bool, nullable, text, typedSql } from './typed-sql.ts';
import { afterAdvisoryLock } from './with-advisory-lock.ts';

export interface MigrationSet {
  /** The schema that these files build; it also stores the migration history. */
  readonly schema: string;
  /**
   * Folder of NNNN-*.sql files, each applied once, those that a database lacks in the order of their names, whichever it has; never edited
   * after landing.
   */
  readonly folder: string;
  /** Names of the migrations of the first release; absent: all of the folder. A database that lacks one is older than any release. */
  readonly firstRelease?: readonly string[];
}

/** The migrations of a folder in the order of their names. */
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

/** How one schema differs from the migrations of this version. */
interface Difference {
  readonly set: MigrationSet;
  readonly pending: readonly MigrationFile[];
  /** Names of applied migrations that this version does not have, or has with another content. */
  readonly foreign: readonly string[];
  /** Whether a newer version explains the foreign ones: nothing was edited or renamed, and the first release is whole. */
  readonly isNewer: boolean;
}

async function compare(db: Database<unknown>, set: MigrationSet): Promise<Difference> {
  const [files, applied] = [await readMigrationFiles(set.folder), await listApplied(db, set.schema)];
  const shipped = new Map(files.map(({ name, digest }) => [name, digest]));
  const names = new Set(applied.map(({ name }) => name));
  const foreign = applied.filter(({ name, digest }) => shipped.get(name) !== digest);
  const digests = new Set(shipped.values());
  const isChanged = foreign.some(
    ({ name, digest }) => shipped.has(name) || digest === null || digests.has(digest),
  );
  const firstRelease = set.firstRelease ?? [...shipped.keys()];
  return {
    set,
    pending: files.filter(({ name }) => !names.has(name)),
    foreign: foreign.map(({ name }) => `${set.schema} ${name}`),
    isNewer: !isChanged && firstRelease.every((name) => names.has(name)),
  };
}

/** Maximum number of migrations named in a refusal. */
const maxNames = 3;

/** Why a database can't be migrated, and what to do; undefined: it can. Nothing is ever to be dropped. */
function refusalOf(differences: readonly Difference[]): string | undefined {
  const foreign = differences.flatMap((difference) => difference.foreign);
  if (foreign.length === 0) return undefined;
  const more = foreign.length - maxNames;
  const names = foreign.slice(0, maxNames).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return differences.every(({ isNewer }) => isNewer)
    ? `The database was migrated by a newer version of the product (${names}): restore the backup of before the upgrade, or start the newer version again.`
    : `The database was made in a state of development that is no release, and its migrations were edited, renamed or removed since (${names}): start the version that made it, or start with another SVITLO_DATA or DATABASE_URL.`;
}

/** How the schemas of a database compare to the migrations of this version. */
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
    const differences: Difference[] = [];
    for (const set of sets) differences.push(await compare(db, set));
    return {
      pending: differences.flatMap(({ set, pending }) => pending.map(({ name }) => `${set.schema} ${name}`)),
      refusal: refusalOf(differences),
    };
  } finally {
    await close();
  }
}

/** Advisory-lock key: one server at a time migrates a database. */
const MIGRATION_LOCK = 5_310_467;

/**
 * Migrates a database, one schema after the other, then the tables of the job queue. Safe when several servers start
 * at once. Throws a sentence that says what to do, and changes nothing, when a migration was applied that is not here or whose file had
 * another content; else the error of the first migration that fails: those before it remain applied.
 */
export async function migrate(
  url: string,
  sets: readonly MigrationSet[],
  limits: LockLimits = usualLockLimits,
): Promise<void> {
  const { refusal, pending } = await readMigrationState(url, sets);
  if (refusal !== undefined) throw new Error(refusal);
  if (pending.length > 0) await applyMigrations(url, sets, limits);
  await migrateJobQueue(url);
}

async function applyMigrations(
  url: string,
  sets: readonly MigrationSet[],
  limits: LockLimits,
): Promise<void> {
  // One connection holds the lock, one migrates, one observes what is waited for.
  const { db, pool, close } = connectDatabase<unknown>({ url, poolSize: 3, name: 'svitlo-migrate' });
  try {
    await afterAdvisoryLock(pool, MIGRATION_LOCK, async () => {
      for (const set of sets) {
        // Compared under the lock: another server may have migrated meanwhile.
        const difference = await compare(db, set);
        const refusal = refusalOf([difference]);
        if (refusal !== undefined) throw new Error(refusal);
        await makeHistory(db, set.schema);
        for (const file of difference.pending) await applyMigration(db, set.schema, file, limits);
      }
    });
  } finally {
    await close();
  }
}

/** Makes the schema and the tables of its history, as far as they are not there. */
async function makeHistory(db: Database<unknown>, schema: string): Promise<void> {
  // `if not exists` asks for the right to create also when there is nothing to create.
  const { rows } = await typedSql({
    exists: bool(),
  })`select to_regnamespace(${schema}) is not null as exists`.execute(db);
  if (!rows[0]?.exists) await sql`create schema ${sql.id(schema)}`.execute(db);
  const [history, digests] = [`${schema}.kysely_migration`, `${schema}.kysely_migration_digest`];
  // The names and columns that Kysely's migrator gave them in the databases of before 1.0.0.
  if (!(await hasTable(db, history)))
    await sql`create table ${sql.table(history)} (
      name varchar(255) primary key, timestamp varchar(255) not null
    )`.execute(db);
  if (!(await hasTable(db, digests)))
    await sql`create table ${sql.table(digests)} (name text primary key, digest text not null)`.execute(db);
}
