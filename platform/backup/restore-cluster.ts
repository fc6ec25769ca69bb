import { createWriteStream } from 'node:fs';
import { chown, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { extract } from 'tar-stream';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import {
  type EmbeddedPostgres,
  noTarget,
  prepareServerFolders,
  type ServerFolders,
  startEmbeddedPostgres,
} from '../embedded-postgres/embedded-postgres.ts';
import type { ObjectFacts } from '../object-store/object-store.ts';
import { type BackupSource, nameOf } from './backup-place.ts';
import type { BaseFacts } from './copy-cluster.ts';
import { getPieces } from './pieces.ts';
import { firstGap, isSegment, positionOf } from './wal-names.ts';

/** Two days of a busy log are replayed in less. */
const REPLAY_MS = 12 * 60 * 60_000;

/** Writes the files of a base copy into the folder of a cluster that is not there yet. */
async function unpack(chunks: AsyncIterable<Uint8Array>, { clusterFolder }: ServerFolders): Promise<void> {
  await mkdir(clusterFolder, { mode: 0o700 });
  const files = extract();
  const feeding = pipeline(Readable.from(chunks), files);
  feeding.catch(() => undefined);
  for await (const entry of files) {
    const path = join(clusterFolder, entry.header.name);
    if (entry.header.type === 'directory') {
      await mkdir(path, { recursive: true, mode: 0o700 });
      entry.resume();
      continue;
    }
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(entry, createWriteStream(path, { mode: 0o600 }));
  }
  await feeding;
}

/** Gives all files of a folder to an account. */
async function giveTo(account: ServerFolders['account'], folder: string): Promise<void> {
  if (account === undefined) return;
  await chown(folder, account.uid, account.gid);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await giveTo(account, path);
    else await chown(path, account.uid, account.gid);
  }
}

/** The stored log since a base copy without a gap: the newest of each file. @throws Error with a sentence when the copy itself has none. */
async function listLog(
  source: BackupSource,
  base: BaseFacts,
): Promise<{
  readonly files: ReadonlyMap<string, ObjectFacts>;
  readonly hasGap: boolean;
  readonly storedAt: Instant;
}> {
  const files = new Map<string, ObjectFacts>();
  for await (const facts of source.list('wal/')) {
    const file = nameOf(facts).slice('wal/'.length);
    if (isSegment(file) && positionOf(file) < positionOf(base.startSegment)) continue;
    const known = files.get(file);
    if (known === undefined || known.changedAt <= facts.changedAt) files.set(file, facts);
  }
  const gap = firstGap([...files.keys()].filter(isSegment), positionOf(base.startSegment));
  if (gap <= positionOf(base.stopSegment))
    throw new Error('The backup is damaged: its base copy has no log.');
  const beyond = [...files.keys()].filter((file) => isSegment(file) && positionOf(file) > gap);
  for (const file of beyond) files.delete(file);
  const storedAt = Math.max(...[...files.values()].map(({ changedAt }) => changedAt)) as Instant;
  return { files, hasGap: beyond.length > 0, storedAt };
}

export interface RestoreOptions {
  /** Of the product that is restored; has no database yet. */
  readonly dataFolder: string;
  readonly databaseName: string;
  /** The moment to which the log is replayed; absent: to its end. */
  readonly until: Instant | undefined;
  /** Of the started server, in addition. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** The finished base copies, oldest first. */
export async function listBases(source: BackupSource): Promise<BaseFacts[]> {
  const bases: BaseFacts[] = [];
  for await (const facts of source.list('base/')) {
    if (!nameOf(facts).endsWith('/manifest')) continue;
    bases.push(JSON.parse((await source.get(facts)).toString()) as BaseFacts);
  }
  return bases.sort((a, b) => (a.endedAt < b.endedAt ? -1 : 1));
}

export interface RestoredCluster {
  readonly server: EmbeddedPostgres;
  /** When the last of the replayed transactions was committed; undefined: there was none after the base copy. */
  readonly reached: Instant | undefined;
  /** The stored log ends before the named moment: what was written after it and was not stored yet is missing. */
  readonly isLogShort: boolean;
}

/**
 * Restores a base copy and replays the log since; resolves with the running server. The password of its superuser is in the data folder.
 * @throws Error with a sentence when the log has a gap before the moment.
 */
export async function restoreCluster(
  source: BackupSource,
  base: BaseFacts,
  { dataFolder, databaseName, until, settings }: RestoreOptions,
): Promise<RestoredCluster> {
  const { files, hasGap, storedAt } = await listLog(source, base);
  const gapError = new Error(
    `The backup has a gap in its log, of what was stored after ${instantToIso(storedAt)}: restore with --until to a moment before it, or from a later base copy.`,
  );
  if (hasGap && until === undefined) throw gapError;
  const folders = await prepareServerFolders(dataFolder);
  await unpack(getPieces(source, `${base.name}/cluster`, base.pieces), folders);
  const logFolder = join(folders.clusterFolder, 'restored_wal');
  await mkdir(logFolder, { mode: 0o700 });
  for (const [file, facts] of files)
    await writeFile(join(logFolder, file), await source.get(facts), { mode: 0o600 });
  await writeFile(join(folders.clusterFolder, 'recovery.signal'), '');
  await giveTo(folders.account, folders.clusterFolder);
  const start = (target: Readonly<Record<string, string>>) =>
    startEmbeddedPostgres({
      ...{ dataFolder, databaseName, startMs: REPLAY_MS },
      settings: {
        ...settings,
        // Relative to the cluster, where the server runs it.
        restore_command: 'cp restored_wal/%f %p',
        // All files were written just now: one sync in place of one for each.
        recovery_init_sync_method: 'syncfs',
        // No connection before the log is replayed.
        hot_standby: 'off',
        ...target,
      },
    });
  let isLogShort = false;
  async function startUntil(moment: Instant): Promise<EmbeddedPostgres> {
    try {
      return await start({
        // No zone by a letter: its names are not loaded yet.
        recovery_target_time: instantToIso(moment).replace('Z', '+00'),
        recovery_target_action: 'promote',
      });
    } catch (error) {
      if (!(error instanceof Error && error.message.includes(noTarget))) throw error;
      if (hasGap) throw gapError;
      // No transaction of the log was committed after the moment: either there was none, or its log was not stored.
      isLogShort = true;
      return start({});
    }
  }
  const server = await (until === undefined ? start({}) : startUntil(until));
  await rm(logFolder, { recursive: true });
  return { server, reached: await lastReplayed(server.adminUrl), isLogShort };
}

async function lastReplayed(adminUrl: string): Promise<Instant | undefined> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const { rows } = await client.query('select pg_last_xact_replay_timestamp() as at');
  await client.end();
  const at: unknown = rows[0]?.at;
  return at instanceof Date ? (at.getTime() as Instant) : undefined;
}
