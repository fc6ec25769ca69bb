import encodeQR from 'qr';

/** Limits of a QR code; correction levels in the order in which they are tried. */
export interface QrShape {
  readonly levels: readonly ('quartile' | 'medium' | 'low')[];
  readonly leastVersion: number;
  readonly maxVersion: number;
}

const sideOf = (version: number) => version * 4 + 17;

/**
 * The dark modules of a QR code, row by row, without the quiet zone: of the first level that fits the limits. Throws
 * RangeError when the text is too long.
 */
export function qrModules(text: string, shape: QrShape): readonly (readonly boolean[])[] {
  for (const ecc of shape.levels) {
    const modules = withoutBorder(encodeQR(text, 'raw', { ecc, border: 1 }));
    if (modules.length > sideOf(shape.maxVersion)) continue;
    if (modules.length >= sideOf(shape.leastVersion)) return modules;
    return withoutBorder(encodeQR(text, 'raw', { ecc, border: 1, version: shape.leastVersion }));
  }
  throw new RangeError('too long for a code of this shape');
}

function withoutBorder(matrix: boolean[][]): boolean[][] {
  return matrix.slice(1, -1).map((row) => row.slice(1, -1));
}

/** Whether a module is under a round sign in the centre that takes this part of the side. */
export function isUnderSign(row: number, column: number, size: number, signPart: number): boolean {
  const centre = size / 2;
  return Math.hypot(row + 0.5 - centre, column + 0.5 - centre) < (size * signPart) / 2;
}
