import { memo, useDeferredValue } from 'react';
import { useStore } from 'zustand';
import { formatText } from '#contract/messages/format-text.ts';
import { formatMoney } from '#domain/money.ts';
import { showKwh } from '#web/lib/format.ts';
import { LazyRows } from '#web/ui/list/lazy-rows.tsx';
import type { Line } from './lines/points-data.ts';
import { totalsOf } from './lines/points-totals.ts';
import { PointLine, type TableFacts } from './point-line.tsx';
import styles from './points-table.module.css';
import { text } from './text.ts';

/** Columns of the table. */
export const pointColumns = 8;

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

/** A part of the table of points. */
export const LazyBlock = memo(function LazyBlock({ block, facts, ...drawing }: LazyBlockProps) {
  const { head, lines } = block;
  return (
    <LazyRows rows={lines.length} columns={pointColumns} {...drawing}>
      {() => (
        <>
          {head && <GroupHead head={head} facts={facts} />}
          {lines.map((line) => (
            <PointLine key={line.id} line={line} facts={facts} />
          ))}
        </>
      )}
    </LazyRows>
  );
});

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
