import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { failureOf } from '#web/lib/api-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import {
  type OnDecided,
  type Outcome,
  rowsQuery,
  type Statement,
  type StatementRow,
  statementQuery,
  statementsKey,
} from './api.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { type PendingDecision, RowCard } from './row-card.tsx';
import { StatementFigures } from './statement-figures.tsx';
import styles from './statements.module.css';
import { text } from './text.ts';

interface StatementRowsProps {
  statement: Statement;
  outcome: Outcome;
  query: string;
  onShow: (shown: { outcome: Outcome; query: string }) => void;
}

/** The totals of a booked statement and its rows, unknown ones first, each with its actions. */
export function StatementRows({ statement, outcome, query, onShow }: StatementRowsProps) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<PendingDecision>();
  const [done, setDone] = useState<{ words: string; row: StatementRow | undefined }>();
  const close = useCallback(() => setAsked(undefined), []);
  const onTerm = useCallback((term: string) => onShow({ outcome, query: term }), [onShow, outcome]);
  const found = useInfiniteQuery(rowsQuery(statement.statement, outcome, query));
  const rows = found.data?.pages.flatMap((page) => page.rows) ?? [];

  const onDecided: OnDecided = async (words, next, row) => {
    setAsked(undefined);
    setDone({ words, row });
    client.setQueryData(
      statementQuery(next.statement).queryKey,
      (before) => before && { ...before, statement: next },
    );
    await client.invalidateQueries({ queryKey: statementsKey });
  };
  return (
    <>
      <StatementFigures
        totals={statement.totals}
        chosen={outcome}
        onChoose={(next) => onShow({ outcome: next, query })}
      />
      <SearchBox
        label={text.find}
        hint={text.findHint}
        clearLabel={text.clear}
        term={query}
        onTerm={onTerm}
        outcome={found.data ? text.found(rows.length) : ''}
      />
      {done && (
        <Notice
          kind="good"
          live="status"
          actions={
            done.row?.canUndo && (
              <Button onClick={() => done.row && setAsked({ kind: 'undo', row: done.row })}>
                {text.undo}
              </Button>
            )
          }
        >
          {done.words}
        </Notice>
      )}
      <Rows
        statement={statement.statement}
        found={found}
        rows={rows}
        outcome={outcome}
        isFiltered={query !== ''}
        onAsk={setAsked}
        onDecided={onDecided}
      />
      {asked && (
        <DecisionDialog statement={statement.statement} asked={asked} onClose={close} onDecided={onDecided} />
      )}
    </>
  );
}

function Rows(props: {
  statement: number;
  found: ReturnType<typeof useInfiniteQuery<unknown>>;
  rows: readonly StatementRow[];
  outcome: Outcome;
  isFiltered: boolean;
  onAsk: (asked: PendingDecision) => void;
  onDecided: OnDecided;
}) {
  const { statement, found, rows, outcome, isFiltered, onAsk, onDecided } = props;
  const { data, error, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = found;
  if (!data) {
    return error ? (
      <FailedPart
        title={text.rowsFailed}
        message={failureOf(error).message}
        retryLabel={text.retry}
        retrying={isFetching}
        onRetry={() => refetch()}
      />
    ) : (
      <RowsSkeleton label={text.rowsLoading} rows={4} />
    );
  }
  if (rows.length === 0) {
    return (
      <Notice kind={outcome === 'unmatched' && !isFiltered ? 'good' : 'info'} live="status">
        {isFiltered ? text.noneFound : text.noRows[outcome]}
      </Notice>
    );
  }
  return (
    <>
      <ul
        className={styles.rows}
        aria-label={text.outcomes[outcome]}
        aria-busy={found.isPlaceholderData || undefined}
      >
        {rows.map((row) => (
          <RowCard key={row.line} statement={statement} row={row} onAsk={onAsk} onDecided={onDecided} />
        ))}
      </ul>
      <Pager
        count={text.shown(rows.length)}
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
