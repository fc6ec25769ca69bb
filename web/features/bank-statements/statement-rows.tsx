import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useCallback, useId, useRef, useState } from 'react';
import { assignStatementRow, markRowForeign, undoStatementRow } from '#contract/bank-statements.ts';
import { callApi } from '#web/lib/api.ts';
import { type ApiFailure, failureOf } from '#web/lib/api-failure.ts';
import { type Attempt, attemptFor } from '#web/lib/attempt.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { showDate, showSum } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import {
  type OnDecided,
  type Outcome,
  rowsQuery,
  type Statement,
  type StatementRow,
  statementQuery,
  statementsKey,
} from './api.ts';
import { type PendingDecision, RowCard } from './row-card.tsx';
import { StatementFigures } from './statement-figures.tsx';
import styles from './statements.module.css';
import { text } from './text.ts';

interface DecisionDialogProps {
  statement: number;
  asked: PendingDecision;
  onClose: () => void;
  onDecided: OnDecided;
}

const titles = { assign: text.assignTitle, foreign: text.foreignTitle, undo: text.undoTitle } as const;

/** Confirms a decision before money moves, and shows why it failed. */
function DecisionDialog({ statement, asked, onClose, onDecided }: DecisionDialogProps) {
  const form = useId();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const unanswered = useRef<Attempt>(undefined);
  const { kind, row } = asked;
  const sum = showSum(row.sum);
  const of = { statement, line: row.line };

  const decide = async (values: FormData) => {
    if (kind === 'foreign') return callApi(markRowForeign, of);
    if (kind === 'undo') return callApi(undoStatementRow, of);
    const account = String(values.get('account') ?? '').replace(/\s/g, '');
    const actNumber = String(values.get('act') ?? '').trim();
    const payload = { ...of, account, ...(actNumber && { actNumber }) };
    unanswered.current = attemptFor(unanswered.current, payload, deviceNow());
    return callApi(assignStatementRow, { ...payload, requestId: unanswered.current.requestId });
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    const result = await decide(new FormData(event.currentTarget));
    setBusy(false);
    if (!result.ok) return setFailure(result.failure);
    const { data } = result;
    const words = {
      assign: text.assigned(sum, data.row.accountNumber ?? ''),
      foreign: text.markedForeign(sum),
      undo: text.undone(sum),
    }[kind];
    onDecided(
      words,
      data.statement,
      kind === 'undo' ? undefined : { ...data.row, suggestions: [], orders: [] },
    );
  };
  const issue = failure?.issues?.find(({ path }) => path === 'account')?.message;
  const yes = { assign: text.assign(sum), foreign: text.yesForeign, undo: text.yesUndo }[kind];
  return (
    <Dialog
      open
      title={titles[kind]}
      closeLabel={text.close}
      onClose={onClose}
      actions={
        <>
          <Button type="submit" form={form} kind={kind === 'assign' ? 'lamp' : 'ink'} busy={busy}>
            {yes}
          </Button>
          <Button kind="plain" onClick={onClose}>
            {text.no}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.decision} onSubmit={(event) => void submit(event)} noValidate>
        <p>
          <strong>{text.assignFor(sum, showDate(row.paidOn))}</strong>
        </p>
        <p className={styles.purpose}>{row.purpose || text.noPurpose}</p>
        {kind === 'assign' ? (
          <>
            <TextField
              label={text.account}
              name="account"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={asked.account}
              error={issue}
            />
            <TextField label={text.act} hint={text.actHint} name="act" autoComplete="off" />
          </>
        ) : (
          <p>{kind === 'foreign' ? text.foreignText : undoText(row)}</p>
        )}
        {failure && issue === undefined && (
          <Notice kind="bad" live="alert">
            {failure.message}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}

function undoText({ outcome }: StatementRow): string {
  return outcome === 'foreign' ? text.undoForeignText : text.undoText;
}

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
