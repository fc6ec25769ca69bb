import { readPdfPages } from './read-pdf-objects.ts';

/** Pixels for QR readers: RGBA, row by row. */
export interface RenderedPage {
  readonly pixels: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

type Point = readonly [x: number, y: number];
type Matrix = readonly [number, number, number, number, number, number];

const identity: Matrix = [1, 0, 0, 1, 0, 0];
const BEZIER_STEPS = 8;

function multiply(a: Matrix, b: Matrix): Matrix {
  return [
    a[0] * b[0] + a[1] * b[2],
    a[0] * b[1] + a[1] * b[3],
    a[2] * b[0] + a[3] * b[2],
    a[2] * b[1] + a[3] * b[3],
    a[4] * b[0] + a[5] * b[2] + b[4],
    a[4] * b[1] + a[5] * b[3] + b[5],
  ];
}

function curve([x0, y0]: Point, [x1, y1]: Point, [x2, y2]: Point, [x3, y3]: Point): Point[] {
  return Array.from({ length: BEZIER_STEPS }, (_, index) => {
    const t = (index + 1) / BEZIER_STEPS;
    const s = 1 - t;
    const at = (a: number, b: number, c: number, d: number) =>
      s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
    return [at(x0, x1, x2, x3), at(y0, y1, y2, y3)];
  });
}

/** Fills polygons by the even-odd rule; a pixel belongs to the shape that contains its centre. */
function fill(page: RenderedPage, polygons: readonly (readonly Point[])[], color: readonly number[]): void {
  const { pixels, width, height } = page;
  const rows = polygons.flat().map(([, y]) => y);
  const first = Math.max(0, Math.floor(Math.min(...rows)));
  const last = Math.min(height - 1, Math.ceil(Math.max(...rows)));
  for (let row = first; row <= last; row++) {
    const y = row + 0.5;
    const crossings: number[] = [];
    for (const polygon of polygons) {
      polygon.forEach(([x1, y1], index) => {
        const [x2, y2] = polygon[(index + 1) % polygon.length] ?? [x1, y1];
        if (y1 <= y !== y2 <= y) crossings.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1));
      });
    }
    crossings.sort((a, b) => a - b);
    for (let index = 0; index + 1 < crossings.length; index += 2) {
      const from = Math.max(0, Math.ceil((crossings[index] ?? 0) - 0.5));
      const to = Math.min(width - 1, Math.ceil((crossings[index + 1] ?? 0) - 0.5) - 1);
      for (let column = from; column <= to; column++) pixels.set(color, (row * width + column) * 4);
    }
  }
}

/** Draws the filled paths of one page. Lines and letters are left out. */
function render(content: string, size: readonly [number, number], scale: number): RenderedPage {
  const width = Math.round(size[0] * scale);
  const height = Math.round(size[1] * scale);
  const page = { pixels: new Uint8ClampedArray(width * height * 4).fill(255), width, height };
  const device: Matrix = [scale, 0, 0, -scale, 0, height];
  let state = { matrix: identity, color: [0, 0, 0, 255] as readonly number[] };
  const states: (typeof state)[] = [];
  let numbers: number[] = [];
  let paths: Point[][] = [];
  let here: Point = [0, 0];

  const place = ([x, y]: Point): Point => {
    const [a, b, c, d, e, f] = multiply(state.matrix, device);
    return [a * x + c * y + e, b * x + d * y + f];
  };
  const add = (...points: Point[]) => {
    paths.at(-1)?.push(...points.map(place));
    here = points.at(-1) ?? here;
  };
  const operators: Record<string, (n: number[]) => void> = {
    q: () => states.push(state),
    Q: () => {
      state = states.pop() ?? state;
    },
    cm: ([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]) => {
      state = { ...state, matrix: multiply([a, b, c, d, e, f], state.matrix) };
    },
    scn: ([r = 0, g = 0, b = 0]) => {
      state = { ...state, color: [r, g, b].map((part) => Math.round(part * 255)).concat(255) };
    },
    m: ([x = 0, y = 0]) => {
      paths.push([]);
      add([x, y]);
    },
    l: ([x = 0, y = 0]) => add([x, y]),
    c: ([x1 = 0, y1 = 0, x2 = 0, y2 = 0, x = 0, y = 0]) => add(...curve(here, [x1, y1], [x2, y2], [x, y])),
    re: ([x = 0, y = 0, w = 0, h = 0]) => {
      paths.push([]);
      add([x, y], [x + w, y], [x + w, y + h], [x, y + h]);
    },
    f: () => fill(page, paths, state.color),
    B: () => fill(page, paths, state.color),
  };
  const ends = new Set(['f', 'B', 'S', 'n']);
  for (const [token] of content.matchAll(/<[^>]*>|\([^)]*\)|[^\s[\]]+/g)) {
    if (/^-?[\d.]+$/.test(token)) numbers.push(Number(token));
    else {
      operators[token]?.(numbers);
      if (ends.has(token)) paths = [];
      numbers = [];
    }
  }
  return page;
}

/** Renders the pages of a PDF made by createPdf, filled shapes only: enough to read a QR code. */
export function renderPdf(pdf: Buffer, scale: number): RenderedPage[] {
  return readPdfPages(pdf).map(({ content, size }) => render(content, size, scale));
}
