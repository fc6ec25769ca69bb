import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Instant } from '#domain/time/instant.ts';
import { systemClock } from '#platform/clock.ts';
import { createFolderObjects } from '#platform/object-store/folder-objects.ts';
import { type BackupTarget, nameOf, openTarget } from './backup-place.ts';
import { deleteGoneFiles, deleteOldCopies } from './retention.ts';
import { newOperatorKey } from './sealing.ts';

const DAY_MS = 86_400_000;
const { recipient } = await newOperatorKey();
const segment = (number: number) =>
  `00000001000000000000${number.toString(16).toUpperCase().padStart(4, '0')}`;
const base = (day: number, start: number) =>
  `base/202611${String(day).padStart(2, '0')}T030000Z-${segment(start)}`;

let place: string;
let files: string;
let target: BackupTarget;

beforeEach(async () => {
  [place, files] = [await mkdtemp(join(tmpdir(), 'place-')), await mkdtemp(join(tmpdir(), 'files-'))];
  target = await openTarget(createFolderObjects(place), recipient);
});
afterEach(async () => {
  for (const folder of [place, files]) await rm(folder, { recursive: true });
});

const daysAgo = (days: number) => (systemClock.now() - days * DAY_MS) as Instant;

/** Puts an object as if it had been stored some days ago. */
async function put(name: string, days: number): Promise<void> {
  await target.put(name, Buffer.from('x'));
  for await (const facts of target.list(name)) {
    const at = daysAgo(days) / 1000;
    await utimes(join(place, facts.name), at, at);
  }
}

async function stored(prefix: string): Promise<string[]> {
  const names: string[] = [];
  for await (const facts of target.list(prefix)) names.push(nameOf(facts).slice(prefix.length));
  return names;
}

test('copies and log stay from the newest copy before the kept time on', async () => {
  for (const [day, start, days] of [
    [1, 16, 28],
    [10, 32, 19],
    [20, 48, 9],
    [28, 64, 1],
  ] as const) {
    await put(`${base(day, start)}/cluster/000000`, days);
    await put(`${base(day, start)}/manifest`, days);
  }
  for (const number of [15, 16, 31, 32, 33, 70]) await put(`wal/${segment(number)}`, 1);
  await put(`wal/${segment(16)}.00000028.backup`, 1);
  await put('wal/00000002.history', 28);
  await deleteOldCopies(target, daysAgo(14));
  // A moment of fifteen days ago is restored from the copy of nineteen days ago.
  const kept = [base(10, 32), base(20, 48), base(28, 64)].flatMap((name) => [
    `${name.slice(5)}/cluster/000000`,
    `${name.slice(5)}/manifest`,
  ]);
  expect(await stored('base/')).toEqual(kept);
  expect(await stored('wal/')).toEqual([segment(32), segment(33), segment(70), '00000002.history']);
});

test('two copies stay however old, copies that broke off long ago do not', async () => {
  for (const [day, start, days] of [
    [1, 16, 90],
    [2, 32, 80],
    [3, 48, 70],
  ] as const)
    await put(`${base(day, start)}/manifest`, days);
  await put(`${base(4, 64)}/cluster/000000`, 60);
  await put(`${base(5, 80)}/cluster/000000`, 0);
  await deleteOldCopies(target, daysAgo(14));
  expect(await stored('base/')).toEqual([
    `${base(2, 32).slice(5)}/manifest`,
    `${base(3, 48).slice(5)}/manifest`,
    `${base(5, 80).slice(5)}/cluster/000000`,
  ]);
});

test('a file that is gone is deleted once it has been missed for the kept time; one that came back stays', async () => {
  await mkdir(join(files, 'aa'));
  await writeFile(join(files, 'aa/here'), 'x');
  for (const file of ['here', 'gone', 'returns']) await put(`files/aa/${file}/whole`, 50);
  await deleteGoneFiles(target, createFolderObjects(files), daysAgo(14));
  expect(await stored('gone/')).toEqual(['aa/gone', 'aa/returns']);
  await deleteGoneFiles(target, createFolderObjects(files), daysAgo(14));
  expect(await stored('files/')).toHaveLength(3);

  for (const file of ['gone', 'returns']) await put(`gone/aa/${file}`, 15);
  await writeFile(join(files, 'aa/returns'), 'x');
  await deleteGoneFiles(target, createFolderObjects(files), daysAgo(14));
  expect(await stored('files/')).toEqual(['aa/here/whole', 'aa/returns/whole']);
  expect(await stored('gone/')).toEqual([]);
});
