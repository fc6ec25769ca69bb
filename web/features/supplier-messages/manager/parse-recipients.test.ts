import { expect, test } from 'vitest';
import { parseRecipients } from './parse-recipients.ts';

const [first, second] = ['1000000001', '2390001111'];

test.each([
  ['lines', `${first}\n${second}\r\n`, [first, second], []],
  ['commas, semicolons and spaces', ` ${first}, ${second};${first}`, [first, second], []],
  ['rows of a table', `${first}\tПекарня\t12,50\n7\tКоваль\t${second}`, [first, second], []],
  ['what is no number', `${first}\n12345\nПекарня`, [first], ['12345', 'Пекарня']],
  ['nothing', ' \n', [], []],
])('parseRecipients reads %s', (_, typed, accounts, invalid) => {
  expect(parseRecipients(typed)).toEqual({ accounts, invalid });
});
