import { expect, test } from 'vitest';
import {
  emailBeginning,
  findTerms,
  mayBeMisspelt,
  phoneBeginnings,
  phoneEnd,
  readFindQuery,
  slipsOfWord,
} from './find-query.ts';
import { searchWords, stemOf } from './search-words.ts';

test.each([
  ['', { digits: '', code: '', words: [] }],
  ['12', { digits: '', code: '', words: [] }],
  ['0671', { digits: '0671', code: '0671', words: [] }],
  ['+38 (067) 111-22-33', { digits: '380671112233', code: '', words: [] }],
  ['(067) 111-22-33', { digits: '0671112233', code: '', words: [] }],
  ['067\u2013111\u201322\u201333', { digits: '0671112233', code: '067-111-22-33', words: [] }],
  ['\u202a+380671112233\u202c', { digits: '380671112233', code: '', words: [] }],
  ['\u2116 21040017', { digits: '21040017', code: '21040017', words: [] }],
  ['2390001111-102026-1', { digits: '23900011111020261', code: '2390001111-102026-1', words: [] }],
  ['62z0000000000012', { digits: '', code: '62Z0000000000012', words: [] }],
  ['nік 2301', { digits: '', code: 'NIK2301', words: ['nік', '2301'] }],
  ['Шевченко О.', { digits: '', code: '', words: ['шевченко', 'о'] }],
  [
    'м. Київ, вул. Об’єднання, 12-А, кв. 5',
    { digits: '', code: '', words: ['київ', 'обєднання', '12', 'а', '5'] },
  ],
  [`Мар"яна Дем*янчук`, { digits: '', code: '', words: ['маряна', 'демянчук'] }],
  [`"Світло" дім`, { digits: '', code: '', words: ['світло', 'дім'] }],
  ['ТОВ «Ромашка»', { digits: '', code: '', words: ['ромашка'] }],
  [
    'Товариство з обмеженою відповідальністю "Ромашка" Тов’янська',
    { digits: '', code: '', words: ['ромашка', 'товянська'] },
  ],
  ['тов', { digits: '', code: '', words: ['тов'] }],
  ['вулиця', { digits: '', code: '', words: [] }],
  [`'); drop table x`, { digits: '', code: '', words: ['drop', 'table', 'x'] }],
])('readFindQuery of %j', (typed, query) => {
  expect(readFindQuery(typed)).toEqual(query);
});

test.each([
  ['050', ['+38050']],
  ['50', ['+38050']],
  ['38050', ['+38050']],
  ['38', ['+38038']],
  ['8067', ['+38067', '+3808067']],
])('phones that begin with %s begin with %j', (digits, beginnings) => {
  expect(phoneBeginnings(digits)).toEqual(beginnings);
});

test.each([
  ['2233', '3322'],
  ['0671112233', '3322111760'],
  ['380671112233', '3322111760'],
  ['80671112233', '3322111760'],
  ['12345678901', undefined],
])('phones that end with %s, reversed, begin with %s', (digits, reversed) => {
  expect(phoneEnd(digits)).toBe(reversed);
});

test('findTerms puts names after @, takes house numbers whole and leaves initials for what was found', () => {
  expect(findTerms(['шевченко', 'садова', '12', 'о'], 'beginning')).toEqual({
    name: "('@шевченко':*) & ('@садова':*) & ('@12')",
    any: "(('@шевченко':* | 'шевченко':*)) & (('@садова':* | 'садова':*)) & (('@12' | '12'))",
    shortOfName: "('@о':* | '@o':*)",
    shortOfAny: "(('@о':* | 'о':*) | ('@o':* | 'o':*))",
  });
  expect(findTerms(['ли'], 'beginning').name).toBe("('@ли')");
  expect(findTerms(['коваль'], 'whole').name).toBe("('@коваль')");
  // A house number of a Latin keyboard, and one of a Cyrillic keyboard whose file was typed on a Latin one.
  expect(findTerms(['галицька', '44b'], 'beginning').name).toBe("('@галицька':*) & ('@44b' | '@44в')");
  expect(findTerms(['12а'], 'beginning').name).toBe("('@12а' | '@12a')");
  expect(findTerms(['шевченко'], 'stem').name).toBe("('@шевче':*)");
  const unknown = { isWhole: false, hasStem: true, similar: [] };
  expect(
    findTerms(
      ['шевчинко', 'олена'],
      'slip',
      new Map([['шевчинко', { ...unknown, similar: ['шевченко', 'шевчинюк'] }]]),
    ).name,
  ).toBe("('@шевченко' | '@шевчинюк') & ('@олена':*)");
  const whole = new Map([['олена', { ...unknown, isWhole: true }]]);
  expect(findTerms(['шевч', 'олена'], 'beginning', whole).name).toBe("('@шевч':*) & ('@олена')");
  expect(findTerms(['олена'], 'beginning', whole).name).toBe("('@олена':*)");
  expect(findTerms(['шевч', 'олена'], 'stem', whole).name).toBe("('@шевч':*) & ('@олен':*)");
  expect(findTerms(['шевченка', 'олена'], 'stemOfUnknown', whole).name).toBe("('@шевче':*) & ('@олена')");
});

test.each([
  ['шевченко', 'шевчинко', true],
  ['шевченко', 'шевенко', true],
  ['шевченко', 'шеввченко', true],
  ['шевченко', 'шевчекно', true],
  ['шевченко', 'шевчук', false],
])('%s and %s differ by one slip: %s', (word, typed, isNear) => {
  const slips = new Set(slipsOfWord(word));
  expect(slipsOfWord(typed).some((slip) => slips.has(slip))).toBe(isNear);
});

test('no form of a word has half of a sign beyond the basic plane', () => {
  const word = '𝓪𝓫𝓬𝓭𝓮𝓯';
  expect(slipsOfWord(word)).toContain('𝓪𝓫𝓬𝓭𝓮');
  for (const form of [...slipsOfWord(word), stemOf(word), ...searchWords('𝓪'.repeat(100))])
    expect(form.isWellFormed()).toBe(true);
});

test('short words and words with digits are not taken for misspelt ones', () => {
  expect(['шевченко', 'ли', '12а', 'буд1'].map(mayBeMisspelt)).toEqual([true, false, false, false]);
});

test.each([
  [' Olena.Koval@Ex ', 'olena.koval@ex'],
  ['olena', 'olena'],
  ['12ab', '12ab'],
  ['ole', undefined],
  ['0671112233', undefined],
  ['олена', undefined],
  ['olena koval', undefined],
  ['@example.com', undefined],
  ['o@e@x.ua', undefined],
])('emailBeginning of %j is %j', (typed, email) => {
  expect(emailBeginning(typed)).toBe(email);
});
