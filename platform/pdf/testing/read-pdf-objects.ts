import { inflateSync } from 'node:zlib';

export interface PdfObject {
  readonly head: string;
  readonly stream: string;
}

/** The objects of a PDF made by createPdf, by number; streams are decompressed. */
export function readPdfObjects(pdf: Buffer): Map<number, PdfObject> {
  const text = pdf.toString('latin1');
  const objects = new Map<number, PdfObject>();
  for (const match of text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const body = match[2] ?? '';
    const start = body.indexOf('stream\n');
    const head = start < 0 ? body : body.slice(0, start);
    let stream = '';
    if (start >= 0) {
      const bytes = Buffer.from(body.slice(start + 7, body.lastIndexOf('\nendstream')), 'latin1');
      stream = head.includes('FlateDecode')
        ? inflateSync(bytes).toString('latin1')
        : bytes.toString('latin1');
    }
    objects.set(Number(match[1]), { head, stream });
  }
  return objects;
}

export interface PdfPage {
  /** Content stream with PDF operators. */
  readonly content: string;
  /** In points. */
  readonly size: readonly [width: number, height: number];
}

/** The pages in order. */
export function readPdfPages(pdf: Buffer): PdfPage[] {
  const objects = readPdfObjects(pdf);
  const tree = [...objects.values()].find(({ head }) => head.includes('/Type /Pages'));
  const kids = [...(tree?.head.match(/\/Kids \[([^\]]*)\]/)?.[1] ?? '').matchAll(/(\d+) 0 R/g)];
  return kids.map(([, kid]) => {
    const { head = '' } = objects.get(Number(kid)) ?? {};
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(head) ?? [];
    const content = objects.get(Number(/\/Contents (\d+) 0 R/.exec(head)?.[1]));
    return { content: content?.stream ?? '', size: [Number(width), Number(height)] };
  });
}
