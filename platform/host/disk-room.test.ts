import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assessRoom, listDisks } from './disk-room.ts';

const gib = 1024 ** 3;

test.each([
  [0, 'short'],
  [gib - 1, 'short'],
  [gib, 'low'],
  [5 * gib - 1, 'low'],
  [5 * gib, 'enough'],
])('assessRoom: %d bytes are %s', (freeBytes, judged) => {
  expect(assessRoom(freeBytes)).toBe(judged);
});

test('listDisks has the disk of the data folder once; a folder that is not there is an error', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svitlo-disks-'));
  try {
    const disks = await listDisks({ dataFolder: folder });
    expect(disks).toMatchObject([{ folder: 'data', path: folder }]);
    expect(disks[0]?.freeBytes).toBeGreaterThan(0);
    expect(disks[0]?.sizeBytes).toBeGreaterThan(disks[0]?.freeBytes ?? 0);
  } finally {
    await rm(folder, { recursive: true });
  }
  await expect(listDisks({ dataFolder: folder })).rejects.toThrow('ENOENT');
});
