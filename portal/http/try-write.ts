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
 * Checks that the database accepts a write: fills new pages of an empty table and rolls back, which fails on a full disk
 * or a standby; nothing remains or grows. Throws the database error. A concurrent probe of another node, or a backup
 * that reads the table, is not a failure.
 */
export async function tryWriteDatabase(db: PortalDatabase): Promise<void> {
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
