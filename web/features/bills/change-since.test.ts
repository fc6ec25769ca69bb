import { expect, test } from 'vitest';
import { changeSince } from './change-since.ts';

const due = { sum: '432.50', arrears: '0.00', acts: [], asOf: '2026-11-05' };

test.each([
  ['is what is due', due, undefined],
  ['was paid', { ...due, sum: '0.00' }, 'Рахунок сплачено.'],
  ['was paid in part', { ...due, sum: '132.50' }, 'Відтоді сума змінилася: зараз до сплати 132,50 грн.'],
  ['is replaced by a later bill', null, undefined],
])('changeSince of a bill whose sum %s', (_, now, words) => {
  expect(changeSince({ due: now, toPay: '432.50' })?.replaceAll('\u00a0', ' ')).toBe(words);
});
