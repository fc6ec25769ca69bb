import { describe, expect, test } from 'vitest';
import { sumReader } from './row-reader.ts';

describe('sumReader', () => {
  const bank = sumReader({ decimalMark: ',', groupMark: ' ' });

  test.each([
    ['1 234,56', '123456'],
    ['1\u00a0234,56', '123456'],
    ['1\u202f234,56', '123456'],
    ['1  234,56', '123456'],
    ['\u200b1\u2009234,56\u200e', '123456'],
    ['12 345 678,90', '1234567890'],
    ['1 234', '123400'],
    ['12,3', '1230'],
    ['1234,56', '123456'],
    ['0,05', '5'],
    ['-1 234,56', '-123456'],
    ['\u22121 234,56', '-123456'],
  ])('reads %j as %s kopiykas', (text, kopiykas) => expect(bank(text)).toBe(kopiykas));

  test.each([
    '1 23,45',
    '12 34,00',
    '1234 567,00',
    '1 2345,00',
    '1 234,5 6',
    '1 234 ,56',
    '1,234,56',
    '1 234.56',
    ' ',
    '-',
  ])('refuses %j: a mark stands in a wrong place', (text) => expect(bank(text)).toBeUndefined());

  test('reads sums with points, with other groups, and in kopiykas', () => {
    expect(sumReader({ decimalMark: '.' })('1234.56')).toBe('123456');
    expect(sumReader({ decimalMark: '.' })('1 234.56')).toBeUndefined();
    const american = sumReader({ decimalMark: '.', groupMark: ',' });
    expect(american('1,234.56')).toBe('123456');
    expect(american('1,23.45')).toBeUndefined();
    const kopiykas = sumReader({ decimalMark: 'none', groupMark: "'" });
    expect(kopiykas("12'345")).toBe('12345');
    expect(kopiykas("1'23")).toBeUndefined();
    expect(kopiykas('123')).toBe('123');
  });
});
