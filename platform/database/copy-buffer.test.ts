import { expect, test } from 'vitest';
import { CopyBuffer } from './copy.ts';

test('CopyBuffer appends any number of rows', () => {
  const buffer = new CopyBuffer();
  expect(buffer.rows()).toHaveLength(0);
  const rows = Array.from({ length: 20_000 }, (_, index) => `${index}\tvalue\n`);
  for (const row of rows) buffer.add(row);
  expect(buffer.rows().toString('latin1')).toBe(rows.join(''));
});

test('CopyBuffer grows for a row longer than the buffer', () => {
  const buffer = new CopyBuffer();
  const row = `${'x'.repeat(300_000)}\n`;
  buffer.add('a\n');
  buffer.add(row);
  expect(buffer.rows().toString('latin1')).toBe(`a\n${row}`);
});

test('CopyBuffer encodes texts as UTF-8', () => {
  const buffer = new CopyBuffer(8);
  const rows = ['Їжак\tза світло\n', '₴ 💡\n', 'plain\n'];
  for (const row of rows) buffer.addText(row);
  expect(buffer.rows().toString('utf8')).toBe(rows.join(''));
  expect(buffer.length).toBe(Buffer.byteLength(rows.join('')));
});
