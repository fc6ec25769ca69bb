import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import PDFDocument from 'pdfkit';
import { pageSize, paper } from './paper.ts';
import { sheetText } from './sheet.template.ts';

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

type FontName = 'regular' | 'semibold' | 'bold';

const folder = join(import.meta.dirname, 'fonts');

interface ParsedFont {
  readonly characterSet: readonly number[];
  glyphForCodePoint(codePoint: number): object;
}

// The font reader of the PDF library, which accepts its parsed fonts.
const { create }: { create(content: Buffer): ParsedFont } = createRequire(import.meta.resolve('pdfkit'))(
  'fontkit',
);

function read(file: string): object {
  const font = create(readFileSync(join(folder, file)));
  // A glyph keeps the letter that it is asked for by at first. As a part of another («и» of «й») it is asked for by none, and the
  // documents after would have no such letter to select or to read aloud.
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint);
  return cacheLayouts(font);
}

/**
 * Onest (SIL Open Font Licence, see fonts/LICENSE-onest.txt), subset to Ukrainian and Latin letters; parsed once per
 * process, because parsing was most of the time of a document.
 */
const fonts: Readonly<Record<FontName, object>> = {
  regular: read('onest-regular.ttf'),
  semibold: read('onest-semibold.ttf'),
  bold: read('onest-bold.ttf'),
};

export interface PdfInfo {
  readonly title: string;
  readonly subject: string;
  readonly author: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** A4 landscape; portrait by default. */
  readonly isLandscape?: boolean;
}

interface TextStyle {
  readonly x: number;
  readonly y: number;
  readonly width?: number;
  readonly align?: 'left' | 'right' | 'center';
  readonly font?: FontName;
  readonly size?: number;
  readonly color?: string;
  readonly lineGap?: number;
  /** URL of the link; in a leaf of the type Link. */
  readonly link?: string;
}

/** A structure element as screen readers see it: what is drawn inside belongs to it. */
export interface PdfPart {
  /** A nested element. */
  group(type: string, build: (part: PdfPart) => void): void;
  /** Drawn content: a paragraph, a heading, a cell; `alt` describes a figure. */
  leaf(type: string, draw: () => void, options?: LeafOptions): void;
}

interface LeafOptions {
  readonly alt?: string;
  /** Of a header cell. */
  readonly scope?: 'Column' | 'Row';
}

export interface Pdf extends PdfPart {
  /** For drawing; only inside `leaf` and `artifact`. */
  readonly doc: PDFKit.PDFDocument;
  /** Decoration without meaning: a line, a background. */
  artifact(draw: () => void): void;
  /** Draws a text with tabular figures; returns the y coordinate below it. */
  text(text: string, style: TextStyle): number;
  /** The height of a text. */
  heightOf(text: string, style: Omit<TextStyle, 'x' | 'y'>): number;
  /** The width of a text on one line. */
  widthOf(text: string, style: Omit<TextStyle, 'x' | 'y' | 'width'>): number;
  /** Begins a new page when less than this height is left below y; returns the y to continue at. */
  roomFor(height: number, y: number): number;
}

// Missing in the type definitions: PDF/UA (since 0.16) and fonts that are already parsed.
const accessible: string = 'PDF/UA';

/**
 * Makes a tagged PDF (PDF/UA): A4, portrait by default, Ukrainian, title shown, fonts embedded, text selectable, all
 * content either in the structure tree or marked as an artifact.
 */
export async function createPdf(info: PdfInfo, draw: (pdf: Pdf) => void): Promise<Buffer> {
  const doc = new PDFDocument({
    size: info.isLandscape ? [pageSize.height, pageSize.width] : [pageSize.width, pageSize.height],
    margin: 0,
    // Each sheet says how many there are.
    bufferPages: true,
    // Every text names its font, so the library need not load its default one.
    font: '',
    pdfVersion: '1.7',
    subset: accessible as PDFKit.Mixins.PDFSubsets,
    tagged: true,
    lang: 'uk-UA',
    displayTitle: true,
    info: {
      Title: info.title,
      Subject: info.subject,
      Author: info.author,
      CreationDate: new Date(info.createdAt),
      ModDate: new Date(info.createdAt),
    },
  });
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  for (const [name, font] of Object.entries(fonts))
    doc.registerFont(name, font as PDFKit.Mixins.PDFFontSource);
  const root = doc.struct('Document');
  doc.addStructure(root);
  const pdf = makePdf(doc, root);
  draw(pdf);
  numberSheets(pdf, info.title);
  root.end();
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

/** Above the edge that a printer leaves white. */
const SHEET_BOTTOM = 20;

/** Prints title, number and count on each sheet of several. */
function numberSheets(pdf: Pdf, title: string): void {
  const { doc } = pdf;
  const { start, count } = doc.bufferedPageRange();
  if (count < 2) return;
  for (let number = 1; number <= count; number += 1) {
    doc.switchToPage(start + number - 1);
    const { width, height } = doc.page;
    pdf.artifact(() =>
      pdf.text(sheetText(title, number, count), {
        x: pageSize.margin,
        y: height - SHEET_BOTTOM,
        width: width - 2 * pageSize.margin,
        size: 7.5,
        align: 'right',
        color: paper.quiet,
      }),
    );
  }
}

function makePdf(doc: PDFKit.PDFDocument, root: PDFKit.PDFStructureElement): Pdf {
  function styled(style: Omit<TextStyle, 'x' | 'y'>): PDFKit.Mixins.TextOptions {
    doc
      .font(style.font ?? 'regular')
      .fontSize(style.size ?? 9)
      .fillColor(style.color ?? paper.ink);
    return {
      align: style.align ?? 'left',
      lineGap: style.lineGap ?? 0,
      ...(style.link !== undefined && { link: style.link }),
      features: ['tnum', 'kern'],
      ...(style.width === undefined ? { lineBreak: false } : { width: style.width }),
    };
  }
  return {
    doc,
    ...partOf(doc, root),
    artifact(draw) {
      doc.markContent('Artifact', { type: 'Layout' });
      draw();
      doc.endMarkedContent();
    },
    text(text, style) {
      const options = styled(style);
      doc.text(text, style.x, style.y, options);
      return doc.y;
    },
    heightOf: (text, style) => doc.heightOfString(text, styled(style)),
    widthOf: (text, style) => doc.widthOfString(text, styled(style)),
    roomFor(height, y) {
      if (y + height <= doc.page.height - pageSize.margin) return y;
      doc.addPage();
      return pageSize.margin;
    },
  };
}

function partOf(doc: PDFKit.PDFDocument, element: PDFKit.PDFStructureElement): PdfPart {
  return {
    group(type, build) {
      const inner = doc.struct(type);
      element.add(inner);
      build(partOf(doc, inner));
      inner.end();
    },
    leaf(type, draw, options = {}) {
      element.add(doc.struct(type, { ...options }, draw));
    },
  };
}
