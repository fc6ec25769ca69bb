import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Layout of a text: its glyphs and their positions in font units. */
interface Run {
  readonly glyphs: readonly object[];
  readonly positions: readonly Position[];
}

type Position = Readonly<Record<string, number>> & { readonly xAdvance: number };

type Layout = (text: string, features?: readonly string[]) => Run;

/** Maximum cached layouts; most texts are the same on every document. */
const MAX_CACHED = 4096;

/** Copies the positions, because the PDF library scales them in place. */
function handOut({ glyphs, positions }: Run) {
  return {
    glyphs,
    positions: positions.map((position) => ({ ...position })),
    get advanceWidth() {
      return this.positions.reduce((width, { xAdvance }) => width + xAdvance, 0);
    },
  };
}

/** The same font with cached layouts. Throws TypeError when it is no font. */
export function cacheLayouts<Font extends object>(font: Font): Font {
  const own: unknown = Reflect.get(font, 'layout');
  if (typeof own !== 'function') throw new TypeError('a font lays out texts');
  const layOut: Layout = own.bind(font);
  const cachedRuns = new Map<string, Run>();
  const layout = (text: string, features?: readonly string[]) => {
    const key = `${features?.join() ?? ''} ${text}`;
    const known = cachedRuns.get(key);
    if (known !== undefined) return handOut(known);
    const { glyphs, positions } = layOut(text, features);
    if (cachedRuns.size >= MAX_CACHED) cachedRuns.clear();
    const run = { glyphs, positions };
    cachedRuns.set(key, run);
    return handOut(run);
  };
  return Object.assign(Object.create(font), { layout });
}

export type FontName = 'regular' | 'semibold' | 'bold';

const folder = join(import.meta.dirname, 'fonts');

// The font reader of the PDF library, which accepts its parsed fonts.
const { create }: { create(content: Buffer): object } = createRequire(import.meta.resolve('pdfkit'))(
  'fontkit',
);

function read(file: string): object {
  return cacheLayouts(create(readFileSync(join(folder, file))));
}

/**
 * Onest (SIL Open Font Licence, see fonts/LICENSE-onest.txt), subset to Ukrainian and Latin letters; parsed once per
 * process, because parsing was most of the time of a document.
 */
export const fonts: Readonly<Record<FontName, object>> = {
  regular: read('onest-regular.ttf'),
  semibold: read('onest-semibold.ttf'),
  bold: read('onest-bold.ttf'),
};
