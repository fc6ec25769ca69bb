import { type BackupSource, type BackupTarget, nameOf } from './backup-place.ts';

export const PIECE_BYTES = 16 * 1024 * 1024;
/** Pieces that are sealed and written at once. */
const parallel = 2;

/** Cuts a stream into pieces of one size; the last is shorter. */
async function* cut(chunks: AsyncIterable<Uint8Array>, pieceBytes: number): AsyncGenerator<Buffer> {
  let piece = Buffer.allocUnsafeSlow(pieceBytes);
  let filled = 0;
  for await (let chunk of chunks) {
    while (chunk.length > 0) {
      const part = chunk.subarray(0, pieceBytes - filled);
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

const pieceName = (name: string, index: number) => `${name}/${String(index).padStart(6, '0')}`;

/** Stores a stream of any length in pieces below a name; returns how many pieces and bytes. */
export async function putPieces(
  target: BackupTarget,
  name: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ readonly pieces: number; readonly bytes: number }> {
  const underWay = new Set<Promise<void>>();
  let [pieces, bytes] = [0, 0];
  for await (const piece of cut(chunks, PIECE_BYTES)) {
    // One that fails stays, so that the wait throws.
    const putting = target.put(pieceName(name, pieces), piece).then(() => {
      underWay.delete(putting);
    });
    putting.catch(() => undefined);
    underWay.add(putting);
    pieces += 1;
    bytes += piece.length;
    if (underWay.size >= parallel) await Promise.race(underWay);
  }
  await Promise.all(underWay);
  return { pieces, bytes };
}

/** The stream that `putPieces` stored. @throws Error with a sentence when a piece is missing. */
export async function* getPieces(source: BackupSource, name: string, pieces: number): AsyncGenerator<Buffer> {
  let next = 0;
  for await (const facts of source.list(`${name}/`)) {
    if (nameOf(facts) !== pieceName(name, next)) break;
    yield await source.get(facts);
    next += 1;
  }
  if (next !== pieces) throw new Error(`The backup is damaged: ${name} has ${next} of ${pieces} pieces.`);
}
