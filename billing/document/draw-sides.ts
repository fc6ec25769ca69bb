import type { Pdf } from '#platform/pdf/create-pdf.ts';
import { paper } from '#platform/pdf/paper.ts';

/** One of the two parties of a document. */
export interface Side {
  readonly role: string;
  readonly name: string;
  /** Further details, one line each; empty ones are omitted. */
  readonly lines: readonly string[];
}

/** Position on the page, in points. */
export interface Place {
  readonly left: number;
  readonly width: number;
  readonly top: number;
}

const GAP = 24;

/** Draws two parties side by side. Returns the y coordinate below the drawn block. */
export function drawSides(pdf: Pdf, sides: readonly [Side, Side], { left, width, top }: Place): number {
  const half = (width - GAP) / 2;
  const bottoms = sides.map(({ role, name, lines }, index) => {
    const x = left + index * (half + GAP);
    let y = top;
    pdf.leaf('H2', () => {
      y = pdf.text(role, { x, y, width: half, size: 8, color: paper.quiet });
    });
    pdf.leaf('P', () => {
      y = pdf.text(name, { x, y: y + 1, width: half, size: 11, font: 'semibold' });
      for (const line of lines.filter((text) => text !== ''))
        y = pdf.text(line, { x, y: y + 1.5, width: half, size: 9 });
    });
    return y;
  });
  return Math.max(...bottoms);
}

interface SigningWords {
  readonly signatures: string;
  /** Printed under the signature line. */
  readonly signature: string;
}

interface SigningPlace extends Place {
  /** Height including the heading, and the distance from its top to the signature line. */
  readonly height: number;
  readonly lineAt: number;
}

/** Draws the signatures of both parties side by side, on one page. */
export function drawSignatures(
  pdf: Pdf,
  words: SigningWords,
  sides: readonly [Pick<Side, 'role' | 'name'>, Pick<Side, 'role' | 'name'>],
  { left, width, top, height, lineAt }: SigningPlace,
): void {
  const half = (width - GAP) / 2;
  const y = pdf.roomFor(height, top);
  pdf.leaf('H2', () => {
    pdf.text(words.signatures, { x: left, y, width, font: 'semibold', size: 11 });
  });
  sides.forEach(({ role, name }, index) => {
    const x = left + index * (half + GAP);
    pdf.leaf('P', () => {
      const below = pdf.text(role, { x, y: y + 20, width: half, size: 8, color: paper.quiet });
      pdf.text(name, { x, y: below + 1, width: half, size: 9 });
    });
    const lineY = y + lineAt;
    pdf.artifact(() => {
      pdf.doc
        .moveTo(x, lineY)
        .lineTo(x + half, lineY)
        .lineWidth(0.6)
        .strokeColor(paper.ink)
        .stroke();
    });
    pdf.leaf('P', () => {
      pdf.text(words.signature, { x, y: lineY + 3, width: half, size: 7.5, color: paper.quiet });
    });
  });
}
