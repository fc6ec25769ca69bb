import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { failureOf } from '#web/lib/api-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { RowsWaiting } from '#web/ui/rows-waiting.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import {
  type OnDecided,
  type Outcome,
  type Register,
  type RegisterRow,
  registerQuery,
  registersKey,
  rowsQuery,
} from './api.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { RegisterFigures } from './register-figures.tsx';
import styles from './registers.module.css';
import { type AskedDecision, RowCard } from './row-card.tsx';
import { text } from './text.ts';

interface RegisterRowsProps {
  register: Register;
  outcome: Outcome;
  query: string;
  onShow: (shown: { outcome: Outcome; query: string }) => void;
}

/** The totals of a register that is booked, and its rows: those that nobody knows first, each with what can be done. */
export function RegisterRows({ register, outcome, query, onShow }: RegisterRowsProps) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<AskedDecision>();
  const [done, setDone] = useState<{ words: string; row: RegisterRow | undefined }>();
  const close = useCallback(() => setAsked(undefined), []);
  const onTerm = useCallback((term: string) => onShow({ outcome, query: term }), [onShow, outcome]);
  const found = useInfiniteQuery(rowsQuery(register.register, outcome, query));
  const rows = found.data?.pages.flatMap((page) => page.rows) ?? [];

  const onDecided: OnDecided = async (words, next, row) => {
    setAsked(undefined);
    setDone({ words, row });
    client.setQueryData(
      registerQuery(next.register).queryKey,
      (before) => before && { ...before, register: next },
    );
    await client.invalidateQueries({ queryKey: registersKey });
  };
  return (
    <>
      <RegisterFigures
        totals={register.totals}
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
        register={register.register}
        found={found}
        rows={rows}
        outcome={outcome}
        isFiltered={query !== ''}
        onAsk={setAsked}
        onDecided={onDecided}
      />
      {asked && (
        <DecisionDialog register={register.register} asked={asked} onClose={close} onDecided={onDecided} />
      )}
    </>
  );
}

function Rows(props: {
  register: number;
  found: ReturnType<typeof useInfiniteQuery<unknown>>;
  rows: readonly RegisterRow[];
  outcome: Outcome;
  isFiltered: boolean;
  onAsk: (asked: AskedDecision) => void;
  onDecided: OnDecided;
}) {
  const { register, found, rows, outcome, isFiltered, onAsk, onDecided } = props;
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
      <RowsWaiting label={text.rowsLoading} rows={4} />
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
          <RowCard key={row.line} register={register} row={row} onAsk={onAsk} onDecided={onDecided} />
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
