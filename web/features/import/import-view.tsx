import { infiniteQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { InputOf, OutputOf } from '#contract/define-call.ts';
import { actOnImport, exportImportProblems, listImportProblems } from '#contract/import.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { type ImportData, importFilesKeptDays } from '#contract/values/import.ts';
import { callApi, downloadFile, queryApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { showMoment, showNumber } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { AreaField } from '#web/ui/form/area-field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { importQuery, importsKey, isActive } from './api.ts';
import { ImportState, rowsOf } from './import-list.tsx';
import styles from './imports.module.css';
import { text } from './text.ts';

type Act = InputOf<typeof actOnImport>['act'];

/** One import: its progress, what is wrong or what it would add, and what may be done about it now. */
export function ImportView({ importNumber }: { importNumber: number }) {
  const query = useQuery(importQuery(importNumber));
  return (
    <QueryPart
      query={query}
      failed={text.oneFailed}
      skeleton={<RowsSkeleton label={text.oneLoading} rows={5} />}
    >
      {(data) => <View of={data.import} />}
    </QueryPart>
  );
}

function View({ of }: { of: ImportData }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<Act>();
  const [failure, setFailure] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const { importNumber, state, mode, isLoaded, isCancelAsked, areFilesKept, source } = of;

  const act = async (one: Act, reason?: string): Promise<ApiFailure | undefined> => {
    setBusy(one);
    setFailure(undefined);
    const result = await callApi(actOnImport, { importNumber, act: one, ...(reason && { reason }) });
    setBusy(undefined);
    await client.invalidateQueries({ queryKey: importsKey });
    return result.ok ? undefined : result.failure;
  };
  const press = async (one: Act) => setFailure((await act(one))?.message);

  const mayAct = source === 'page' && areFilesKept && !isActive(of);
  const mayLoad = state === 'checked' || (mode === 'load' && (state === 'failed' || state === 'cancelled'));
  const mayCheck = ['received', 'checked', 'refused', 'failed', 'cancelled'].includes(state);
  return (
    <Card labelledBy="one-import">
      <Stack gap="3">
        <Row gap="2" align="center">
          <Text as="h2" id="one-import" size="l">
            {formatText(text.oneTitle, { n: importNumber })}
          </Text>
          <ImportState of={of} />
        </Row>
        <Facts of={of} />
        {isActive(of) && (
          <>
            <ProgressBar {...progressOf(of)} />
            <Text role="status" size="s" tone="quiet">
              {text.goesOn}
            </Text>
          </>
        )}
        <Outcome of={of} />
        {failure && (
          <Notice kind="bad" live="alert">
            {failure}
          </Notice>
        )}
        <Row gap="1">
          {isActive(of) && source === 'page' && !isLoaded && (
            <Button busy={busy === 'cancel' || isCancelAsked} onClick={() => void press('cancel')}>
              {isCancelAsked ? text.cancelling : text.cancel}
            </Button>
          )}
          {mayAct && mayLoad && (
            <Button kind="lamp" onClick={() => setAsking(true)}>
              {state === 'checked' ? text.load : text.loadAgain}
            </Button>
          )}
          {mayAct && mayCheck && (
            <Button
              kind={state === 'received' ? 'lamp' : 'quiet'}
              busy={busy === 'check'}
              onClick={() => void press('check')}
            >
              {state === 'received' ? text.check : text.checkAgain}
            </Button>
          )}
          {mayAct && (
            <Button kind="plain" busy={busy === 'drop'} onClick={() => void press('drop')}>
              {text.drop}
            </Button>
          )}
        </Row>
        {state === 'refused' && (
          <RecordList
            list={problems}
            context={importNumber}
            filter={noFilter}
            gap="2"
            view={{ className: styles.problems, columns: () => columnsOf(text.problem) }}
          />
        )}
        {isWarned(of) && (
          <RecordList
            list={warnings}
            context={importNumber}
            filter={noFilter}
            gap="2"
            view={{ className: styles.problems, columns: () => columnsOf(text.remark) }}
          />
        )}
      </Stack>
      {isAsking && (
        <LoadDialog of={of} send={(reason) => act('load', reason)} onClose={() => setAsking(false)} />
      )}
    </Card>
  );
}

/** More names are folded. */
const fewFiles = 3;
const namesOf = (files: ImportData['files']) => files.map(({ name }) => name).join(', ');

function Facts({ of }: { of: ImportData }) {
  const { files, startedAt, askedBy, source, reason, areFilesKept, ignoredFiles } = of;
  return (
    <Stack gap="1">
      <Text size="s" tone="quiet">
        {`${source === 'command' ? text.command : askedBy}, ${showMoment(startedAt)}`}
      </Text>
      {files.length > fewFiles ? (
        <Disclosure summary={formatText(text.fileCount, { n: files.length })}>
          <Text size="s">{namesOf(files)}</Text>
        </Disclosure>
      ) : (
        <Text size="s" tone="quiet">
          {formatText(text.fileNames, { names: namesOf(files) })}
        </Text>
      )}
      {reason && <Text size="s">{formatText(text.reasonSaid, { reason })}</Text>}
      {ignoredFiles.length > 0 && (
        <Notice kind="warn">{formatText(text.ignored, { names: ignoredFiles.join(', ') })}</Notice>
      )}
      {source === 'page' && (
        <Text size="s" tone="quiet">
          {areFilesKept ? formatText(text.filesKept, { days: importFilesKeptDays }) : text.filesGone}
        </Text>
      )}
    </Stack>
  );
}

function progressOf({ step, mode, done, total }: ImportData) {
  const percent = total === 0 ? 0 : Math.min(100, Math.floor((done / total) * 100));
  const word = mode === 'check' && step === 'loading' ? text.trying : text.steps[step];
  return { done, total, label: formatText(text.progress, { step: word, percent }) };
}

/** What came of it, and how many rows of each table. */
function Outcome({ of }: { of: ImportData }) {
  const { state, code, problemCount, isLoaded } = of;
  const rows = rowsOf(of);
  if (state === 'receiving') return <Notice kind="warn">{text.notWhole}</Notice>;
  if (state === 'cancelled') return <Notice kind="info">{text.cancelledTitle}</Notice>;
  if (state === 'interrupted') return <Notice kind="warn">{text.codes.interrupted}</Notice>;
  if (state === 'failed')
    return <Notice kind="bad">{isLoaded ? text.loadedFault : text.codes[code ?? 'fault']}</Notice>;
  if (state === 'refused')
    return (
      <Notice kind="bad" title={formatText(text.problemsTitle, { n: problemCount })}>
        {problemCount > mostListed ? formatText(text.problemsFirst, { n: mostListed }) : text.problemsHint}
      </Notice>
    );
  if (state !== 'checked' && state !== 'done') return null;
  const [some, none] =
    state === 'done' ? [text.doneTitle, text.doneNothing] : [text.checkedTitle, text.nothingNew];
  return (
    <>
      <Notice kind={state === 'done' ? 'good' : 'info'}>
        {rows === 0 ? none : formatText(some, { n: rows })}
      </Notice>
      {isWarned(of) && (
        <Notice kind="warn" title={formatText(text.warningsTitle, { n: problemCount })}>
          {state === 'done' ? text.warningsLoaded : text.warnings}
          {problemCount > mostListed && ` ${formatText(text.warningsFirst, { n: mostListed })}`}
        </Notice>
      )}
      {rows > 0 && (
        <DataTable
          caption={text.countsCaption}
          rows={of.counts}
          rowKey={({ table }) => table}
          columns={[
            { key: 'table', title: text.table, cell: ({ table }) => text.tables[table] ?? table },
            { key: 'rows', title: text.rows, numeric: true, cell: (row) => showNumber(row.rows) },
          ]}
        />
      )}
    </>
  );
}

/** So many problems are kept of a check. */
const mostListed = 1000;
const noFilter = {};
type Problem = OutputOf<typeof listImportProblems>['problems'][number];

/** A file that is loaded may have values to look at. */
const isWarned = ({ state, problemCount }: ImportData) =>
  problemCount > 0 && (state === 'checked' || state === 'done');

const listOf = (words: Readonly<Record<'loading' | 'failed' | 'caption' | 'found' | 'files', string>>) =>
  defineList({
    query: (importNumber: number) =>
      infiniteQueryOptions({
        queryKey: [...importsKey, 'problems', importNumber] as readonly unknown[],
        queryFn: ({ signal, pageParam }) =>
          queryApi(listImportProblems, { importNumber, ...(pageParam && { cursor: pageParam }) }, { signal }),
        initialPageParam: '',
        getNextPageParam: ({ next }: OutputOf<typeof listImportProblems>) => next ?? undefined,
      }),
    words,
    caption: () => words.caption,
    empty: () => <Text tone="quiet">{text.problemsEmpty}</Text>,
    rows: (pages) => pages.flatMap((page) => page.problems),
    rowKey: ({ number }) => String(number),
    shown: text.shown,
    head: ({ count }) => ({ figure: formatText(words.found, { n: count }) }),
    file: {
      label: words.files,
      download: (importNumber, _, format) => downloadFile(exportImportProblems, { importNumber, format }),
    },
  });

const problems = listOf({
  loading: text.problemsLoading,
  failed: text.problemsFailed,
  caption: text.problemsCaption,
  found: text.problemsFound,
  files: text.problemFiles,
});

const warnings = listOf({
  loading: text.warningsLoading,
  failed: text.warningsFailed,
  caption: text.warningsCaption,
  found: text.warningsFound,
  files: text.warningFiles,
});

const columnsOf = (problemTitle: string): readonly Column<Problem>[] => [
  { key: 'file', title: text.file, cell: ({ file }) => file },
  {
    key: 'line',
    title: text.line,
    numeric: true,
    cell: ({ line }) => line ?? text.unknown,
    isBlank: ({ line }) => line === null,
  },
  {
    key: 'column',
    title: text.column,
    cell: ({ column }) => column ?? text.unknown,
    isBlank: ({ column }) => column === null,
  },
  { key: 'problem', title: problemTitle, cell: ({ words }) => words },
  {
    key: 'value',
    title: text.value,
    cell: ({ value }) => value || text.unknown,
    isBlank: ({ value }) => value === '',
  },
];

interface LoadDialogProps {
  of: ImportData;
  /** Answers why it was refused. */
  send: (reason: string) => Promise<ApiFailure | undefined>;
  onClose: () => void;
}

/** Says what will be added and asks why, before an import is loaded. */
function LoadDialog({ of, send, onClose }: LoadDialogProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim();
    setProblem(reason === '' ? text.reasonFirst : undefined);
    if (reason === '') return;
    setBusy(true);
    const refused = await send(reason);
    setBusy(false);
    if (refused) setFailure(refused.message);
    else onClose();
  };
  return (
    <Dialog
      open
      title={formatText(text.dialogTitle, { n: of.importNumber })}
      closeLabel={text.close}
      onClose={onClose}
      actions={
        <>
          <Button type="submit" form="load-import" kind="danger" busy={busy}>
            {text.load}
          </Button>
          <Button kind="plain" onClick={onClose}>
            {text.back}
          </Button>
        </>
      }
    >
      <form id="load-import" noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="2">
          <p>{formatText(text.dialogText, { n: rowsOf(of) })}</p>
          <AreaField name="reason" label={text.reason} error={problem} maxLength={300} rows={2} />
          {failure && (
            <Notice kind="bad" live="alert">
              {failure}
            </Notice>
          )}
        </Stack>
      </form>
    </Dialog>
  );
}
