/** Of the first piece, which grows: most streams are small. */
const FIRST_BYTES = 64 * 1024;

/** Cuts a stream into pieces of one size; the last is shorter. An empty stream has none. */
export async function* cutChunks(
  chunks: AsyncIterable<Uint8Array>,
  pieceBytes: number,
): AsyncGenerator<Buffer> {
  let piece = Buffer.allocUnsafeSlow(Math.min(FIRST_BYTES, pieceBytes));
  let filled = 0;
  for await (let chunk of chunks) {
    while (chunk.length > 0) {
      if (filled === piece.length) {
        const larger = Buffer.allocUnsafeSlow(Math.min(2 * filled, pieceBytes));
        larger.set(piece);
        piece = larger;
      }
      const part = chunk.subarray(0, piece.length - filled);
      piece.set(part, filled);
      filled += part.length;
      chunk = chunk.subarray(part.length);
      if (filled < pieceBytes) continue;
      yield piece;
      piece = Buffer.allocUnsafeSlow(pieceBytes);
      filled = 0;
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
}
