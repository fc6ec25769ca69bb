import encodeQR from 'qr';

/** What a code may look like; the levels of correction in the order in which they are tried. */
export interface QrShape {
  readonly levels: readonly ('quartile' | 'medium' | 'low')[];
  readonly leastVersion: number;
  readonly maxVersion: number;
}

/** Fine enough for any text of ours, and readable on the screen of a phone. */
const anyShape: QrShape = { levels: ['quartile', 'medium'], leastVersion: 1, maxVersion: 17 };

const sideOf = (version: number) => version * 4 + 17;

/**
 * The modules of a QR code, row by row, without the light ones around: of the first level that the shape has room for.
 * Throws RangeError when the text is too long for it.
 */
export function qrModules(payload: string, shape: QrShape = anyShape): boolean[][] {
  for (const ecc of shape.levels) {
    const modules = withoutBorder(encodeQR(payload, 'raw', { ecc, border: 1 }));
    if (modules.length > sideOf(shape.maxVersion)) continue;
    if (modules.length >= sideOf(shape.leastVersion)) return modules;
    return withoutBorder(encodeQR(payload, 'raw', { ecc, border: 1, version: shape.leastVersion }));
  }
  throw new RangeError('too long for a code of this shape');
}

/**
 * The dark modules of a QR code as one SVG path of unit squares, without those below a sign in the centre.
 * @param signPart Part of the side that the round sign takes; 0 when there is none.
 */
export function qrPath(modules: readonly (readonly boolean[])[], signPart = 0): string {
  const size = modules.length;
  const centre = size / 2;
  let path = '';
  modules.forEach((row, y) => {
    row.forEach((isDark, x) => {
      const isCovered = Math.hypot(x + 0.5 - centre, y + 0.5 - centre) < (size * signPart) / 2;
      if (isDark && !isCovered) path += `M${x} ${y}h1v1h-1z`;
    });
  });
  return path;
}

function withoutBorder(matrix: boolean[][]): boolean[][] {
  return matrix.slice(1, -1).map((row) => row.slice(1, -1));
}
