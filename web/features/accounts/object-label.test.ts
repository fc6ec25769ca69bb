import { expect, test } from 'vitest';
import { objectLabel } from './object-switcher.tsx';

const flat = 'м. Світлогір, вул. Січових Стрільців, 12, кв. 45';

test.each([
  ["the person's own name", 'Дача', flat, 'Дача'],
  ['the street before the town', flat, flat, 'вул. Січових Стрільців, 12, кв. 45, м. Світлогір'],
  [
    'the whole address in a village without street names',
    'с. Липова Долинка, 33',
    'с. Липова Долинка, 33',
    'с. Липова Долинка, 33',
  ],
])('objectLabel shows %s', (_case, objectName, address, label) => {
  expect(objectLabel({ objectName, address })).toBe(label);
});
