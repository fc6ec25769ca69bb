import type { Pdf, PdfPart } from './create-pdf.ts';
import { paper } from './paper.ts';

export interface TableColumn {
  readonly title: string;
  readonly width: number;
  readonly align?: 'left' | 'right';
  /** Room on the left, beside a column of figures. */
  readonly indent?: number;
}

export interface TableRow {
  readonly cells: readonly string[];
  readonly isTotal?: boolean;
}

const PADDING = 3.5;
const GAP = 8;

/**
 * A table of thin lines without boxes. A row that has no room goes to the next page. Answers the y below.
 */
export function drawTable(
  pdf: Pdf,
  part: PdfPart,
  table: {
    readonly x: number;
    readonly y: number;
    readonly columns: readonly TableColumn[];
    readonly rows: readonly TableRow[];
  },
): number {
  const { columns, x } = table;
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  let { y } = table;

  function drawRow(row: PdfPart, cells: readonly string[], kind: 'head' | 'body' | 'total'): void {
    const style = {
      size: kind === 'head' ? 7.5 : 9,
      font: kind === 'total' ? ('semibold' as const) : ('regular' as const),
      color: kind === 'head' ? paper.quiet : paper.ink,
    };
    const heights = cells.map((cell, index) =>
      pdf.heightOf(cell, { ...style, width: textWidth(columns[index]) }),
    );
    const height = Math.max(...heights) + 2 * PADDING;
    y = pdf.roomFor(height, y);
    let left = x;
    cells.forEach((cell, index) => {
      const column = columns[index];
      if (column === undefined) return;
      const isRight = column.align === 'right';
      const indent = isRight ? GAP : (column.indent ?? 0);
      const place = { x: left + indent, y: y + PADDING, width: textWidth(column) };
      const draw = () => pdf.text(cell, { ...style, ...place, align: column.align ?? 'left' });
      if (kind === 'head') row.leaf('TH', draw, { scope: 'Column' });
      else row.leaf('TD', draw);
      left += column.width;
    });
    y += height;
    const lineY = y;
    pdf.artifact(() => {
      pdf.doc
        .moveTo(x, lineY)
        .lineTo(x + width, lineY)
        .lineWidth(kind === 'head' ? 0.8 : 0.5)
        .strokeColor(kind === 'head' ? paper.ink : paper.line)
        .stroke();
    });
  }

  part.group('Table', (body) => {
    body.group('TR', (row) => {
      drawRow(
        row,
        columns.map((column) => column.title),
        'head',
      );
    });
    for (const { cells, isTotal } of table.rows) {
      body.group('TR', (row) => drawRow(row, cells, isTotal ? 'total' : 'body'));
    }
  });
  return y;
}

function textWidth(column: TableColumn | undefined): number {
  return (column?.width ?? 0) - (column?.indent ?? 0) - GAP;
}
