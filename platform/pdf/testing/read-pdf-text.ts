import { type PdfObject, readPdfObjects } from './read-pdf-objects.ts';

/**
 * The selectable text of a PDF made by createPdf, in drawing order: glyphs mapped to letters by the ToUnicode tables
 * of the fonts. Does not read other PDFs.
 */
export function readPdfText(pdf: Buffer): string {
  const objects = readPdfObjects(pdf);
  const letters = new Map<string, Map<number, string>>();
  for (const [name, reference] of allMatches(allHeads(objects), /\/(F\d+) (\d+) 0 R/g)) {
    const font = objects.get(Number(reference));
    const table = objects.get(Number(/\/ToUnicode (\d+) 0 R/.exec(font?.head ?? '')?.[1]));
    if (name !== undefined && table !== undefined) letters.set(name, readLetters(table.stream));
  }
  const runs: string[] = [];
  for (const { stream } of objects.values()) {
    if (!stream.includes(' Tf')) continue;
    let font: Map<number, string> | undefined;
    for (const [token] of allMatches(stream, /\/F\d+ [\d.]+ Tf|\[[^\]]*\] TJ|ET/g)) {
      if (token?.startsWith('/')) font = letters.get(token.slice(1).split(' ')[0] ?? '');
      else if (token === 'ET') runs.push(' ');
      else if (token !== undefined) runs.push(decodeRun(token, font));
    }
  }
  return runs.join('').replace(/\s+/g, ' ');
}

function allHeads(objects: ReadonlyMap<number, PdfObject>): string {
  return [...objects.values()].map(({ head }) => head).join('\n');
}

function* allMatches(text: string, pattern: RegExp): Generator<readonly (string | undefined)[]> {
  for (const match of text.matchAll(pattern)) yield match.length > 1 ? match.slice(1) : [match[0]];
}

/** `<0000> <00ff> [<0020> <0043> …]`: letters of consecutive glyphs. */
function readLetters(table: string): Map<number, string> {
  const letters = new Map<number, string>();
  for (const match of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi)) {
    let glyph = Number.parseInt(match[1] ?? '0', 16);
    for (const [, code = ''] of (match[2] ?? '').matchAll(/<([0-9a-f]*)>/gi)) {
      letters.set(glyph, Buffer.from(code, 'hex').swap16().toString('utf16le'));
      glyph += 1;
    }
  }
  return letters;
}

function decodeRun(run: string, font: ReadonlyMap<number, string> | undefined): string {
  let text = '';
  for (const [, hex = ''] of run.matchAll(/<([0-9a-f]+)>/gi)) {
    for (let index = 0; index < hex.length; index += 4) {
      text += font?.get(Number.parseInt(hex.slice(index, index + 4), 16)) ?? '\ufffd';
    }
  }
  return text;
}
