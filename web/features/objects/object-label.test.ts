import { expect, test } from 'vitest';
import { objectLabel } from './object-label.ts';

const flat = 'м. Світлогір, вул. Січових Стрільців, 12, кв. 45';

test.each([
  ['the own name of the person', 'Дача', flat, 'Дача'],
  ['the street before the town', flat, flat, 'вул. Січових Стрільців, 12, кв. 45, м. Світлогір'],
  [
    'a house in a village of no streets',
    'с. Липова Долинка, 33',
    'с. Липова Долинка, 33',
    'с. Липова Долинка, 33',
  ],
])('the header shows %s', (_case, objectName, address, label) => {
  expect(objectLabel({ objectName, address })).toBe(label);
});
