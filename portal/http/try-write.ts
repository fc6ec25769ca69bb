import { randomBytes } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { PortalDatabase } from '../portal-database.ts';

/** 32 rows of 4000 bytes are 16 pages. */
const PROBE_ROWS = 32;
const ROW_BYTES = 4000;
const PROBE_BYTES = 131_072;
const LOCK_NOT_AVAILABLE = '55P03';

/** Rolls the transaction of the probe back. */
class Enough extends Error {}

/**
 * Checks that the database has room: fills new pages of an empty table and rolls back, which fails on a full disk
 * or a standby; nothing remains or grows. Throws the database error. A concurrent probe of another node, or a backup
 * that reads the table, is not a failure.
 */
async function tryFill(db: PortalDatabase): Promise<void> {
  try {
    await db.transaction().execute(async (transaction) => {
      await sql`lock table portal.write_probe in access exclusive mode nowait`.execute(transaction);
      // TRUNCATE starts a new file, so the disk must allocate its pages.
      await sql`truncate portal.write_probe`.execute(transaction);
      await sql`
        insert into portal.write_probe (filler)
        select repeat('x', ${ROW_BYTES}::int) from generate_series(1, ${PROBE_ROWS}::int)`.execute(
        transaction,
      );
      throw new Enough();
    });
  } catch (error) {
    if (error instanceof Enough) return;
    if (error instanceof Error && Reflect.get(error, 'code') === LOCK_NOT_AVAILABLE) return;
    throw error;
  }
}

/**
 * Checks that a commit ends, by the row of this node, and deletes those of nodes that are gone. A transaction that is rolled back
 * does not show it: a commit also waits for the disk of the log and for a synchronous standby.
 */
async function tryCommit(db: PortalDatabase, node: string): Promise<void> {
  await sql`
    with gone as (
      delete from portal.commit_probe where node <> ${node} and committed_at < clock_timestamp() - interval '1 day')
    insert into portal.commit_probe (node, committed_at) values (${node}, clock_timestamp())
    on conflict (node) do update set committed_at = excluded.committed_at`.execute(db);
}

/**
 * Checks that the database accepts a write and commits it; `node` names who asks. Throws the database error. A commit that hangs
 * ends by the time limit of the connections, if they have one.
 */
export async function tryWriteDatabase(db: PortalDatabase, node: string): Promise<void> {
  await tryFill(db);
  await tryCommit(db, node);
}

/** Checks that a folder accepts a synced file of 128 KiB; the file is removed. Throws the system error. */
export async function tryWriteFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `write-probe.${randomBytes(6).toString('hex')}`);
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(Buffer.alloc(PROBE_BYTES, 'x'));
      await file.datasync();
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
}
