import { type DeviceDatabase, deviceDatabase, type QueuedRow } from '#web/offline/device-database.ts';
import type { QueuedReading } from './queued-reading.ts';

const STORE = 'readings-waiting';

/** 'other': another reading of this meter is queued; 'full', 'unavailable': nothing was stored. */
export type StoreResult = 'stored' | 'other' | 'full' | 'unavailable';

const rowOf = (reading: QueuedReading) => reading as unknown as QueuedRow;
const readingOf = (row: QueuedRow) => row as unknown as QueuedReading;

/** Answers 'stored' only when the reading is on the disk. On a full disk seen receipts are deleted first. */
export async function storeQueued(reading: QueuedReading): Promise<StoreResult> {
  const database = await deviceDatabase().catch(() => undefined);
  if (!database) return 'unavailable';
  try {
    return await insert(database, reading);
  } catch {
    await database.clear('seen').catch(() => undefined);
    return insert(database, reading).catch((error: unknown) => (isFull(error) ? 'full' : 'unavailable'));
  }
}

async function insert(database: DeviceDatabase, reading: QueuedReading): Promise<StoreResult> {
  const transaction = database.transaction(STORE, 'readwrite', { durability: 'strict' });
  const own = await transaction.store.index('owner').getAll(reading.owner);
  const isOther = own.some((row) => row.meterId === reading.meterId && row.id !== reading.id);
  if (!isOther) await transaction.store.put(rowOf(reading));
  await transaction.done;
  return isOther ? 'other' : 'stored';
}

const isFull = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError';

/** The queued readings of a user, oldest first. */
export async function listQueued(owner: string): Promise<QueuedReading[]> {
  const rows = await (await deviceDatabase()).getAllFromIndex(STORE, 'owner', owner);
  return rows.map(readingOf).sort((a, b) => a.takenAt.localeCompare(b.takenAt));
}

/** Changes a queued reading; a deleted one is not restored. Answers its new state. */
export async function updateQueued(
  id: string,
  changes: Partial<Omit<QueuedReading, 'id' | 'owner'>>,
): Promise<QueuedReading | undefined> {
  const transaction = (await deviceDatabase()).transaction(STORE, 'readwrite', { durability: 'strict' });
  const row = await transaction.store.get(id);
  const changed = row && { ...readingOf(row), ...changes };
  if (changed) await transaction.store.put(rowOf(changed));
  await transaction.done;
  return changed;
}

export async function removeQueued(id: string): Promise<void> {
  await (await deviceDatabase()).delete(STORE, id);
}

/** Replaces a reading by its new attempt in one transaction, so that none is lost or doubled. */
export async function replaceQueued(id: string, reading: QueuedReading): Promise<void> {
  const transaction = (await deviceDatabase()).transaction(STORE, 'readwrite', { durability: 'strict' });
  if (await transaction.store.get(id)) {
    await transaction.store.delete(id);
    await transaction.store.put(rowOf(reading));
  }
  await transaction.done;
}
