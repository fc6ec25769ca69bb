import { expect, test } from 'vitest';
import { parseWireDate, wireDateField } from './wire-date.ts';

test.each([
  ['15.10.2026', '2026-10-15'],
  ['15.10.2026 10:00', '2026-10-15'],
  ['31.10.2026 23:59', '2026-10-31'],
  ['2026-10-15', '2026-10-15'],
  ['2026-10', '2026-10-01'],
  ['2026-10-31T22:30:00.000Z', '2026-11-01'],
  ['2026-10-31T23:30:00+02:00', '2026-10-31'],
])('%s is the day %s', (text, day) => {
  expect(parseWireDate(text)).toBe(day);
  expect(wireDateField.parse(text)).toBe(day);
});

test.each([
  ...['202610', 'bad', '', ' 15.10.2026', '15.10.2026 ', '15.10.26', '5.10.2026', '31.02.2026', '32.10.2026'],
  ...[
    '15.10.2026 24:00',
    '15.10.2026 10:60',
    '15.10.2026T10:00',
    '15.10.2026, 10:00',
    '15.10.1999',
    '15.10.2200',
  ],
  ...[
    '2026-13',
    '2026-02-30',
    '2026-10-15x',
    '2026-10-15T10:00',
    '2026-02-30T10:00:00Z',
    '2026-10-15T99:00:00Z',
  ],
])('"%s" is refused', (text) => {
  expect(wireDateField.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
    'field.invalid',
  ]);
});
