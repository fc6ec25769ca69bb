import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { bookStatement, dropStatement, type statementState } from '#contract/bank-statements.ts';
import type { OutputOf } from '#contract/define-call.ts';
import { characterMessages } from '#contract/messages/character-messages.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { statementPartBytes } from '#contract/values/bank-statement.ts';
import { withoutSpaces } from '#domain/input/tidy-text.ts';
import { findWrongSign } from '#domain/input/wrong-sign.ts';
import { callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { showNumber } from '#web/lib/format.ts';
import { QueryFailure } from '#web/lib/query/query-part.tsx';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Text } from '#web/ui/layout/stack.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { type Outcome, type Statement, statementQuery, statementsKey, statementsQuery } from './api.ts';
import { FileField } from './form-parts.tsx';
import { megabytes, sendFile } from './send-file.ts';
import { StatementFigures } from './statement-figures.tsx';
import { daysOf, StatementState } from './statement-list.tsx';
import { StatementRows } from './statement-rows.tsx';
import styles from './statements.module.css';
import { text } from './text.ts';

/** Drops a statement of which nothing is booked: refused, or not fully uploaded. */
function DropButton({ statement, onGone }: { statement: number; onGone: () => void }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const drop = async () => {
    setBusy(true);
    const result = await callApi(dropStatement, { statement });
    setBusy(false);
    if (!result.ok) return setFailure(result.failure);
    onGone();
    // The page of the dropped statement may stay for a moment and must not request it.
    await client.invalidateQueries({ queryKey: statementsQuery.queryKey });
  };
  return (
    <>
      <Button busy={busy} onClick={() => void drop()}>
        {text.drop}
      </Button>
      {failure && <span role="alert">{failure.message}</span>}
    </>
  );
}

/**
 * Resumes an incomplete upload: the same file, chosen again, continues from the first missing part. The name is
 * checked as well as the length, else another file of the same length would be appended.
 */
function RestOfFile({ statement, onGone }: { statement: Statement; onGone: () => void }) {
  const isOnline = useOnline();
  const client = useQueryClient();
  const [file, setFile] = useState<File>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<ApiFailure>();
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    setProblem(undefined);
  };
  const { fileName, formatName, progress } = statement;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setFailure(undefined);
    if (file === undefined) return setProblem(text.noFile);
    if (file.name !== fileName || file.size !== progress.total) {
      return setProblem(text.otherFile(fileName, megabytes(progress.total)));
    }
    setProblem(undefined);
    setBusy(true);
    const partsSent = Math.floor(progress.done / statementPartBytes);
    const result = await sendFile(
      { file, format: formatName, statement: statement.statement, partsSent },
      () => undefined,
    );
    setBusy(false);
    if ('failure' in result) setFailure(result.failure);
    await client.invalidateQueries({ queryKey: statementsKey });
  };
  return (
    <form className={styles.upload} onSubmit={(event) => void submit(event)} noValidate>
      <Notice kind="warn">{text.notWhole}</Notice>
      <FileField error={problem} onChosen={choose} />
      {!isOnline && <Notice kind="info">{text.offline}</Notice>}
      {failure && (
        <Notice kind="bad" live="alert" title={text.sendFailed}>
          {failure.message}
        </Notice>
      )}
      <div className={styles.actions}>
        <Button type="submit" kind={isOnline ? 'lamp' : 'quiet'} busy={busy} disabled={!isOnline}>
          {text.sendRest}
        </Button>
        {!busy && <DropButton statement={statement.statement} onGone={onGone} />}
      </div>
    </form>
  );
}

/** What booking a statement would do, with the operator's choice: book or drop. */
function DryRunPanel({ statement, onGone }: { statement: Statement; onGone: () => void }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<'book' | 'drop'>();
  const [failure, setFailure] = useState<ApiFailure>();
  const decide = async (what: 'book' | 'drop') => {
    setBusy(what);
    setFailure(undefined);
    const call = what === 'book' ? bookStatement : dropStatement;
    const result = await callApi(call, { statement: statement.statement });
    setBusy(undefined);
    if (!result.ok) return setFailure(result.failure);
    if (what === 'drop') onGone();
    // The page of the dropped statement may stay for a moment and must not request it.
    await client.invalidateQueries({ queryKey: what === 'drop' ? statementsQuery.queryKey : statementsKey });
  };
  const { dryRun } = statement;
  if (dryRun === null) return null;
  const hasNewRows = dryRun.matched.count + dryRun.unmatched.count > 0;
  return (
    <Card labelledBy="dryRun">
      <div className={styles.view}>
        <div>
          <h2 id="dryRun" className={styles.cardTitle}>
            {text.trialTitle}
          </h2>
          <Text size="s" tone="quiet">
            {hasNewRows ? text.trialHint : text.nothingNew}
          </Text>
        </div>
        <StatementFigures totals={dryRun} />
        {failure && (
          <Notice kind="bad" live="alert" title={text.failed}>
            {failure.message}
          </Notice>
        )}
        <div className={styles.actions}>
          <Button
            kind={hasNewRows ? 'lamp' : 'quiet'}
            busy={busy === 'book'}
            onClick={() => void decide('book')}
          >
            {hasNewRows ? text.book(showNumber(dryRun.matched.count)) : text.closeStatement}
          </Button>
          <Button kind="plain" busy={busy === 'drop'} onClick={() => void decide('drop')}>
            {text.drop}
          </Button>
        </div>
      </div>
    </Card>
  );
}

