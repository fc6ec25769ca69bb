import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useRef, useState } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import {
  checkWorkbook,
  commitWorkbook,
  markedWorkbook,
  maxWorkbookMb,
  pointsReport,
  readingsWorkbook,
} from '#contract/readings/points.ts';
import { callApi, downloadFile, uploadFile } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { type Attempt, attemptFor } from '#web/lib/form/attempt.ts';
import { showDate, showKwh } from '#web/lib/format.ts';
import { DownloadButtons } from '#web/lib/list/download-buttons.tsx';
import { removeAccountQueries } from '#web/lib/query/account-query.ts';
import { newRequestId } from '#web/lib/request-id.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { useMay } from '#web/session/rights/use-may.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckField } from '#web/ui/form/check-field.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { DataTable } from '#web/ui/list/data-table.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { text } from '../text.ts';
import { resultOf, type SubmitResult, submittedTitle } from '../use-submit-points.ts';
import styles from './workbook-part.module.css';
import { workbookText } from './workbook-text.ts';

type Checked = OutputOf<typeof checkWorkbook>;

/** Wrong cells listed on the page; all of them are marked in the file. */
const listedCells = 100;

const bytesInMegabyte = 1024 * 1024;

/** What else can be done with all points: the workbook and the report. */
export function WorkbookPart({ account }: { account: string }) {
  const mayGive = useMay('points', 'change');
  return (
    <>
      {mayGive && <Workbook account={account} />}
      <Stack as="section" gap="1" aria-labelledby="points-report">
        <h2 id="points-report">{workbookText.report}</h2>
        <Text tone="quiet">{workbookText.reportLead}</Text>
        <DownloadButtons
          label={workbookText.report}
          labels={{ pdf: workbookText.reportPdf, xlsx: workbookText.reportXlsx }}
          busyLabel={workbookText.downloadBusy}
          download={(format) => downloadFile(pointsReport, { account, format })}
        />
      </Stack>
    </>
  );
}

/** Download with every point, upload for a check that stores nothing, then submit all or the right rows. */
function Workbook({ account }: { account: string }) {
  const isOnline = useOnline();
  const input = useRef<HTMLInputElement>(null);
  const [isChecking, setChecking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<ApiFailure>();
  const [checked, setChecked] = useState<Checked>();
  const [result, setResult] = useState<SubmitResult>();

  const startOver = () => {
    setChecked(undefined);
    setResult(undefined);
    setFailure(undefined);
    setProblem(undefined);
  };
  const check = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0];
    startOver();
    if (!file) return;
    if (file.size === 0) return setProblem(workbookText.emptyFile);
    if (file.size > maxWorkbookMb * bytesInMegabyte)
      return setProblem(formatText(workbookText.tooLarge, { size: maxWorkbookMb }));
    setChecking(true);
    const answered = await uploadFile(checkWorkbook, { account, requestId: newRequestId() }, file);
    setChecking(false);
    // The same file can be chosen again after it was corrected.
    if (input.current) input.current.value = '';
    if (answered.ok) setChecked(answered.data);
    else setFailure(answered.failure);
  };
  return (
    <Stack as="section" gap="2" aria-labelledby="points-workbook" aria-busy={isChecking}>
      <h2 id="points-workbook">{workbookText.workbook}</h2>
      <Text tone="quiet">{workbookText.workbookLead}</Text>
      <DownloadButtons
        label={workbookText.downloadLabel}
        labels={{ xlsx: workbookText.download }}
        busyLabel={workbookText.downloadBusy}
        download={() => downloadFile(readingsWorkbook, { account })}
      />
      <div className={styles.upload}>
        <Field
          label={workbookText.file}
          hint={formatText(workbookText.fileHint, { size: maxWorkbookMb })}
          error={problem}
        >
          {(control) => (
            <input
              {...control}
              ref={input}
              type="file"
              accept=".xlsx,.xls"
              className={styles.file}
              disabled={!isOnline || isChecking}
              onChange={(event) => void check(event)}
            />
          )}
        </Field>
      </div>
      {isChecking && <p role="status">{workbookText.checking}</p>}
      {failure && (
        <Notice kind="bad" live="alert" title={workbookText.checkFailed}>
          {failure.message}
        </Notice>
      )}
      {checked && (
        <CheckedWorkbook account={account} checked={checked} result={result} onSubmitted={setResult} />
      )}
    </Stack>
  );
}

interface CheckedWorkbookProps {
  account: string;
  checked: Checked;
  /** undefined: nothing is submitted yet. */
  result: SubmitResult | undefined;
  onSubmitted: (result: SubmitResult) => void;
}

