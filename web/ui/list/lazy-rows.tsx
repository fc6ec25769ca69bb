import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

/** Rows that are drawn together where a table does not group them by itself. */
const usualBlockRows = 20;
/** Of a row that is not drawn, px; the true height comes with the rows. */
const rowHeight = 49;
/** How far from the view rows are drawn ahead, px. */
const ahead = '800px 0px';

interface LazyRowsProps {
  /** How many, and how many columns the table has. */
  rows: number;
  columns: number;
  /** Their turn has come: in view from the start, or after the rows before them. */
  isDrawn: boolean;
  /** One of them is asked for. */
  isWanted?: boolean;
  /** Taken out again when they are far: for tables above `maxDrawnRows`. */
  isVirtual: boolean;
  children: () => ReactNode;
}

/**
 * A part of a table, drawn when it is near or when its turn has come. Up to 500 rows everything is drawn, so that the browser's
 * search and screen readers find each row; above that only what is near. A library for virtual rows costs 10 kB gzip and needs rows
 * of one height; `content-visibility` does not apply to parts of tables.
 */
export function LazyRows({ rows, columns, isDrawn, isWanted = false, isVirtual, children }: LazyRowsProps) {
  const [isNear, setNear] = useState(isDrawn);
  const body = useRef<HTMLTableSectionElement>(null);
  // What was drawn stays when the order of turns begins anew.
  if (isDrawn && !isNear && !isVirtual) setNear(true);
  useEffect(() => {
    if (isNear && !isVirtual) return;
    const { current } = body;
    if (!current) return;
    // The margins are those of the page and of the scrolled box of the table: which of them scrolls is not asked, as the
    // answer would cost a layout.
    const options: IntersectionObserverInit & { scrollMargin: string } = {
      rootMargin: ahead,
      scrollMargin: ahead,
    };
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) setNear(true);
      else if (isVirtual && !current.contains(document.activeElement)) setNear(false);
    }, options);
    observer.observe(current);
    return () => observer.disconnect();
  }, [isNear, isVirtual]);
  if (!isNear && !isWanted) return <LaterRows rows={rows} columns={columns} ref={body} />;
  return <tbody ref={body}>{children()}</tbody>;
}

interface LaterRowsProps {
  rows: number;
  columns: number;
  ref?: RefObject<HTMLTableSectionElement | null>;
}

/** Holds the place of rows that are not drawn. */
export function LaterRows({ rows, columns, ref }: LaterRowsProps) {
  return (
    <tbody ref={ref} aria-hidden="true">
      <tr style={{ blockSize: rows * rowHeight }}>
        <td colSpan={columns} />
      </tr>
    </tbody>
  );
}

interface VirtualRowsProps {
  rows: number;
  columns: number;
  keyOf: (index: number) => string;
  /** Draws the rows from one index up to another. */
  children: (from: number, end: number) => ReactNode;
}

/** All rows of a table that has no groups, drawn where they are in view. */
export function VirtualRows({ rows, columns, keyOf, children }: VirtualRowsProps) {
  const starts = Array.from(
    { length: Math.ceil(rows / usualBlockRows) },
    (_, block) => block * usualBlockRows,
  );
  return starts.map((from) => {
    const end = Math.min(from + usualBlockRows, rows);
    return (
      <LazyRows key={keyOf(from)} rows={end - from} columns={columns} isDrawn={from === 0} isVirtual>
        {() => children(from, end)}
      </LazyRows>
    );
  });
}

/** The rows of a table that has no groups, as parts that are drawn together. */
export function blocksOfRows<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const count = Math.ceil(rows.length / usualBlockRows);
  return Array.from({ length: count }, (_, index) =>
    rows.slice(index * usualBlockRows, (index + 1) * usualBlockRows),
  );
}
