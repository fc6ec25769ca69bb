import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assessPassword, commonPatterns, commonWords } from './assess-password.ts';

const owner = ['+380501110001', 'olena.koval@example.test', 'Коваль', 'Олена', '2390001111'];

describe('assessPassword, table of cases', () => {
  test.each([
    // Long enough, and not too long
    ['', 'short'],
    ['Xy7-kQz', 'short'],
    ['Xy7-kQzw', 'good'],
    [`${'aZ3-'.repeat(31)}кіт!`, 'good'],
    [`${'aZ3-'.repeat(31)}кіт!1`, 'long'],
    // Any characters, spaces and emoji among them
    ['кінь їсть овес уночі', 'good'],
    ['  два пробіли  ', 'good'],
    ['🐈🐕🐎🐄🐖🐑🐐🐓', 'good'],
    ['Svitlo-2026-demo', 'good'],
    // Well-known common passwords
    ['password', 'common'],
    ['Password2026!', 'common'],
    ['P@ssw0rd', 'common'],
    ['pa55w0rd', 'common'],
    ['!!qwerty!!', 'common'],
    ['1q2w3e4r5t', 'common'],
    ['iloveyou', 'common'],
    ['Ukraine2026', 'common'],
    // Digits and signs inside a word make it another one
    ['super-64-man', 'good'],
    // The same words in Ukrainian, on either keyboard
    ['пароль123', 'common'],
    ['ПАРОЛЬ!!!', 'common'],
    ['gfhjkm2026', 'common'],
    ['Україна1991', 'common'],
    ['світло2026', 'common'],
    ['любов12345', 'common'],
    // Runs of digits, letters and keys, forwards and backwards
    ['12345678', 'common'],
    ['87654321', 'common'],
    ['abcdefgh', 'common'],
    ['йцукенгш', 'common'],
    ['qwertyui', 'common'],
    ['asdfghjk!1', 'common'],
    ['zxcvbnm123', 'common'],
    ['абвгґдеє', 'common'],
    // Digits alone, also as a date or a phone
    ['19870514', 'common'],
    ['14.05.1987', 'common'],
    ['+38 (063) 712-40-95', 'common'],
    // A piece repeated
    ['aaaaaaaa', 'common'],
    ['ababababa', 'common'],
    ['кіткіткіт', 'common'],
    ['Зима-Зима-', 'common'],
    // Personal data of the owner
    ['+380501110001a', 'personal'],
    ['Олена1110001', 'personal'],
    ['olena.koval', 'personal'],
    ['koval-1987', 'personal'],
    ['Коваль2390001111', 'personal'],
    ['olena.koval@example.test', 'personal'],
    ['Олена і сім синіх слонів', 'good'],
    // A repeated piece is shorter than a password and occurs whole at least twice
    ['Xq7-zk9Xq7-zk9', 'common'],
    ['Xq7-zk9wXq7-zk9w', 'good'],
    ['Xq7zkXq7', 'good'],
    // Two characters beside a run are too few, three are enough; three keys in a row are a run, two are not
    ['qwertyuix7', 'common'],
    ['qwertyuix7k', 'good'],
    ['abcxkqwe', 'common'],
    ['qwertyuxkab', 'good'],
  ])('assessPassword of %j is %s', (password, verdict) => {
    expect(assessPassword(password, owner).verdict).toBe(verdict);
  });
});

test('assessPassword treats composed and decomposed й alike', () => {
  const password = 'їжак-йод';
  expect(assessPassword(password.normalize('NFD'), [])).toEqual(
    assessPassword(password.normalize('NFC'), []),
  );
});

test('assessPassword finds nothing personal without facts about the owner, or with short names and empty facts', () => {
  expect(assessPassword('olena.koval', []).verdict).toBe('good');
  expect(assessPassword('янтарний-2', ['', 'Ян', '+']).verdict).toBe('good');
});

