import { useQuery } from '@tanstack/react-query';
import { type ClipboardEvent, type KeyboardEvent, memo, useCallback, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { getVolumeSheet, moveVolumeRequest } from '#contract/volumes.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { daysBetween, localDate } from '#domain/time/local-date.ts';
import { callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { showDate, showKwh, showPeriod } from '#web/lib/format.ts';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { isBlock, sheetAction } from '#web/lib/sheet/sheet-keys.ts';
import { text as common } from '#web/lib/text.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { maxDrawnRows } from '#web/ui/list/data-table.tsx';
import { blocksOfRows, LazyRows } from '#web/ui/list/lazy-rows.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { showDelta, showVolume } from './figures.tsx';
import { RequestRows } from './request-list.tsx';
import styles from './sheet.module.css';
import {
  type Cells as CellValues,
  moveSheet,
  type PastedVolumes,
  placeBlock,
  putCells,
  readCell,
  type SheetState,
} from './sheet-values.ts';
import { text } from './text.ts';
import { type Draft, useDraft, useRefreshRequests } from './use-draft.ts';

type Sheet = OutputOf<typeof getVolumeSheet>;
type SheetRow = Sheet['rows'][number];

interface VolumeSheetProps {
  account: string;
  period: string;
}

/** The correction of a month: all points in a table of cells, kept as a draft until it is sent. */
export function VolumeSheet({ account, period }: VolumeSheetProps) {
  const query = useQuery({ ...accountQuery(getVolumeSheet, account, { period }), staleTime: 0 });
  return (
    <Stack as="section" gap="3" aria-labelledby="volume-sheet">
      <Text as="h2" id="volume-sheet" size="l">
        {formatText(text.sheetTitle, { month: showPeriod(period) })}
      </Text>
      <QueryPart
        query={query}
        failed={text.sheetFailed}
        skeleton={<RowsSkeleton label={text.sheetLoading} rows={8} />}
      >
        {(sheet) => <OpenSheet account={account} sheet={sheet} />}
      </QueryPart>
    </Stack>
  );
}

/** The last day with the days that are left. */
function Deadline({ deadline }: { deadline: string }) {
  const days = daysBetween(kyivDateOf(deviceNow()), localDate(deadline));
  return (
    <Text>
      {days === 0
        ? text.deadlineToday
        : `${formatText(text.deadline, { date: showDate(deadline) })} ${formatText(text.daysLeft, { n: days })}`}
    </Text>
  );
}

function OpenSheet({ account, sheet }: { account: string; sheet: Sheet }) {
  const { request, canCorrect, deadline } = sheet;
  const [moved, setMoved] = useState<string>();
  const note = moved && (
    <Notice kind="good" live="status">
      {moved}
    </Notice>
  );
  if (request !== null && request.state !== 'draft')
    return (
      <>
        {note}
        <Locked account={account} sheet={sheet} onMoved={setMoved} />
      </>
    );
  if (!canCorrect)
    return (
      <Notice kind="info" title={text.closedTitle}>
        {formatText(text.closed, { date: showDate(deadline) })}
      </Notice>
    );
  return (
    <>
      {note}
      <Deadline deadline={deadline} />
      <Cells account={account} sheet={sheet} onMoved={setMoved} />
    </>
  );
}

interface PartProps {
  account: string;
  sheet: Sheet;
  onMoved: (words: string) => void;
}

/** A request that was sent: its points, and the way back. */
function Locked({ account, sheet: { request, period, rows }, onMoved }: PartProps) {
  const { busy, failure, move } = useMove(account, period, onMoved);
  if (request === null || (request.state !== 'sent' && request.state !== 'approved')) return null;
  const { state, requestId, revision } = request;
  const asked = rows.flatMap(({ requestedKwh: kwh, correctedKwh: beforeKwh, ...row }) =>
    kwh === null ? [] : [{ ...row, beforeKwh, kwh }],
  );
  return (
    <>
      <Notice
        kind="info"
        title={text.lockedTitle[state]}
        actions={
          state === 'sent' && (
            <Button data-changes busy={busy} onClick={() => void move({ requestId, revision }, 'withdraw')}>
              {text.withdraw}
            </Button>
          )
        }
      >
        {text.locked[state]}
      </Notice>
      <MoveFailure failure={failure} />
      <RequestRows rows={asked} />
    </>
  );
}

function MoveFailure({ failure }: { failure: ApiFailure | undefined }) {
  if (failure === undefined) return null;
  return (
    <Notice kind="bad" live="alert" title={text.moveFailed}>
      {failure.message}
    </Notice>
  );
}

/** Sends or takes back a request; what shows requests is read anew. */
function useMove(account: string, period: string, onMoved: (words: string) => void) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const refresh = useRefreshRequests(account);
  const move = async (request: { requestId: string; revision: number }, action: 'send' | 'withdraw') => {
    const { requestId, revision } = request;
    setBusy(true);
    setFailure(undefined);
    const result = await callApi(moveVolumeRequest, { account, correctionId: requestId, revision, action });
    if (result.ok) onMoved(action === 'send' ? text.sent : text.withdrawn);
    else setFailure(result.failure);
    await refresh(period);
    setBusy(false);
  };
  return { busy, setBusy, failure, move };
}

/** The draft that the cells make: rows whose value differs from what counts. */
function draftOf(rows: readonly SheetRow[], state: SheetState, note: string): Draft & { wrong: number } {
  let wrong = 0;
  const changed = rows.flatMap(({ eic, correctedKwh }) => {
    const kwh = readCell(state.cells[eic]);
    if (kwh === undefined) wrong += 1;
    return kwh === undefined || kwh === null || kwh === correctedKwh ? [] : [{ eic, kwh }];
  });
  return { note, rows: changed, wrong };
}

function Cells({ account, sheet, onMoved }: PartProps) {
  const { rows, request, period } = sheet;
  const [state, setState] = useState<SheetState>(() => ({
    cells: Object.fromEntries(
      rows.flatMap(({ eic, requestedKwh }) => (requestedKwh === null ? [] : [[eic, String(requestedKwh)]])),
    ),
    past: [],
    future: [],
    typing: undefined,
  }));
  const [note, setNote] = useState(request?.note ?? '');
  const [pasted, setPasted] = useState<PastedVolumes>();
  const { wrong, ...draft } = draftOf(rows, state, note);
  const { state: saved, save } = useDraft(account, period, request, draft);
  const { busy, setBusy, failure, move } = useMove(account, period, onMoved);
  const put = useCallback(
    (eic: string, value: string) => setState((now) => putCells(now, { [eic]: value }, eic)),
    [],
  );
  const send = async () => {
    setBusy(true);
    const stored = await save();
    setBusy(false);
    if (stored) await move(stored, 'send');
  };
  const before = useRef('');
  const eics = rows.map(({ eic }) => eic);
  const isVirtual = rows.length > maxDrawnRows;
  const blocks = useMemo(() => blocksOfRows(rows), [rows]);
  const [wanted, setWanted] = useState<string>();
  const focusCell = (eic = '') => {
    if (!document.getElementById(cellId(eic))) flushSync(() => setWanted(eic));
    document.getElementById(cellId(eic))?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const cell = event.target;
    const action = sheetAction(event);
    if (!(cell instanceof HTMLInputElement) || !cell.dataset.eic || !action) return;
    event.preventDefault();
    const at = eics.indexOf(cell.dataset.eic);
    if (action === 'undo' || action === 'redo') setState((now) => moveSheet(now, action));
    else if (action === 'leave') put(cell.dataset.eic, before.current);
    else focusCell(eics[at + (action === 'down' ? 1 : -1)]);
  };
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const cell = event.target;
    const clip = event.clipboardData.getData('text/plain');
    if (!(cell instanceof HTMLInputElement) || !cell.dataset.eic || !isBlock(clip)) return;
    event.preventDefault();
    const block = placeBlock(clip, eics, cell.dataset.eic);
    setState((now) => putCells(now, block.values));
    setPasted(block);
  };
  const kwhOf = (eic: string, counts: number | null) => readCell(state.cells[eic]) ?? counts ?? 0;
  const beforeKwh = rows.reduce((sum, { correctedKwh }) => sum + (correctedKwh ?? 0), 0);
  const afterKwh = rows.reduce((sum, { eic, correctedKwh }) => sum + kwhOf(eic, correctedKwh), 0);
  return (
    <Stack gap="3">
      <Text size="s" tone="quiet">
        {text.howTo}
      </Text>
      <Row gap="1" align="center">
        <Button disabled={state.past.length === 0} onClick={() => setState((now) => moveSheet(now, 'undo'))}>
          {text.undo}
        </Button>
        <Button
          disabled={state.future.length === 0}
          onClick={() => setState((now) => moveSheet(now, 'redo'))}
        >
          {text.redo}
        </Button>
        <span role="status">
          {pasted && (
            <Text as="span" size="s">
              {formatText(text.pasted, { n: Object.keys(pasted.values).length })}{' '}
              {pasted.unknown.length > 0 &&
                formatText(text.pastedUnknown, { codes: pasted.unknown.join(', ') })}
            </Text>
          )}
        </span>
      </Row>
      <section
        aria-label={text.wanted}
        tabIndex={-1}
        className={styles.scroll}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onFocus={({ target }) => {
          if (target instanceof HTMLInputElement) before.current = target.value;
        }}
      >
        <table className={styles.table} aria-rowcount={isVirtual ? rows.length + 1 : undefined}>
          <thead>
            <tr>
              <th scope="col">{text.point}</th>
              <th scope="col" data-number="">
                {text.contracted}
              </th>
              <th scope="col" data-number="">
                {text.lastYear}
              </th>
              <th scope="col" data-number="">
                {text.corrected}
              </th>
              <th scope="col" data-number="">
                {`${text.wanted}, ${text.unit}`}
              </th>
              <th scope="col" data-number="">
                {text.change}
              </th>
            </tr>
          </thead>
          {blocks.map((block, index) => (
            <CellRows
              key={block[0]?.eic}
              rows={block}
              cells={state.cells}
              onValue={put}
              isDrawn={!isVirtual || index === 0}
              isWanted={block.some(({ eic }) => eic === wanted)}
              isVirtual={isVirtual}
            />
          ))}
        </table>
      </section>
      <TextField
        label={text.requestNote}
        hint={text.requestNoteHint}
        value={note}
        maxLength={500}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <div className={styles.bar}>
        <Stack gap="05">
          <Text isStrong isNumeric>
            {draft.rows.length === 0
              ? text.unchanged
              : formatText(text.changed, {
                  n: draft.rows.length,
                  before: showKwh(beforeKwh),
                  after: showKwh(afterKwh),
                })}
          </Text>
          <span role="status">
            {saved.kind === 'failed' ? (
              <StateMark tone="bad">{`${text.draftFailed}: ${saved.failure.message}`}</StateMark>
            ) : (
              (saved.kind !== 'saved' || request !== null || draft.rows.length > 0) && (
                <StateMark tone={saved.kind === 'saved' ? 'good' : 'wait'}>
                  {text.draft[saved.kind]}
                </StateMark>
              )
            )}
          </span>
          {wrong > 0 && <Text size="s">{formatText(text.wrongCells, { n: wrong })}</Text>}
        </Stack>
        <Row gap="1">
          {saved.kind === 'failed' && (
            <Button data-changes onClick={() => void save()}>
              {common.retry}
            </Button>
          )}
          <Button
            data-changes
            kind="lamp"
            busy={busy}
            disabled={draft.rows.length === 0 || wrong > 0}
            onClick={() => void send()}
          >
            {text.send}
          </Button>
        </Row>
      </div>
      <MoveFailure failure={failure} />
    </Stack>
  );
}

