import encodeQR from 'qr';

/** The side of the largest version (17) that stays readable on the screen of a phone. */
const MOST_MODULES = 17 * 4 + 17;

/**
 * The modules of a QR code, row by row, without the light ones around. A quarter of it may be covered, so that a sign may
 * stand in its centre; a long text that would make it too fine gets less.
 */
export function qrModules(payload: string): boolean[][] {
  const strong = withoutBorder(encodeQR(payload, 'raw', { ecc: 'quartile', border: 1 }));
  if (strong.length <= MOST_MODULES) return strong;
  return withoutBorder(encodeQR(payload, 'raw', { ecc: 'medium', border: 1 }));
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
