import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { systemClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { createFolderObjects } from '#platform/object-store/folder-objects.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { type FileStore, sweepShares } from './file-store.ts';
import { createFileStore } from './open-file-store.ts';
import { insertStoredFile, sweepStore } from './stored-files.ts';

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svitlo-sweep-'));
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const hourMs = 3_600_000;

test('sweepStore deletes what is a day old and has no row, but nothing that an open transaction may still register', async () => {
  const { db, close } = connectDatabase<unknown>({ url: database.url, poolSize: 3 });
  const portalDb = db as PortalDatabase;
  const store = createFileStore(createFolderObjects(folder));
  // In each hour another share of the store is looked at: here all are.
  const files: FileStore = {
    ...store,
    async sweep(sweep) {
      let removed = 0;
      for (let share = 0; share < sweepShares; share += 1) removed += await store.sweep({ ...sweep, share });
      return removed;
    },
  };
  const putAged = async (hours: number) => {
    const fileId = newId();
    await store.put(fileId, Buffer.from('bytes'));
    const at = new Date(systemClock.now() - hours * hourMs);
    await utimes(join(folder, fileId.slice(-2), fileId), at, at);
    return fileId;
  };
  const [registered, unregistered, young] = [await putAged(25), await putAged(25), await putAged(23)];
  const file = { accountNumber: '1', contentType: 'application/pdf', byteCount: 5 };
  const storedAt = instantToIso((systemClock.now() - 25 * hourMs) as Instant);
  await insertStoredFile(portalDb, { ...file, fileId: registered, storedAt });

  expect(await sweepStore(portalDb, files)).toBe(1);
  expect(await store.find(unregistered)).toBeUndefined();
  expect(await store.find(registered)).toBeDefined();
  expect(await store.find(young)).toBeDefined();
  expect((await readdir(folder)).length).toBeGreaterThan(0);
  await close();
});

test('sweepStore looks at what is a day older than the oldest transaction', async () => {
  const { db, close } = connectDatabase<unknown>({ url: database.url, poolSize: 2 });
  const portalDb = db as PortalDatabase;
  const swept: number[] = [];
  const store = createFileStore(createFolderObjects(folder));
  const files: FileStore = {
    ...store,
    async sweep({ before, share }) {
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThan(sweepShares);
      swept.push(before);
      return 0;
    },
  };
  const open = await portalDb.startTransaction().execute();
  await open.selectNoFrom((eb) => eb.lit(1).as('one')).execute();
  await sweepStore(portalDb, files);
  await sweepStore(portalDb, files);
  await open.rollback().execute();
  await sweepStore(portalDb, files);
  const [first, second, third] = swept;
  expect(second).toBe(first);
  expect(third).toBeGreaterThan(first as number);
  await close();
});
