import { expect, test } from 'vitest';
import { formatMessage } from '#contract/messages/format-message.ts';
import { parseReference } from './reference.ts';

const id = '0199f0a1-b2c3-7d4e-8f50-123456789abc';

test.each([
  id,
  id.toUpperCase(),
  ` ${id} `,
  id.replaceAll('-', ' '),
  id.replaceAll('-', ''),
  id.replaceAll('-', ' – '),
  id.replace(/(.{4})/g, '$1 '),
  id.replace('a', 'а').replace('c', 'с').replace('e', 'е').replace('b', 'В'),
  `№ ${id.replaceAll('-', ' ')}.`,
  formatMessage('common.unexpected', { reference: id }),
  `Номер помилки: ${id.replaceAll('-', ' ')}`,
])('parseReference reads %j', (typed) => {
  expect(parseReference(typed)).toEqual({ first: id, last: id });
});

test.each([
  ['0199f0a1', '0199f0a1-0000-0000-0000-000000000000', '0199f0a1-ffff-ffff-ffff-ffffffffffff'],
  ['0199 f0a1 b', '0199f0a1-b000-0000-0000-000000000000', '0199f0a1-bfff-ffff-ffff-ffffffffffff'],
  ['0199f0a1-b2c3-7', '0199f0a1-b2c3-7000-0000-000000000000', '0199f0a1-b2c3-7fff-ffff-ffffffffffff'],
])('parseReference takes the beginning %s for a range', (typed, first, last) => {
  expect(parseReference(typed)).toEqual({ first, last });
});

test.each(['', '0199f0a', `${id}0`, 'помилка', '0199f0a1z', '%', '0199f0a1_'])(
  'parseReference refuses %j',
  (typed) => {
    expect(parseReference(typed)).toBeUndefined();
  },
);
