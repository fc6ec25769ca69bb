import { expect, test } from 'vitest';
import { parseRecipients } from './parse-recipients.ts';

const [first, second] = ['1000000001', '2390001111'];

test.each([
  ['lines', `${first}\n${second}\r\n`, [first, second], []],
  ['commas, semicolons and spaces', ` ${first}, ${second};${first}`, [first, second], []],
  ['rows of a table', `${first}\tПекарня\t12,50\n7\tКоваль\t${second}`, [first, second], []],
  ['a CSV of a spreadsheet', `\ufeff"${first}";"Пекарня";"12,50"\n${second};Коваль`, [first, second], []],
  [
    'what is no number, by its line',
    `Рахунок\n${first}\n\n12345 Пекарня`,
    [first],
    [
      { line: 1, word: 'Рахунок' },
      { line: 4, word: '12345' },
      { line: 4, word: 'Пекарня' },
    ],
  ],
  ['nothing', ' \n', [], []],
])('parseRecipients reads %s', (_, typed, accounts, invalid) => {
  expect(parseRecipients(typed)).toEqual({ accounts, invalid });
});
