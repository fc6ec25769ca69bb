import { expect, test } from 'vitest';
import { maskPerson } from './mask-person.ts';

const person = {
  names: ['Коваленко', 'Олена', 'Петрівна', 'Ян', ''],
  phones: ['+380671112233', ''],
  emails: ['olena.k@example.com', ''],
};

test.each([
  ['Телефонуйте 067 111-22-33.', 'Телефонуйте •.'],
  ['+380671112233; 0671112233; +38 (067) 111 22 33', '•; •; •'],
  ['80671112233', '•'],
  ['Пишіть на Olena.K@Example.com, дякую', 'Пишіть на •, дякую'],
  ['Лист Олені Коваленко', 'Лист • •'],
  ['від КОВАЛЕНКО Олени Петрівни', 'від • • •'],
  ['Ян і Яна', '• і Яна'],
])('maskPerson finds the person in %j', (text, masked) => {
  expect(maskPerson(text, person, '•')).toBe(masked);
});

test.each([
  'рахунок 2390001111, показання 671112',
  '30671112233444',
  'not-olena.k@example.org',
  'оленячий парк',
  '',
])('maskPerson leaves %j', (text) => {
  expect(maskPerson(text, { ...person, names: ['Коваленко'] }, '•')).toBe(text);
});

test('maskPerson changes nothing for a person without details', () => {
  const text = 'Телефон 0671112233, пошта olena.k@example.com';
  expect(maskPerson(text, { names: [], phones: [], emails: [] }, '•')).toBe(text);
});
