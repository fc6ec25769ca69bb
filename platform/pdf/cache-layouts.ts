/** What a font reader makes of a text: its glyphs, and where each stands in units of the font. */
interface Run {
  readonly glyphs: readonly object[];
  readonly positions: readonly Position[];
}

type Position = Readonly<Record<string, number>> & { readonly xAdvance: number };

type Layout = (text: string, features?: readonly string[]) => Run;

/** Texts whose layouts are kept; most of them are the same on every document. */
const MOST_KEPT = 4096;

/** What the PDF library asks of a run. It scales the positions in place, so each user gets its own. */
function handOut({ glyphs, positions }: Run) {
  return {
    glyphs,
    positions: positions.map((position) => ({ ...position })),
    get advanceWidth() {
      return this.positions.reduce((width, { xAdvance }) => width + xAdvance, 0);
    },
  };
}

/** The same font, which remembers how it laid out a text. Throws TypeError when it is no font. */
export function cacheLayouts<Font extends object>(font: Font): Font {
  const own: unknown = Reflect.get(font, 'layout');
  if (typeof own !== 'function') throw new TypeError('a font lays out texts');
  const layOut: Layout = own.bind(font);
  const kept = new Map<string, Run>();
  const layout = (text: string, features?: readonly string[]) => {
    const key = `${features?.join() ?? ''} ${text}`;
    const known = kept.get(key);
    if (known !== undefined) return handOut(known);
    const { glyphs, positions } = layOut(text, features);
    if (kept.size >= MOST_KEPT) kept.clear();
    const run = { glyphs, positions };
    kept.set(key, run);
    return handOut(run);
  };
  return Object.assign(Object.create(font), { layout });
}
