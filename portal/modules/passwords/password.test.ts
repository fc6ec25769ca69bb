import { expect, test } from 'vitest';
import { createBoundedQueue } from './bounded-queue.ts';
import { checkPassword, hashPassword } from './password.ts';

test('a password is kept as argon2id with 19 MiB and two passes, salted anew each time', async () => {
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

test('nobody signs in to an unknown login, not even with the password of the stand-in', async () => {
  expect(await checkPassword(undefined, 'nobody')).toBe('wrong');
});

test('who finds the queue full is told that the server is busy, without a word on the password', async () => {
  const kept = await hashPassword('Svitlo-2026');
  const queue = createBoundedQueue({ concurrency: 1, limit: 1 });
  const answers = await Promise.all([1, 2, 3].map(() => checkPassword(kept, 'Svitlo-2026', queue)));
  expect(answers).toEqual(['right', 'right', 'busy']);
  expect(await checkPassword(kept, 'Svitlo-2026', queue)).toBe('right');
});