type Problem = OutputOf<typeof statementState>['problems'][number];

/** What is wrong with a value; in a sum, a wrong character with its place. */
function wordsOf({ code, value }: Problem): string {
  const words = text.problems[code] ?? code;
  const wrong = code === 'value.sum' && findWrongSign(withoutSpaces(value), /[\d.,−-]/);
  return wrong ? `${words} ${formatText(characterMessages[wrong.code], { ...wrong })}` : words;
}

const columns: readonly Column<Problem>[] = [
  { key: 'line', title: text.line, cell: ({ line }) => line },
  { key: 'column', title: text.column, cell: ({ column }) => column ?? '—' },
  { key: 'problem', title: text.problem, cell: wordsOf },
  { key: 'value', title: text.value, cell: ({ value }) => value || '—' },
];

/** Why a file was refused, by line and column. */
function StatementProblems(props: {
  statement: Statement;
  problems: readonly Problem[];
  onGone: () => void;
}) {
  const { statement, problems, onGone } = props;
  const isCut = statement.problemCount > problems.length;
  return (
    <>
      <Notice
        kind="bad"
        title={text.problemsTitle}
        actions={<DropButton statement={statement.statement} onGone={onGone} />}
      >
        {text.problemsCount(showNumber(statement.problemCount))}
        {isCut && ` ${text.problemsFirst(problems.length)}`}
      </Notice>
      <DataTable
        phoneLayout={styles.problems}
        caption={text.problemsTable}
        captionHidden
        columns={columns}
        rows={problems}
        rowKey={({ line, column, code }) => `${line} ${column ?? ''} ${code}`}
      />
    </>
  );
}

interface StatementViewProps {
  statement: number;
  /** The outcome and the search text of the rows shown; both are in the URL. */
  outcome: Outcome;
  query: string;
  onShow: (shown: { outcome: Outcome; query: string }) => void;
  /** Called when the statement was dropped. */
  onGone: () => void;
  linkToAll: ReactNode;
}

/** One statement: its progress, its dry run, or its totals and rows. */
export function StatementView(props: StatementViewProps) {
  const { data, error, isFetching, refetch } = useQuery(statementQuery(props.statement));
  if (!data) {
    return error ? (
      <QueryFailure query={{ error, isFetching, refetch }} title={text.oneFailed} />
    ) : (
      <RowsSkeleton label={text.loading} rows={5} />
    );
  }
  const { statement, problems, skipped } = data;
  return (
    <div className={styles.view}>
      <p className={styles.facts}>
        <StatementState statement={statement} />
        <span>{statement.fileName}</span>
        <span>{statement.formatTitle}</span>
        {statement.firstDay && <span>{daysOf(statement)}</span>}
        {props.linkToAll}
      </p>
      {statement.skippedCount > 0 && (
        <details>
          <summary>{text.skipped(showNumber(statement.skippedCount))}</summary>
          <ul>
            {skipped.map(({ word, count, firstLine }) => (
              <li key={word}>{text.skippedWord(word, showNumber(count), firstLine)}</li>
            ))}
          </ul>
        </details>
      )}
      <Step statement={statement} onGone={props.onGone} />
      {statement.state === 'refused' && (
        <StatementProblems statement={statement} problems={problems} onGone={props.onGone} />
      )}
      {statement.state === 'checked' && <DryRunPanel statement={statement} onGone={props.onGone} />}
      {statement.state === 'done' && (
        <StatementRows
          statement={statement}
          outcome={props.outcome}
          query={props.query}
          onShow={props.onShow}
        />
      )}
    </div>
  );
}

/** The progress of upload and booking, and the form to resume an incomplete upload. */
function Step({ statement, onGone }: { statement: Statement; onGone: () => void }) {
  const { state, progress } = statement;
  const { done, total } = progress;
  if (state === 'checked' || state === 'refused' || state === 'done') return null;
  return (
    <>
      <ProgressBar done={done} total={total} label={textOf(statement)} />
      {state === 'receiving' ? (
        <RestOfFile statement={statement} onGone={onGone} />
      ) : (
        <Text role="status" size="s" tone="quiet">
          {text.goesOn}
        </Text>
      )}
    </>
  );
}

function textOf({ state, progress: { done, total } }: Statement): string {
  if (state === 'receiving') return text.received(megabytes(done), megabytes(total));
  const words =
    state === 'reading'
      ? text.bytesDone(megabytes(done), megabytes(total))
      : text.rowsDone(showNumber(done), showNumber(total));
  return `${text.states[state]}: ${words}`;
}
