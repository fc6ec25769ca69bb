import type { ReactNode } from 'react';
import { showDate, showMoment, showNumber, showSum } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import type { Column } from '#web/ui/list/data-table.tsx';
import { StateMark, type StateTone } from '#web/ui/list/state-mark.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { type Statement, statementsQuery } from './api.ts';
import styles from './statements.module.css';
import { text } from './text.ts';

const tones: Readonly<Record<Statement['state'], StateTone>> = {
  receiving: 'wait',
  reading: 'note',
  checking: 'note',
  checked: 'wait',
  booking: 'note',
  done: 'good',
  refused: 'bad',
};

/** The range of days of a statement's rows. */
export function daysOf({ firstDay, lastDay }: Statement): string {
  if (firstDay === null || lastDay === null) return '—';
  return firstDay === lastDay ? showDate(firstDay) : `${showDate(firstDay)} – ${showDate(lastDay)}`;
}

const unread: readonly Statement['state'][] = ['receiving', 'reading', 'refused'];

/** A figure of the rows, or a dash for a file not parsed yet, which is not zero. */
function showParsed(statement: Statement, show: (statement: Statement) => string): string {
  return unread.includes(statement.state) ? '—' : show(statement);
}

/** The state of a statement as a coloured label. */
export function StatementState({ statement }: { statement: Statement }) {
  const { state, totals } = statement;
  const isUnmatched = state === 'done' && totals.unmatched.count > 0;
  return (
    <StateMark tone={isUnmatched ? 'wait' : tones[state]}>
      {text.states[state]}
      {isUnmatched && `, ${text.waits(showNumber(totals.unmatched.count))}`}
    </StateMark>
  );
}

const columns = (
  linkTo: (statement: number, words: ReactNode) => ReactNode,
): readonly Column<Statement>[] => [
  {
    key: 'statement',
    title: text.statement,
    cell: ({ statement, fileName, createdAt }) => (
      <>
        {linkTo(statement, `№ ${statement}, ${fileName}`)}
        <span className={styles.sentAt}>{showMoment(createdAt)}</span>
      </>
    ),
  },
  { key: 'days', title: text.days, cell: daysOf },
  {
    key: 'rows',
    title: text.rows,
    numeric: true,
    cell: (statement) => showParsed(statement, ({ totals }) => showNumber(totals.rows.count)),
  },
  {
    key: 'sum',
    title: text.sum,
    numeric: true,
    cell: (statement) => showParsed(statement, ({ totals }) => showSum(totals.rows.sum)),
  },
  { key: 'state', title: text.state, cell: (statement) => <StatementState statement={statement} /> },
];

const noFilter = {};

const statements = defineList({
  query: () => statementsQuery,
  words: { loading: text.loading, failed: text.listFailed },
  caption: () => text.listTable,
  empty: () => (
    <Notice kind="info" title={text.emptyTitle}>
      {text.empty}
    </Notice>
  ),
  rows: (pages) => pages.flatMap((page) => page.statements),
  rowKey: ({ statement }) => String(statement),
  shown: text.shown,
  skeletonRows: 5,
});

interface StatementListProps {
  linkTo: (statement: number, words: ReactNode) => ReactNode;
}

/** The uploaded statements, newest first, by pages. */
export function StatementList({ linkTo }: StatementListProps) {
  return (
    <section className={styles.list} aria-labelledby="statements">
      <h2 id="statements">{text.list}</h2>
      <RecordList
        list={statements}
        context={undefined}
        filter={noFilter}
        className={styles.list}
        view={{ className: styles.statements, columns: () => columns(linkTo) }}
      />
    </section>
  );
}
