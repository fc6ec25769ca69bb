import { drawDetails as drawDetailsIn } from '#billing/document/draw-details.ts';
import type { ViolationActData } from '#contract/values/violation-act.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import type { Pdf } from '#platform/pdf/create-pdf.ts';
import { pageSize, paper } from '#platform/pdf/paper.ts';
import type { ActHolder } from '../act-facts-store.ts';

/** An act with the contents of its documents. */
export interface ActPdfView {
  readonly accountNumber: string;
  readonly act: ViolationActData;
  readonly holder: ActHolder;
  readonly supplier: {
    readonly name: string;
    readonly edrpou: string;
    readonly address: string;
    readonly iban: string;
    readonly bank: string;
  };
  /** Day of drawing; the state of the act depends on it. */
  readonly today: LocalDate;
  readonly purpose: string;
  /** URL of the payment code; null: no code. */
  readonly qr: string | null;
}

/** Positions on the page, in points. */
export const layout = {
  left: pageSize.margin,
  width: pageSize.width - 2 * pageSize.margin,
  gap: 20,
} as const;

/** Draws a section title. Returns the y coordinate below the drawn block. */
export function drawTitle(pdf: Pdf, text: string, y: number): number {
  let below = y;
  pdf.leaf('H2', () => {
    below = pdf.text(text, { x: layout.left, y, width: layout.width, font: 'semibold', size: 11 });
  });
  return below + 2;
}

/** Draws a grey note of full width. Returns the y coordinate below the drawn block. */
export function drawNote(pdf: Pdf, text: string, y: number): number {
  let below = y;
  pdf.leaf('P', () => {
    below = pdf.text(text, { x: layout.left, y, width: layout.width, size: 8, color: paper.quiet });
  });
  return below;
}

/** Draws names with values, one row each. Returns the y coordinate below the drawn block. */
export function drawDetails(
  pdf: Pdf,
  details: readonly (readonly [name: string, value: string])[],
  top: number,
  width: number = layout.width,
): number {
  return drawDetailsIn(pdf, details, { left: layout.left, width, top });
}
