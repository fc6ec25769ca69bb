import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutChunks } from './cut-chunks.ts';

async function* streamOf(chunks: readonly Buffer[]) {
  yield* chunks;
}

test('cutChunks gives pieces of one size and a shorter last one, which together are the stream', async () => {
  const sizes = fc.array(fc.nat(200_000), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(sizes, fc.integer({ min: 1000, max: 200_000 }), async (lengths, pieceBytes) => {
      const chunks = lengths.map((length, index) => Buffer.alloc(length, `${index} of the stream`));
      const pieces: Buffer[] = [];
      for await (const piece of cutChunks(streamOf(chunks), pieceBytes)) pieces.push(piece);
      expect(Buffer.concat(pieces).equals(Buffer.concat(chunks))).toBe(true);
      expect(pieces.slice(0, -1).every(({ length }) => length === pieceBytes)).toBe(true);
      expect(pieces.every(({ length }) => length > 0 && length <= pieceBytes)).toBe(true);
    }),
    { numRuns: 60 },
  );
});
