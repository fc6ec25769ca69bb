/**
 * Draws the icons of the installed cabinet into web/public/icons, after web/public/icon.svg: `node web/icons/make-icons.ts`.
 * The maskable one fills its square, with the window inside the circle that every platform keeps.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';

type Colour = readonly [number, number, number];

const folder = new URL('../public/icons/', import.meta.url);

/** Side of the drawing that all measures refer to. */
const SIDE = 32;
/** Points of a pixel that are looked at, along each side. */
const FINE = 4;

const dusk: Colour = [0x14, 0x21, 0x3d];
const pane: Colour = [0x3a, 0x4b, 0x78];
const lamp: Colour = [0xff, 0xc5, 0x3d];

/** Left, top, right, bottom of the four panes. */
const panes: readonly (readonly [number, number, number, number, Colour])[] = [
  [8, 7, 15, 15.5, pane],
  [17, 7, 24, 15.5, lamp],
  [8, 17.5, 15, 25, pane],
  [17, 17.5, 24, 25, pane],
];

interface Icon {
  readonly file: string;
  readonly pixels: number;
  /** Radius of the corners on the drawing; 0: a full square. */
  readonly corner: number;
  /** How large the window is against that of the drawing. */
  readonly scale: number;
}

const icons: readonly Icon[] = [
  { file: 'icon-192.png', pixels: 192, corner: 8, scale: 1 },
  { file: 'icon-512.png', pixels: 512, corner: 8, scale: 1 },
  { file: 'icon-180.png', pixels: 180, corner: 0, scale: 1 },
  { file: 'maskable-512.png', pixels: 512, corner: 0, scale: 0.85 },
];

/** The colour at a point of the drawing; undefined outside of its corners. */
function colourAt(x: number, y: number, { corner, scale }: Icon): Colour | undefined {
  const outX = Math.max(corner - x, x - (SIDE - corner), 0);
  const outY = Math.max(corner - y, y - (SIDE - corner), 0);
  if (Math.hypot(outX, outY) > corner) return undefined;
  const middle = SIDE / 2;
  const [insideX, insideY] = [(x - middle) / scale + middle, (y - middle) / scale + middle];
  const found = panes.find(
    ([left, top, right, bottom]) => insideX >= left && insideX < right && insideY >= top && insideY < bottom,
  );
  return found?.[4] ?? dusk;
}

function draw(icon: Icon): Buffer {
  const { pixels } = icon;
  const rows: Buffer[] = [];
  for (let row = 0; row < pixels; row += 1) {
    // Each row begins with its filter: none.
    const bytes = Buffer.alloc(1 + pixels * 4);
    for (let column = 0; column < pixels; column += 1) {
      const sum = [0, 0, 0];
      let covered = 0;
      for (let point = 0; point < FINE * FINE; point += 1) {
        const x = ((column + ((point % FINE) + 0.5) / FINE) * SIDE) / pixels;
        const y = ((row + (Math.floor(point / FINE) + 0.5) / FINE) * SIDE) / pixels;
        const colour = colourAt(x, y, icon);
        if (!colour) continue;
        covered += 1;
        colour.forEach((part, index) => {
          sum[index] = (sum[index] ?? 0) + part;
        });
      }
      const mean = sum.map((part) => (covered ? Math.round(part / covered) : 0));
      bytes.set([...mean, Math.round((covered * 255) / (FINE * FINE))], 1 + column * 4);
    }
    rows.push(bytes);
  }
  return Buffer.concat(rows);
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** A PNG of eight bits with transparency. */
function png(icon: Icon): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(icon.pixels, 0);
  head.writeUInt32BE(icon.pixels, 4);
  head.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(draw(icon), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

await mkdir(folder, { recursive: true });
for (const icon of icons) await writeFile(new URL(icon.file, folder), png(icon));