describe('assessPassword recognizes the facts about the owner in every form', () => {
  test.each([
    ['+380 (50) 111-00-01', '0501110001abcd', 'personal'],
    ['+380 (50) 111-00-01', '501110001Xyz-k', 'personal'],
    ['+380 (50) 111-00-01', '1110001Xyz-kQ', 'personal'],
    ['+380 (50) 111-00-01', '110001Xyz-kQz7', 'good'],
    ['1234567', '1234567Xq-zkw', 'personal'],
    ['123-45-67', '1234567Xq-zkw', 'personal'],
    // A phone in national form, with and without the leading zero: seven or eight characters remain
    ['+380 (50) 111-00-01', '0501110001Xyz-kQw', 'personal'],
    ['+380 (50) 111-00-01', '0501110001Xyz-kQwr', 'good'],
    ['+380 (50) 111-00-01', '501110001Xyz-kQw', 'personal'],
    ['+380 (50) 111-00-01', '501110001Xyz-kQwr', 'good'],
    // Fewer digits than a phone, and digits in a text, are no number
    ['123 456', '123456Xqzkw', 'good'],
    ['Будинок 1234567', '1234567Xqz-k', 'good'],
    ['1234567 будинок', '1234567Xqz-k', 'good'],
    // Exactly a password's length is left, or one less
    ['Олена', 'оленаXy7-kQzw', 'good'],
    ['Олена', 'оленаXy7-kQz', 'personal'],
    ['  Олена ', 'оленаXy7-kQz', 'personal'],
    ['Олена', 'оленXy7-kQz', 'good'],
    // A name of three letters counts, one of two does not
    ['Іва', 'іваXy7-kQ', 'personal'],
    ['Ян', 'янXy7-kQ', 'good'],
    ['ol.koval@example.test', 'olXy7-kQ', 'good'],
    ['ol.koval@example.test', 'kovalXy7-kQz', 'personal'],
    // The local part of an address counts as a whole too, the host alone does not
    ['ol.koval@example.test', 'ol.kovalXy7-kQz', 'personal'],
    ['ol.koval@example.test', 'exampleXy7-kQ', 'good'],
  ])('assessPassword with the fact %j: %j is %s', (known, password, verdict) => {
    expect(assessPassword(password, [known]).verdict).toBe(verdict);
  });

  test('assessPassword removes the longer of two known pieces first', () => {
    expect(assessPassword('ганнаqzkw1x7', ['Анна', 'Ганна']).verdict).toBe('personal');
  });

  test('assessPassword gives a refused password no strength', () => {
    expect(assessPassword('Password2026!', [])).toEqual({ verdict: 'common', strength: 0 });
  });
});

test.each([
  ['xk7wpq2z', 1],
  ['xxkk7wpq2z8', 2],
  ['abcdefxk7w', 1],
  ['abcxk7wpz2m8', 2],
  ['Xy7-kQzw', 2],
  ['Xy7-kQzwp2', 3],
  ['Svitlo-2026-demo', 4],
  ['кінь їсть овес уночі', 4],
  ['aaaaaaaaaaaaaaaaab1', 1],
])('assessPassword gives %j the strength %i', (password, strength) => {
  expect(assessPassword(password, [])).toEqual({ verdict: 'good', strength });
});

test('assessPassword refuses every common password with digits and signs at its ends and in capitals', () => {
  const ends = fc.stringMatching(/^[0-9!.#-]{0,4}$/);
  fc.assert(
    fc.property(fc.constantFrom(...commonWords), ends, ends, (word, before, after) => {
      const letters = word.replace(/^[^a-z]+|[^a-z]+$/g, '');
      fc.pre(letters === word);
      const password = `${before}${word.toUpperCase()}${after}`;
      const { verdict } = assessPassword(password, []);
      expect(password.length < 8 ? 'short' : 'common').toBe(verdict);
    }),
  );
});

test('assessPassword refuses every common pattern', () => {
  for (const pattern of commonPatterns) expect(assessPassword(pattern, []).verdict).toBe('common');
});

test('assessPassword has a verdict for any text, and a strength only for a good password', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.array(fc.string()), (text, known) => {
      const { verdict, strength } = assessPassword(text, known);
      expect(strength > 0).toBe(verdict === 'good');
      const { length } = Array.from(text.normalize('NFC'));
      expect(verdict === 'short').toBe(length < 8);
      expect(verdict === 'long').toBe(length > 128);
    }),
  );
});
