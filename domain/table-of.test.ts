import { expect, test } from 'vitest';
import { tableOf } from './table-of.ts';

const words = tableOf<string>({ open: 'відкрито' });
const wordsOfField = tableOf<Readonly<Record<string, string>>>({ kind: { law: 'акт' } });

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'])(
  'a table has no row %s that was not written',
  (name) => {
    expect(words[name]).toBeUndefined();
    expect(name in words).toBe(false);
    expect(wordsOfField[name]?.[name]).toBeUndefined();
    expect(wordsOfField.kind?.[name]).toBeUndefined();
  },
);

test('a table has its rows, and those of tables inside it', () => {
  expect([words.open, wordsOfField.kind?.law]).toEqual(['відкрито', 'акт']);
});
