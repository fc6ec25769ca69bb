import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { failureOf } from '#web/lib/api-failure.ts';
import { showDate, showMoment, showNumber, showSum } from '#web/lib/format.ts';
import type { Column } from '#web/ui/data-table.tsx';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { RecordTable } from '#web/ui/record-table.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { StateMark, type StateTone } from '#web/ui/state-mark.tsx';
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

interface StatementListProps {
  linkTo: (statement: number, words: ReactNode) => ReactNode;
}

/** The uploaded statements, newest first, by pages. */
export function StatementList({ linkTo }: StatementListProps) {
  return (
    <section className={styles.list} aria-labelledby="statements">
      <h2 id="statements">{text.list}</h2>
      <Statements linkTo={linkTo} />
    </section>
  );
}

function Statements({ linkTo }: StatementListProps) {
  const query = useInfiniteQuery(statementsQuery);
  const { data, error, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  if (!data) {
    return error ? (
      <FailedPart
        title={text.listFailed}
        message={failureOf(error).message}
        retryLabel={text.retry}
        retrying={isFetching}
        onRetry={() => refetch()}
      />
    ) : (
      <RowsSkeleton label={text.loading} rows={5} />
    );
  }
  const statements = data.pages.flatMap((page) => page.statements);
  if (statements.length === 0) {
    return (
      <Notice kind="info" title={text.emptyTitle}>
        {text.empty}
      </Notice>
    );
  }
  return (
    <>
      <RecordTable
        className={styles.statements}
        caption={text.listTable}
        captionHidden
        columns={columns(linkTo)}
        rows={statements}
        rowKey={({ statement }) => String(statement)}
      />
      <Pager
        count={text.shown(statements.length)}
        moreLabel={text.more}
        busyLabel={text.moreBusy}
        hasMore={hasNextPage}
        busy={isFetchingNextPage}
        failure={error ? failureOf(error).message : undefined}
        onMore={() => void fetchNextPage()}
      />
    </>
  );
}
