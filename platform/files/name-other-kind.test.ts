import { expect, test } from 'vitest';
import { nameOtherKind } from './name-other-kind.ts';

test.each([
  ['XLSX, ZIP', Buffer.from('PK\x03\x04 a part of an archive')],
  ['XLS', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ['PDF', Buffer.from('%PDF-1.4')],
  ['HTML, XML', Buffer.from('<?xml version="1.0"?>')],
  ['UTF-16', Buffer.from('\ufeffДата', 'utf16le')],
  ['UTF-16', Buffer.from('\ufeffДата', 'utf16le').swap16()],
])('a file that is no table of text: %s', (name, start) => {
  expect(nameOtherKind(start)).toBe(name);
});

test.each([
  ['UTF-8', Buffer.from('Дата;Сума')],
  ['UTF-8 behind a byte order mark', Buffer.from('\ufeffДата;Сума')],
  ['Windows-1251', Buffer.from('c4e0f2e03bd1f3ece0', 'hex')],
  ['digits', Buffer.from('0,50;1')],
  ['nothing', Buffer.alloc(0)],
])('a table in %s may be one', (_, start) => {
  expect(nameOtherKind(start)).toBeUndefined();
});
