import { memo, type RefObject, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { formatText } from '#contract/messages/format-text.ts';
import { formatMoney } from '#domain/money.ts';
import { showKwh } from '#web/lib/format.ts';
import type { Line } from './lines/points-data.ts';
import { totalsOf } from './lines/points-totals.ts';
import { PointLine, type TableFacts } from './point-line.tsx';
import styles from './points-table.module.css';
import { text } from './text.ts';

/** Rows that are drawn together; the first of a group has its head. */
export interface Block {
  readonly key: string;
  readonly head: { readonly name: string; readonly lines: readonly Line[] } | undefined;
  readonly lines: readonly Line[];
}

interface LazyBlockProps {
  block: Block;
  facts: TableFacts;
  /** Its turn has come: in view from the start, or after the blocks before it. */
  isDrawn: boolean;
  /** A cell of it is asked for. */
  isWanted: boolean;
  /** Taken out again when it is far: for tables above `maxDrawnRows`. */
  isVirtual: boolean;
}

/** Of a row that is not drawn, px; the true height comes with the rows. */
const rowHeight = 49;
/** How far from the view rows are drawn ahead, px. */
const ahead = '800px 0px';

/**
 * A part of the table, drawn when it is near or when its turn has come. Up to 500 rows everything is drawn soon after the
 * first screen, so that the browser's search and screen readers find each row; above that only what is near. A library for
 * virtual rows costs 10 kB gzip (design/stack.md) and needs rows of one height; `content-visibility` does not apply to parts
 * of tables.
 */
export const LazyBlock = memo(function LazyBlock(props: LazyBlockProps) {
  const { block, facts, isDrawn, isWanted, isVirtual } = props;
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
  const { head, lines } = block;
  if (!isNear && !isWanted) return <LaterRows rows={lines.length} ref={body} />;
  return (
    <tbody ref={body}>
      {head && <GroupHead head={head} facts={facts} />}
      {lines.map((line) => (
        <PointLine key={line.id} line={line} facts={facts} />
      ))}
    </tbody>
  );
});

/** Holds the place of rows that are not drawn. */
export function LaterRows({ rows, ref }: { rows: number; ref?: RefObject<HTMLTableSectionElement | null> }) {
  return (
    <tbody ref={ref} aria-hidden="true">
      <tr style={{ blockSize: rows * rowHeight }}>
        <td colSpan={8} />
      </tr>
    </tbody>
  );
}

/** The name of a group with the totals of its rows. */
function GroupHead({
  head,
  facts: { store, context },
}: {
  head: NonNullable<Block['head']>;
  facts: TableFacts;
}) {
  const entries = useDeferredValue(useStore(store, (grid) => grid.entries));
  const { filled, open, kwh, gross, isPriced } = totalsOf(head.lines, entries, context);
  return (
    <tr className={styles.group}>
      <th scope="rowgroup" colSpan={4} data-cell="group">
        {head.name || text.noGroup}
      </th>
      <td colSpan={4} data-cell="groupTotals">
        <span>{formatText(text.filled, { filled, open })}</span>
        {kwh > 0 && <strong>{showKwh(kwh)}</strong>}
        {kwh > 0 && isPriced && <strong>{formatText(text.sumOf, { sum: formatMoney(gross) })}</strong>}
      </td>
    </tr>
  );
}
