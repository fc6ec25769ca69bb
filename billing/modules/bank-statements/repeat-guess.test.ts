import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createRepeatGuess } from './stage-statement.ts';

const keyOf = (index: number) => hash('sha1', String(index), 'hex');
const bitsOf = (key: string) => Number.parseInt(key.slice(0, 7), 16);

test('every key that comes again is guessed, and few others', () => {
  const guess = createRepeatGuess();
  const add = (index: number) => guess.add(keyOf(index), bitsOf(keyOf(index)));
  for (let index = 0; index < 100_000; index += 1) add(index);
  for (let index = 0; index < 100; index += 1) add(index * 7);
  const guessed = guess.guesses() ?? [];
  for (let index = 0; index < 100; index += 1) expect(guessed).toContain(keyOf(index * 7));
  expect(guessed.length).toBeLessThan(300);
});

test('where nearly all come again the guesses are given up', () => {
  const guess = createRepeatGuess();
  for (let index = 0; index < 60_000; index += 1) guess.add(keyOf(1), bitsOf(keyOf(1)));
  expect(guess.guesses()).toBeUndefined();
});