/** What a check found, the marked file, and the submission of all rows or of the right ones; what was wrong stays after it. */
function CheckedWorkbook({ account, checked, result, onSubmitted }: CheckedWorkbookProps) {
  const client = useQueryClient();
  const isOnline = useOnline();
  const unanswered = useRef<Attempt>(undefined);
  const [agrees, setAgrees] = useState(false);
  const [running, setRunning] = useState<'all' | 'good'>();
  const [failure, setFailure] = useState<ApiFailure>();
  const { checkId, rows, good, errors, errorCount, confirmations, preview } = checked;
  const questions = errors.filter((error) => error.needsConfirmation).length;
  const isClean = errorCount === 0 || (agrees && questions === errorCount);
  const kwh = showKwh(preview.kwh);

  const commit = async (mode: 'all' | 'good') => {
    if (running) return;
    setRunning(mode);
    setFailure(undefined);
    const contents = { account, checkId, mode, confirmed: agrees ? confirmations : [] };
    unanswered.current = attemptFor(unanswered.current, contents, deviceNow());
    const { requestId } = unanswered.current;
    const answered = await callApi(commitWorkbook, { ...contents, requestId });
    setRunning(undefined);
    if (!answered.ok) return setFailure(answered.failure);
    const submitted = resultOf(answered.data);
    // Not all rows that the check refused are answered: a meter may be unknown.
    const wrong = mode === 'good' ? rows - good : 0;
    onSubmitted({ ...submitted, refused: Math.max(submitted.refused, wrong) });
    await removeAccountQueries(client, [account]);
  };
  return (
    <Stack gap="2">
      {result ? (
        <Notice
          kind={result.refused > 0 ? 'warn' : result.underReview > 0 ? 'info' : 'good'}
          live="status"
          title={submittedTitle(result)}
        >
          {result.underReview > 0 && <p>{text.reviewRest}</p>}
          {result.refused === 0 ? (
            result.underReview === 0 && text.acceptedAll
          ) : (
            <>
              <p>{formatText(workbookText.notAccepted, { n: result.refused })}</p>
              {errorCount === 0 && result.reasons.map((reason) => <p key={reason}>{reason}</p>)}
            </>
          )}
        </Notice>
      ) : (
        <Notice
          kind={errorCount === 0 ? 'good' : 'warn'}
          live="status"
          title={
            errorCount === 0
              ? formatText(workbookText.checkedGood, { good, kwh })
              : good > 0
                ? formatText(workbookText.checkedSome, { good, rows, kwh })
                : workbookText.checkedNone
          }
        >
          {preview.underReview > 0 && (
            <p>
              {preview.reviewBy === null
                ? formatText(text.reviewCountNoDay, { n: preview.underReview })
                : formatText(text.reviewCount, { n: preview.underReview, date: showDate(preview.reviewBy) })}
              .
            </p>
          )}
          <p>{workbookText.notStored}</p>
        </Notice>
      )}
      {errors.length > 0 && (
        <div className={styles.cells}>
          <DataTable
            caption={workbookText.cells}
            rows={errors.slice(0, listedCells)}
            rowKey={({ cell, code }) => `${cell} ${code}`}
            columns={[
              { key: 'cell', title: workbookText.cellColumn, cell: ({ cell }) => cell },
              { key: 'column', title: workbookText.cellTitle, cell: ({ column }) => column },
              { key: 'why', title: workbookText.cellReason, cell: ({ message }) => message },
            ]}
          />
          {errorCount > listedCells && (
            <Text size="s" tone="quiet">
              {formatText(workbookText.cellsMore, { shown: listedCells, n: errorCount })}
            </Text>
          )}
        </div>
      )}
      {!result && confirmations.length > 0 && (
        <CheckField
          label={workbookText.agreeAll}
          checked={agrees}
          onChange={(event) => setAgrees(event.currentTarget.checked)}
        />
      )}
      {failure && (
        <Notice kind="bad" live="alert" title={text.failed}>
          {failure.message}
        </Notice>
      )}
      <Row gap="1" align="center">
        {result ? null : isClean ? (
          <Button
            data-changes
            kind={isOnline ? 'ink' : 'quiet'}
            busy={running === 'all'}
            disabled={!isOnline}
            onClick={() => void commit('all')}
          >
            {workbookText.commitAll}
          </Button>
        ) : (
          good > 0 && (
            <Button
              data-changes
              kind={isOnline ? 'ink' : 'quiet'}
              busy={running === 'good'}
              disabled={!isOnline}
              onClick={() => void commit('good')}
            >
              {formatText(workbookText.commitGood, { n: good })}
            </Button>
          )
        )}
        {(errorCount > 0 || preview.underReview > 0) && (
          <DownloadButtons
            label={workbookText.markedLabel}
            labels={{ xlsx: workbookText.marked }}
            busyLabel={workbookText.downloadBusy}
            download={() => downloadFile(markedWorkbook, { account, checkId })}
          />
        )}
      </Row>
    </Stack>
  );
}
