import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useCallback, useId, useRef, useState } from 'react';
import {
  assignStatementRow,
  markRowForeign,
  reverseStatementRow,
  undoStatementRow,
} from '#contract/bank-statements.ts';
import { tidyField } from '#contract/field-rules.ts';
import { tidyText } from '#domain/input/tidy-text.ts';
import { callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { type Attempt, attemptFor } from '#web/lib/form/attempt.ts';
import { showDate, showSum } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
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

const titles = {
  assign: text.assignTitle,
  foreign: text.foreignTitle,
  undo: text.undoTitle,
  reverse: text.reverseTitle,
} as const;

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
    if (kind === 'reverse')
      return callApi(reverseStatementRow, { ...of, ofStatement: asked.of.statement, ofLine: asked.of.line });
    const account = tidyField('account', String(values.get('account') ?? ''));
    const actNumber = tidyText(String(values.get('act') ?? ''));
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
      reverse: kind === 'reverse' ? text.reversed(showSum(asked.of.sum), asked.of.accountNumber) : '',
    }[kind];
    onDecided(
      words,
      data.statement,
      kind === 'undo' ? undefined : { ...data.row, suggestions: [], orders: [], reversible: [] },
    );
  };
  const issue = failure?.issues?.find(({ path }) => path === 'account')?.message;
  const yes = {
    assign: text.assign(sum),
    foreign: text.yesForeign,
    undo: text.yesUndo,
    reverse: text.yesUndo,
  }[kind];
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
          <p>{explain(asked)}</p>
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

/** What a decision without fields does. */
function explain(asked: PendingDecision): string {
  if (asked.kind === 'reverse') return text.reverseText(asked.of.accountNumber);
  if (asked.kind === 'foreign') return text.foreignText;
  return asked.row.outcome === 'foreign' ? text.undoForeignText : text.undoText;
}

interface ShownRows {
  outcome: Outcome;
  query: string;
}

const rowList = defineList({
  query: (statement: number, { outcome, query }: ShownRows) => rowsQuery(statement, outcome, query),
  words: { loading: text.rowsLoading, failed: text.rowsFailed },
  caption: ({ outcome }) => text.outcomes[outcome],
  rows: (pages) => pages.flatMap((page) => page.rows),
  rowKey: ({ line }) => String(line),
  shown: text.shown,
  empty: ({ outcome, query }) => (
    <Notice kind={outcome === 'unmatched' && query === '' ? 'good' : 'info'} live="status">
      {query === '' ? text.noRows[outcome] : text.noneFound}
    </Notice>
  ),
  skeletonRows: 4,
});

interface StatementRowsProps extends ShownRows {
  statement: Statement;
  onShow: (shown: ShownRows) => void;
}

/** The totals of a booked statement and its rows, unknown ones first, each with its actions. */
export function StatementRows({ statement, outcome, query, onShow }: StatementRowsProps) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<PendingDecision>();
  const [done, setDone] = useState<{ words: string; row: StatementRow | undefined }>();
  const close = useCallback(() => setAsked(undefined), []);
  const onTerm = useCallback((term: string) => onShow({ outcome, query: term }), [onShow, outcome]);

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
      <RecordList
        list={rowList}
        context={statement.statement}
        filter={{ outcome, query }}
        className={styles.view}
        view={{
          className: styles.rows,
          item: (row) => (
            <RowCard statement={statement.statement} row={row} onAsk={setAsked} onDecided={onDecided} />
          ),
        }}
      >
        {(last, rows) => (
          <>
            <SearchBox
              label={text.find}
              hint={text.findHint}
              clearLabel={text.clear}
              term={query}
              onTerm={onTerm}
              outcome={last ? text.found(rows.length) : ''}
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
          </>
        )}
      </RecordList>
      {asked && (
        <DecisionDialog statement={statement.statement} asked={asked} onClose={close} onDecided={onDecided} />
      )}
    </>
  );
}
