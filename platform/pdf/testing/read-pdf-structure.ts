import { type PdfObject, readPdfObjects } from './read-pdf-objects.ts';

/** An element of the structure tree. */
export interface PdfElement {
  readonly type: string;
  /** Of a header cell. */
  readonly scope?: string;
  readonly parts: readonly PdfElement[];
}

/** The structure tree of a PDF made by createPdf, in reading order. */
export function readPdfStructure(pdf: Buffer): PdfElement {
  const objects = readPdfObjects(pdf);
  const root = [...objects.values()].find(({ head }) => /\/S \/Document\b/.test(head));
  if (root === undefined) throw new Error('a document without structure');
  return elementOf(root, objects);
}

function elementOf({ head }: PdfObject, objects: ReadonlyMap<number, PdfObject>): PdfElement {
  const type = /\/S \/(\w+)/.exec(head)?.[1] ?? '';
  const scope = /\/Scope \/(\w+)/.exec(head)?.[1];
  const kids = /\/K \[([^\]]*)\]/.exec(head)?.[1] ?? '';
  const parts = [...kids.matchAll(/(\d+) 0 R/g)].flatMap(([, kid]) => {
    const part = objects.get(Number(kid));
    return part !== undefined && /\/P \d+ 0 R/.test(part.head) ? [elementOf(part, objects)] : [];
  });
  return { type, ...(scope !== undefined && { scope }), parts };
}

/** Every element of the tree, from the root down, in reading order. */
export function allElements(root: PdfElement): PdfElement[] {
  return [root, ...root.parts.flatMap(allElements)];
}
