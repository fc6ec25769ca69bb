import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { pack } from 'tar-stream';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { Clock } from '../clock.ts';
import { orAbsent } from '../object-store/folder-objects.ts';
import type { BackupTarget } from './backup-place.ts';
import { putPieces } from './pieces.ts';
import { isSegment } from './wal-names.ts';

/** What a restore needs to know of a base copy. */
export interface BaseFacts {
  readonly name: string;
  readonly startedAt: string;
  readonly endedAt: string;
  /** The first and the last segment without which the copy is not consistent. */
  readonly startSegment: string;
  readonly stopSegment: string;
  readonly systemIdentifier: string;
  readonly pieces: number;
  readonly bytes: number;
}

/** Contents that a restored server makes anew, of folders that it wants to find; as pg_basebackup leaves them out. */
const emptyFolders = /^pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)(\/|$)/;
const leftOut =
  /(^|\/)(pgsql_tmp[^/]*|pg_internal\.init[^/]*|postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map)$|\.signal$/;

/** Files and folders of a cluster by their paths from it. A file may be gone by the time it is read. */
async function* walk(root: string, folder = ''): AsyncGenerator<{ path: string; isFolder: boolean }> {
  const entries = (await orAbsent(readdir(join(root, folder), { withFileTypes: true }))) ?? [];
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (leftOut.test(path)) continue;
    if (entry.isDirectory()) {
      yield { path, isFolder: true };
      if (!emptyFolders.test(path)) yield* walk(root, path);
      else if (path === 'pg_wal') yield { path: 'pg_wal/archive_status', isFolder: true };
    } else if (entry.isFile()) yield { path, isFolder: false };
  }
}

const CHUNK_BYTES = 1024 * 1024;

/** Exactly so many bytes of a file: one that was cut off meanwhile is filled with zeros, which the log mends. */
async function* readExactly(path: string, bytes: number): AsyncGenerator<Buffer> {
  const file = await open(path, 'r');
  try {
    for (let at = 0; at < bytes; ) {
      const chunk = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, bytes - at));
      const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
      yield chunk.fill(0, bytesRead);
      at += chunk.length;
    }
  } finally {
    await file.close();
  }
}

/** The files of a cluster as one tar, and `backup_label` at its end, once the copying has ended. */
async function* tarOf(root: string, endCopy: () => Promise<string>): AsyncGenerator<Uint8Array> {
  const tar = pack();
  async function fill(): Promise<void> {
    for await (const { path, isFolder } of walk(root)) {
      if (isFolder) {
        tar.entry({ name: path, type: 'directory', mode: 0o700 });
        continue;
      }
      const facts = await orAbsent(stat(join(root, path)));
      if (facts === undefined) continue;
      const entry = tar.entry({ name: path, size: facts.size, mode: 0o600 });
      await pipeline(readExactly(join(root, path), facts.size), entry);
    }
    tar.entry({ name: 'backup_label', mode: 0o600 }, await endCopy());
    tar.finalize();
  }
  const filling = fill().catch((error: unknown) => tar.destroy(error as Error));
  yield* tar as AsyncIterable<Uint8Array>;
  await filling;
}

/** What a target, which can open nothing, has to know of a base copy is in its name. */
const baseName = /^base\/\d{8}T\d{6}Z-([0-9A-F]{24})/;

/** The base copy of an object; undefined: it is of none. */
export function baseOf(name: string): { readonly name: string; readonly startSegment: string } | undefined {
  const found = baseName.exec(name);
  return found === null ? undefined : { name: found[0], startSegment: found[1] ?? '' };
}

/**
 * Copies the cluster of a running server whole, and the write-ahead log that makes the copy consistent, beside its work. `adminUrl` is a
 * superuser of it; its files have to be readable here.
 */
export async function copyCluster(
  target: BackupTarget,
  { adminUrl, clock }: { readonly adminUrl: string; readonly clock: Clock },
): Promise<BaseFacts> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'svitlo-backup' });
  await client.connect();
  /** The one row of a statement, whose values are texts. */
  async function ask(text: string, values: readonly unknown[] = []): Promise<Record<string, string>> {
    const { rows } = await client.query(text, [...values]);
    return rows[0] ?? {};
  }
  try {
    const startedAt: Instant = clock.now();
    // Keeps the log since the start; gone with this connection.
    await ask(`select pg_create_physical_replication_slot('svitlo_backup_' || pg_backend_pid(), true, true)`);
    const { root = '', system = '' } = await ask(
      `select current_setting('data_directory') as root, system_identifier::text as system from pg_control_system()`,
    );
    const { segment: startSegment = '' } = await ask(
      `select pg_walfile_name(pg_backup_start($1, fast => true)) as segment`,
      ['svitlo'],
    );
    const name = `base/${instantToIso(startedAt).replaceAll(/[-:]|\.\d+/g, '')}-${startSegment}`;
    let stopSegment = '';
    async function endCopy(): Promise<string> {
      const { label = '', segment = '' } = await ask(
        // The stop is the first byte of the next segment.
        'select labelfile as label, pg_walfile_name(lsn - 1) as segment from pg_backup_stop(wait_for_archive => false)',
      );
      stopSegment = segment;
      return label;
    }
    const { pieces, bytes } = await putPieces(target, `${name}/cluster`, tarOf(root, endCopy));
    for (const segment of await readdir(join(root, 'pg_wal'))) {
      if (!isSegment(segment) || segment < startSegment || segment > stopSegment) continue;
      await target.put(`wal/${segment}`, await readFile(join(root, 'pg_wal', segment)));
    }
    const facts: BaseFacts = {
      name,
      ...{ startedAt: instantToIso(startedAt), endedAt: instantToIso(clock.now()) },
      ...{ startSegment, stopSegment, systemIdentifier: system, pieces, bytes },
    };
    // Last: a copy that broke off has none.
    await target.put(`${name}/manifest`, Buffer.from(JSON.stringify(facts)));
    return facts;
  } finally {
    await client.end();
  }
}
