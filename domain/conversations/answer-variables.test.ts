import { expect, test } from 'vitest';
import { exampleValues, fillAnswer, openPlaces, unknownPlaces } from './answer-variables.template.ts';

test('an answer gets its values, however the apostrophe and the spaces are typed', () => {
  const text = "{{імʼя}}, {{ім'я}} і {{ Ім’я }}: рахунок {{рахунок}}";
  expect(fillAnswer(text, { 'ім’я': 'Олено', рахунок: '2390001111' })).toBe(
    'Олено, Олено і Олено: рахунок 2390001111',
  );
});

test('what has no value stays open and is named once', () => {
  const filled = fillAnswer('{{ім’я}}, борг {{сума_боргу}} до {{термін}}; ще раз {{термін}}', {
    'ім’я': 'Олено',
    сума_боргу: '',
  });
  expect(filled).toBe('Олено, борг {{сума_боргу}} до {{термін}}; ще раз {{термін}}');
  expect(openPlaces(filled)).toEqual(['сума_боргу', 'термін']);
});

test('a name that is no variable is open too, and braces of other kinds are text', () => {
  expect(openPlaces('{{посада}} {ім’я} {{}} {{ }}')).toEqual(['посада']);
  expect(fillAnswer('{{constructor}}', { рахунок: '1' })).toBe('{{constructor}}');
  expect(openPlaces('Звичайний текст')).toEqual([]);
});

test('a value is put in as it is', () => {
  expect(fillAnswer('{{ім’я}}', { 'ім’я': '$& {{термін}}' })).toBe('$& {{термін}}');
});

test('a name that is no variable is unknown, however a variable is typed', () => {
  expect(unknownPlaces("{{ім'я}} {{ РАХУНОК }} {{посада}} {{борг}} {{посада}}")).toEqual(['посада', 'борг']);
});

test('the example fills every variable', () => {
  expect(openPlaces(fillAnswer('{{ім’я}} {{рахунок}} {{сума_боргу}} {{термін}}', exampleValues))).toEqual([]);
});
