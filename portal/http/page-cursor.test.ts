import { expect, test } from 'vitest';
import { cursorPart, readCursor, writeCursor } from './page-cursor.ts';

const { date, moment, uuid, text } = cursorPart;
const id = '0199f000-0000-7000-8000-000000000005';
const key = ['2026-11-01', '2026-10-31T22:30:00.123456Z', 'лічильник №7', id];

test('a cursor preserves the time to the microsecond', () => {
  const cursor = writeCursor(key);
  expect(cursor).toMatch(/^[\w-]+$/);
  expect(readCursor(cursor, [date, moment, text, uuid])).toEqual(key);
});

test.each([
  ['that is no base64url of ours', 'abc', [date]],
  ['that holds no list', Buffer.from('{"0":"2026-11-01"}').toString('base64url'), [date]],
  ['of another list', writeCursor(key), [moment, uuid]],
  ['with a day that is not in the calendar', writeCursor(['2026-02-30']), [date]],
  ['with an hour that is on no clock', writeCursor(['2026-02-20T25:00:00.000000Z']), [moment]],
  ['with a number for text', writeCursor([7 as unknown as string]), [text]],
  ['with a sign that can not be kept', writeCursor(['\0']), [text]],
] as const)('a cursor %s is refused', (_, cursor, shapes) => {
  expect(readCursor(cursor, shapes)).toBeUndefined();
});
