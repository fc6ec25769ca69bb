import encodeQR from 'qr';

const MOST_MODULES = 17 * 4 + 17;

/**
 * The dark modules of a QR code, row by row, without the quiet zone around. A quarter of it may be damaged, so that a sign
 * may stand in its centre; long texts that would make modules too small to print get less (NBU № 97: level Q or M, versions
 * up to 17).
 */
export function qrModules(text: string): readonly (readonly boolean[])[] {
  const strong = withoutBorder(encodeQR(text, 'raw', { ecc: 'quartile', border: 1 }));
  if (strong.length <= MOST_MODULES) return strong;
  return withoutBorder(encodeQR(text, 'raw', { ecc: 'medium', border: 1 }));
}

function withoutBorder(matrix: boolean[][]): boolean[][] {
  return matrix.slice(1, -1).map((row) => row.slice(1, -1));
}

/** Part of the side that the white circle in the centre takes: about 3 % of the modules. */
export const badgePart = 0.2;

/** Whether a module lies under the white circle in the centre. */
export function isUnderBadge(row: number, column: number, size: number): boolean {
  const centre = size / 2;
  return Math.hypot(row + 0.5 - centre, column + 0.5 - centre) < (size * badgePart) / 2;
}
