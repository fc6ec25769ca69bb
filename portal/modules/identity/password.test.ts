import { expect, test } from 'vitest';
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

test('two hundred wait, the next is told that the server is busy', async () => {
  const kept = await hashPassword('Svitlo-2026');
  const answers = await Promise.all(Array.from({ length: 202 }, () => checkPassword(kept, 'Svitlo-2026')));
  expect(answers.filter((answer) => answer === 'right')).toHaveLength(201);
  expect(answers.filter((answer) => answer === 'busy')).toHaveLength(1);
});
