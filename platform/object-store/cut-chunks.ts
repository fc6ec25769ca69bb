/** Cuts a stream into pieces of one size; the last is shorter. An empty stream has none. */
export async function* cutChunks(
  chunks: AsyncIterable<Uint8Array>,
  pieceBytes: number,
): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (let chunk of chunks) {
    while (heldBytes + chunk.length >= pieceBytes) {
      const rest = pieceBytes - heldBytes;
      yield Buffer.concat([...held, chunk.subarray(0, rest)]);
      chunk = chunk.subarray(rest);
      [held, heldBytes] = [[], 0];
    }
    // The source may use the memory of a chunk again.
    if (chunk.length > 0) held.push(Buffer.from(chunk));
    heldBytes += chunk.length;
  }
  if (heldBytes > 0) yield Buffer.concat(held);
}
