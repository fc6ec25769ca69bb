import { expect, test, vi } from 'vitest';
import { type BoundedQueue, createBoundedQueue } from '#platform/workers/bounded-queue.ts';
import { hashCost } from './hash-tasks.ts';
import { dummyHash, hashing, hashPassword, reserveHashing } from './password.ts';

async function checkPassword(kept: string | undefined, password: string, queue?: BoundedQueue) {
  return (await reserveHashing(queue)?.check(kept, password)) ?? 'busy';
}

test('a password is stored as argon2id with 19 MiB and two passes, with a new salt each time', async () => {
  const first = await hashPassword('Пароль: із двокрапкою');
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hashPassword('Пароль: із двокрапкою')).not.toBe(first);
});

test('the right password is right, another one is wrong', async () => {
  const kept = await hashPassword('Svitlo-2026');
  expect(await checkPassword(kept, 'Svitlo-2026')).toBe('right');
  expect(await checkPassword(kept, 'svitlo-2026')).toBe('wrong');
  expect(await checkPassword(kept, '')).toBe('wrong');
});

test('a letter that one keyboard sends whole and another in parts is the same letter', async () => {
  const kept = await hashPassword('Їжак'.normalize('NFC'));
  expect(await checkPassword(kept, 'Їжак'.normalize('NFD'))).toBe('right');
});

test('a password is hashed by another process than the server', async () => {
  await hashPassword('Svitlo-2026');
  expect(hashing.pid).toBeGreaterThan(0);
  expect(hashing.pid).not.toBe(process.pid);
});

test('a login that nobody has costs one hash of the same price as a known one, and is never right', async () => {
  const { memoryCost, timeCost, parallelism } = hashCost;
  expect(dummyHash).toContain(`$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
  const work = vi.spyOn(hashing, 'verify');
  expect(await checkPassword(undefined, 'nobody')).toBe('wrong');
  expect(await checkPassword('', 'nobody')).toBe('wrong');
  expect(work.mock.calls).toEqual([
    [dummyHash, 'nobody'],
    [dummyHash, 'nobody'],
  ]);
  work.mockResolvedValueOnce(true);
  expect(await checkPassword(undefined, 'the password that nobody knows')).toBe('wrong');
  work.mockRestore();
});

test('a full queue answers that the server is busy, whatever the password', async () => {
  const kept = await hashPassword('Svitlo-2026');
  const queue = createBoundedQueue({ concurrency: 1, limit: 1 });
  const answers = await Promise.all([1, 2, 3].map(() => checkPassword(kept, 'Svitlo-2026', queue)));
  expect(answers).toEqual(['right', 'right', 'busy']);
  expect(await checkPassword(kept, 'Svitlo-2026', queue)).toBe('right');
});

test('a place that is held lets its holder through when there is no other room, and is free again after', async () => {
  const queue = createBoundedQueue({ concurrency: 1, limit: 1 });
  const places = [reserveHashing(queue), reserveHashing(queue)];
  expect(reserveHashing(queue)).toBeUndefined();
  expect(await hashPassword('Svitlo-2026', queue)).toBe('busy');
  expect(await places[1]?.check(undefined, 'Svitlo-2026')).toBe('wrong');
  places[0]?.release();
  expect(await hashPassword('Svitlo-2026', queue)).toMatch(/^\$argon2id\$/);
});
