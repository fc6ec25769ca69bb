import { type DeviceDatabase, deviceDatabase, type WaitingRow } from '#web/offline/device-database.ts';
import type { WaitingReading } from './waiting-reading.ts';

const STORE = 'readings-waiting';

/** 'other': another reading of this meter waits already; 'full', 'unavailable': nothing was kept. */
export type Kept = 'kept' | 'other' | 'full' | 'unavailable';

const rowOf = (reading: WaitingReading) => reading as unknown as WaitingRow;
const readingOf = (row: WaitingRow) => row as unknown as WaitingReading;

/** Says 'kept' only when the reading is on the disk. On a full disk what was seen makes way for it. */
export async function keepWaiting(reading: WaitingReading): Promise<Kept> {
  const database = await deviceDatabase().catch(() => undefined);
  if (!database) return 'unavailable';
  try {
    return await insert(database, reading);
  } catch {
    await database.clear('seen').catch(() => undefined);
    return insert(database, reading).catch((error: unknown) => (isFull(error) ? 'full' : 'unavailable'));
  }
}

async function insert(database: DeviceDatabase, reading: WaitingReading): Promise<Kept> {
  const transaction = database.transaction(STORE, 'readwrite', { durability: 'strict' });
  const own = await transaction.store.index('owner').getAll(reading.owner);
  const isOther = own.some((row) => row.meterId === reading.meterId && row.id !== reading.id);
  if (!isOther) await transaction.store.put(rowOf(reading));
  await transaction.done;
  return isOther ? 'other' : 'kept';
}

const isFull = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError';

/** What a user has waiting, the oldest first. */
export async function listWaiting(owner: string): Promise<WaitingReading[]> {
  const rows = await (await deviceDatabase()).getAllFromIndex(STORE, 'owner', owner);
  return rows.map(readingOf).sort((a, b) => a.takenAt.localeCompare(b.takenAt));
}

/** Changes a reading that still waits; what is gone stays gone. Answers it as it stands now. */
export async function changeWaiting(
  id: string,
  changes: Partial<Omit<WaitingReading, 'id' | 'owner'>>,
): Promise<WaitingReading | undefined> {
  const transaction = (await deviceDatabase()).transaction(STORE, 'readwrite', { durability: 'strict' });
  const row = await transaction.store.get(id);
  const changed = row && { ...readingOf(row), ...changes };
  if (changed) await transaction.store.put(rowOf(changed));
  await transaction.done;
  return changed;
}

export async function removeWaiting(id: string): Promise<void> {
  await (await deviceDatabase()).delete(STORE, id);
}

/** Takes a reading's place with the same one to be sent anew, in one step, so that none is ever lost or doubled. */
export async function replaceWaiting(id: string, reading: WaitingReading): Promise<void> {
  const transaction = (await deviceDatabase()).transaction(STORE, 'readwrite', { durability: 'strict' });
  if (await transaction.store.get(id)) {
    await transaction.store.delete(id);
    await transaction.store.put(rowOf(reading));
  }
  await transaction.done;
}
