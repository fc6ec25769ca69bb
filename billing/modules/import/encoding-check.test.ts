import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkEncoding } from './read-records.ts';

async function pass(chunks: readonly Buffer[]): Promise<{ text: string; brokenLines: number[] }> {
  const brokenLines: number[] = [];
  const stream = Readable.from(chunks, { objectMode: false }).pipe(
    checkEncoding((line) => brokenLines.push(line)),
  );
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return { text: Buffer.concat(parts).toString('utf8'), brokenLines };
}

function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  let start = 0;
  return ends.map((end) => {
    const part = bytes.subarray(start, end);
    start = end;
    return Buffer.from(part);
  });
}

const lines = fc.array(fc.string({ unit: fc.constantFrom('a', 'ї', '€', '💡', ',') }), {
  minLength: 1,
  maxLength: 8,
});
const places = fc.array(fc.nat(200), { maxLength: 6 });

test('Ukrainian text passes unchanged wherever the file is cut in pieces', async () => {
  await fc.assert(
    fc.asyncProperty(lines, places, async (texts, cuts) => {
      const bytes = Buffer.from(texts.join('\n'));
      expect(await pass(cut(bytes, cuts))).toEqual({ text: texts.join('\n'), brokenLines: [] });
    }),
  );
});

test('a line in Windows-1251 is reported once by its number, and the others pass', async () => {
  await fc.assert(
    fc.asyncProperty(lines, places, fc.nat(7), async (texts, cuts, at) => {
      const place = at % texts.length;
      const parts = texts.map((text, index) =>
        index === place ? Buffer.from([0xcf, 0xee, 0x20, 0xcf, 0xee]) : Buffer.from(text),
      );
      const bytes = Buffer.concat(
        parts.flatMap((part, index) => (index === 0 ? [part] : [Buffer.from('\n'), part])),
      );
      const { text, brokenLines } = await pass(cut(bytes, cuts));
      expect(brokenLines).toEqual([place + 1]);
      expect(text.split('\n')).toHaveLength(texts.length);
    }),
  );
});

test('a zero byte and a character cut off at the end are broken', async () => {
  expect((await pass([Buffer.from('a\nb\0c\n')])).brokenLines).toEqual([2]);
  expect((await pass([Buffer.from('a\n'), Buffer.from([0xd1])])).brokenLines).toEqual([2]);
});
