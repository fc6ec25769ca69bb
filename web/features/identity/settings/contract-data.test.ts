import { expect, test } from 'vitest';
import { namesOf } from './contract-data.ts';

test.each([
  ['Коваленко Ірина Петрівна', { surname: 'Коваленко', name: 'Ірина', middleName: 'Петрівна' }],
  ['  Коваленко   Ірина Петрівна ', { surname: 'Коваленко', name: 'Ірина', middleName: 'Петрівна' }],
  ['Коваленко Ірина', undefined],
  ['Мельник Саід Огли Алі', undefined],
  ['', undefined],
])('namesOf returns names only for three words: «%s»', (customer, names) => {
  expect(namesOf(customer)).toEqual(names);
});