const cellId = (eic: string) => `volume-${eic}`;

interface CellRowsProps extends Omit<CellRowProps, 'row' | 'value'> {
  rows: readonly SheetRow[];
  cells: CellValues;
  isDrawn: boolean;
  isWanted: boolean;
  isVirtual: boolean;
}

const isSame = (one: CellRowsProps, other: CellRowsProps) =>
  one.rows === other.rows &&
  one.isWanted === other.isWanted &&
  one.rows.every(({ eic }) => one.cells[eic] === other.cells[eic]);

/** Points that are drawn together; drawn anew by a change of one of their values only. */
const CellRows = memo(function CellRows({ rows, cells, onValue, ...drawing }: CellRowsProps) {
  return (
    <LazyRows rows={rows.length} columns={6} {...drawing}>
      {() =>
        rows.map((row) => <CellRow key={row.eic} row={row} value={cells[row.eic] ?? ''} onValue={onValue} />)
      }
    </LazyRows>
  );
}, isSame);

interface CellRowProps {
  row: SheetRow;
  value: string;
  onValue: (eic: string, value: string) => void;
}

/** A point with its cell; drawn anew by a change of its own value only. */
const CellRow = memo(function CellRow({ row, value, onValue }: CellRowProps) {
  const { eic, objectName, address, contractedKwh, correctedKwh, lastYearKwh } = row;
  const kwh = readCell(value);
  const isWrong = kwh === undefined;
  const change = kwh === undefined || kwh === null ? null : kwh - (correctedKwh ?? 0);
  const name = objectName || address || eic;
  return (
    <tr data-state={isWrong ? 'wrong' : change ? 'changed' : undefined}>
      <th scope="row" data-cell="point">
        <span className={styles.name}>{name}</span>
        <span className={styles.code}>{eic}</span>
      </th>
      <td data-label={text.contracted}>{showVolume(contractedKwh)}</td>
      <td data-label={text.lastYear}>{showVolume(lastYearKwh)}</td>
      <td data-label={text.corrected}>{showVolume(correctedKwh)}</td>
      <td data-cell="value">
        <input
          id={cellId(eic)}
          data-eic={eic}
          className={styles.cell}
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="next"
          value={value}
          placeholder={correctedKwh === null ? '' : String(correctedKwh)}
          aria-label={formatText(text.cell, { name })}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? `${cellId(eic)}-why` : undefined}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ currentTarget }) => onValue(eic, currentTarget.value)}
        />
        {isWrong && (
          <span id={`${cellId(eic)}-why`} className={styles.why}>
            {text.wrongCell}
          </span>
        )}
      </td>
      <td data-label={text.change} data-cell="change">
        {change ? showDelta(change) : ''}
      </td>
    </tr>
  );
});
