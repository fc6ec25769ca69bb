import { expect, test } from 'vitest';
import { plainPhone } from './routes.ts';

test.each([
  ['0 800 300 015', '0800300015'],
  ['0-800-21-01-31', '0800210131'],
  ['(0532) 510-910', '0532510910'],
  ['+38 (067) 510–91–00', '+380675109100'],
])('a phone link of %s dials %s', (written, dialled) => {
  expect(plainPhone(written)).toBe(dialled);
});
