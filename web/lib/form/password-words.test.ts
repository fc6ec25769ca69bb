import { expect, test } from 'vitest';
import { passwordWords } from './new-password-field.tsx';

test('nothing is said while nothing is typed', () =>
  expect(passwordWords('', [])).toEqual({ strength: 0, words: '', isGood: false }));

test.each([
  ['Svitlo', /щонайменше 8/],
  ['a'.repeat(129), /не більше ніж 128/],
  ['password1', /легко вгадати/],
  ['501110001-kyiv', /ваш номер/],
])('«%s» lights no pane and shows why', (password, words) => {
  const judged = passwordWords(password, ['+380501110001', '']);
  expect(judged).toMatchObject({ strength: 0, isGood: false });
  expect(judged.words).toMatch(words);
});

test('the password of the sample is good, a phrase is stronger still', () => {
  const sample = passwordWords('Svitlo-2026-demo', []);
  const phrase = passwordWords('тиха вода греблі рве щовесни', []);
  expect(sample.isGood).toBe(true);
  expect(sample.words).not.toBe('');
  expect(phrase.strength).toBeGreaterThanOrEqual(sample.strength);
});
