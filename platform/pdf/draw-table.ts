import type { Pdf, PdfPart } from './create-pdf.ts';
import { paper } from './paper.ts';

export interface TableColumn {
  readonly title: string;
  readonly width: number;
  readonly align?: 'left' | 'right';
  /** Space on the left, after a column of figures. */
  readonly indent?: number;
}

export interface TableRow {
  readonly cells: readonly string[];
  /** Small notes below the cells; '' for none. */
  readonly notes?: readonly string[];
  readonly isTotal?: boolean;
}

const small = { size: 7.5, color: paper.quiet } as const;
/** Above and below the text of a row. */
const padding = { usual: 3, dense: 1.5 };
const GAP = 8;

/**
 * A table with thin lines and no boxes. A row that does not fit moves to the next page, where the titles are
 * repeated. Returns the y coordinate below the drawn block.
 */
export function drawTable(
  pdf: Pdf,
  part: PdfPart,
  table: {
    readonly x: number;
    readonly y: number;
    readonly columns: readonly TableColumn[];
    readonly rows: readonly TableRow[];
    readonly isDense?: boolean;
    /** Row carried over at the top of a page, e.g. the sums before it. */
    readonly carried?: (index: number) => readonly string[] | undefined;
  },
): number {
  const { columns, x } = table;
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  const space = table.isDense ? padding.dense : padding.usual;
  let { y } = table;

  const titles = columns.map((column) => column.title);

  function drawRow(
    row: PdfPart,
    { cells, notes = [] }: TableRow,
    kind: 'head' | 'body' | 'total',
    index?: number,
  ): void {
    const style = {
      size: kind === 'head' ? 7.5 : 9,
      font: kind === 'total' ? ('semibold' as const) : ('regular' as const),
      color: kind === 'head' ? paper.quiet : paper.ink,
    };
    const heights = cells.map((cell, index) => {
      const width = textWidth(columns[index]);
      const note = notes[index] ?? '';
      return pdf.heightOf(cell, { ...style, width }) + (note ? pdf.heightOf(note, { ...small, width }) : 0);
    });
    const height = Math.max(...heights) + 2 * space;
    const top = pdf.roomFor(height, y);
    const isNextPage = top < y;
    y = top;
    // Screen readers have read the titles already.
    if (isNextPage && kind !== 'head') {
      drawRow(silent, { cells: titles }, 'head');
      const carried = index === undefined ? undefined : table.carried?.(index);
      if (carried) drawRow(silent, { cells: carried }, 'total');
    }
    let left = x;
    cells.forEach((cell, index) => {
      const column = columns[index];
      if (column === undefined) return;
      const isRight = column.align === 'right';
      const indent = isRight ? GAP : (column.indent ?? 0);
      const place = { x: left + indent, y: y + space, width: textWidth(column) };
      const align = column.align ?? 'left';
      const draw = () => {
        const below = pdf.text(cell, { ...style, ...place, align });
        const note = notes[index];
        if (note) pdf.text(note, { ...small, ...place, y: below, align });
      };
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

  const silent: PdfPart = {
    group: (_type, build) => build(silent),
    leaf: (_type, draw) => pdf.artifact(draw),
  };

  part.group('Table', (body) => {
    body.group('TR', (row) => {
      drawRow(row, { cells: titles }, 'head');
    });
    table.rows.forEach((tableRow, index) => {
      body.group('TR', (row) => drawRow(row, tableRow, tableRow.isTotal ? 'total' : 'body', index));
    });
  });
  return y;
}

function textWidth(column: TableColumn | undefined): number {
  return (column?.width ?? 0) - (column?.indent ?? 0) - GAP;
}
