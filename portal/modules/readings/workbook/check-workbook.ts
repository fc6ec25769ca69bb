import { createHash } from 'node:crypto';
import { constants } from 'node:os';
import type { ModuleOutput } from '#billing/api/define-module.ts';
import { READING_CHECK_POINTS, READING_POINTS } from '#billing/api/readings.ts';
import type { MessageCode } from '#contract/messages/catalogue.ts';
import { formatMessage, isMessageCode, type MessageParams } from '#contract/messages/format-message.ts';
import type { AssessedRow, CellError } from '#contract/values/reading-points.ts';
import { tableOf } from '#domain/table-of.ts';
import type { Instant } from '#domain/time/instant.ts';
import { formatDate, type LocalDate } from '#domain/time/local-date.ts';
import { uuidOfWords } from '#platform/uuid.ts';
import { createWorkerPool, workerFunction } from '#platform/workers/worker-pool.ts';
import { WorkerEnded, WorkerTimedOut } from '#platform/workers/worker-process.ts';
import { type CallFailure, fail, relayRefusal } from '#portal/http/call-result.ts';
import { failFile } from '#portal/http/files/fail-file.ts';
import { limitOf, type RequestContext } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { addTextsToMeters, nameComparedValue, textOf } from '../reading-texts.ts';
import { type CheckAnswer, type CheckedCell, findCheckOfRequest, keepCheck } from './check-store.ts';
import type { CellMark, markWorkbook } from './mark-workbook.ts';
import { type MatchedCell, matchRows, type WrongCell } from './match-rows.ts';
import type { ReadWorkbook, readWorkbook, WorkbookLayout } from './read-workbook.ts';
import { maxRows, readTitles } from './workbook-columns.template.ts';

/**
 * Workbooks come from strangers: a process of their own reads them, with limits of time and memory; one that it died of is refused
 * and not tried again.
 */
const workbookWorkers = createWorkerPool({
  size: 1,
  priority: constants.priority.PRIORITY_BELOW_NORMAL,
  repeats: 0,
  heapMb: 384,
  maxWaiting: 20,
  maxWaitMs: 15_000,
  timeLimitMs: 30_000,
});
const readInWorker = workerFunction<typeof readWorkbook>(
  workbookWorkers,
  new URL('./read-workbook.ts', import.meta.url).href,
  'readWorkbook',
);
/** Marks the cells of a workbook, in the process that reads workbooks. */
export const markInWorker = workerFunction<typeof markWorkbook>(
  workbookWorkers,
  new URL('./mark-workbook.ts', import.meta.url).href,
  'markWorkbook',
);

async function readSafely(content: Buffer): Promise<ReadWorkbook> {
  try {
    return await readInWorker(content);
  } catch (error) {
    if (error instanceof WorkerTimedOut || error instanceof WorkerEnded)
      return { kind: 'refused', code: 'readings.fileTooComplex', params: { rows: maxRows } };
    throw error;
  }
}

const noRows = { accepted: 0, underReview: 0, reviewBy: null, needsConfirmation: 0, refused: 0 };

/** Errors in the answer; all of them are marked in the file. */
const maxShownErrors = 1000;

export interface WorkbookToCheck {
  readonly accountNumber: string;
  readonly requestId: string;
  readonly contacts: MessageParams;
}

/**
 * Checks an uploaded workbook and keeps it with what was found; no reading is stored. The same request again gets the same answer,
 * another workbook under it common.requestReused; the same workbook of another request is checked anew under the same id.
 * @throws WorkersBusy when too many workbooks are being read.
 */
export async function checkUpload(
  { db, now }: { readonly db: PortalDatabase; readonly now: Instant },
  context: Pick<RequestContext, 'billing' | 'readFile' | 'session'>,
  { accountNumber, requestId, contacts }: WorkbookToCheck,
): Promise<CheckAnswer | CallFailure> {
  const content = await context.readFile();
  const contentHash = createHash('sha256').update(content).digest('hex');
  const before = await findCheckOfRequest(db, accountNumber, requestId);
  if (before !== undefined)
    return before.contentHash === contentHash ? before.answer : fail('common.requestReused');
  const read = await readSafely(content);
  if (read.kind === 'refused') return failFile(read, 'workbook');
  const limit = limitOf(context.session);
  const listed = await context.billing(READING_POINTS, { accountNumber, ...limit });
  if (!listed.ok) return relayRefusal(listed);
  const { layout } = read;
  const { rows, cells, wrong } = matchRows(read.rows, layout, addTextsToMeters(listed.data.points, contacts));
  let assessed: ModuleOutput<typeof READING_CHECK_POINTS> = { ...noRows, rows: [] };
  if (rows.length > 0) {
    const checked = await context.billing(READING_CHECK_POINTS, { accountNumber, ...limit, rows: [...rows] });
    if (!checked.ok) return relayRefusal(checked);
    assessed = checked.data;
  }
  const errors = [
    ...wrong.map((cell) => ({
      ...cell,
      message: formatMessage(cell.code, contacts),
      needsConfirmation: false,
    })),
    ...assessedErrors(assessed.rows, cells, layout, contacts),
  ].sort((one, other) => one.row - other.row || one.column - other.column);
  const checkId = uuidOfWords(accountNumber, contentHash);
  const answer = answerOf(checkId, read.rows.length, errors, assessed, layout);
  const check = {
    checkId,
    accountNumber,
    requestId,
    contentHash,
    content,
    layout,
    rows,
    wrong,
    marks: [...errors, ...reviewNotes(assessed.rows, cells, layout, contacts)],
    answer,
  };
  await keepCheck(db, check, now);
  return answer;
}

const isTaken = ({ outcome }: AssessedRow) => outcome.kind === 'accepted' || outcome.kind === 'underReview';

/** Cells of the meters that would not be taken: those that are to blame, or all of the meter. */
function assessedErrors(
  rows: readonly AssessedRow[],
  cells: readonly MatchedCell[],
  { columns }: WorkbookLayout,
  contacts: MessageParams,
): CheckedCell[] {
  const cellsOf = Map.groupBy(cells, ({ meterId }) => meterId);
  return rows.flatMap((row) => {
    if (isTaken(row)) return [];
    const { outcome, channels } = row;
    const codes = new Map<string, { readonly code: string; readonly params: MessageParams }>();
    for (const { zone, code, params } of outcome.registers) {
      if (code !== null) codes.set(zone, { code, params });
    }
    for (const { channel, code, params, previousValue, previousDate } of channels) {
      if (code === null) continue;
      const isLower = code === 'readings.lowerThanPrevious' && previousDate !== undefined;
      const named = isLower ? { value: previousValue, date: formatDate(previousDate as LocalDate) } : {};
      codes.set(channel, { code, params: { ...params, ...named } });
    }
    const ofMeter = cellsOf.get(row.meterId) ?? [];
    const toBlame = ofMeter.filter(({ kind }) => codes.has(kind));
    return (toBlame.length > 0 ? toBlame : ofMeter).map(({ row: sheetRow, kind }) => {
      const { code, params } = codes.get(kind) ?? outcome;
      return {
        row: sheetRow,
        column: columns.value,
        code: messageCode(code),
        message: nameComparedValue(textOf(code, { ...contacts, ...params }), params),
        needsConfirmation: outcome.kind === 'needsConfirmation',
      };
    });
  });
}

/** Notes of the rows that will be taken and that an operator is to decide. */
function reviewNotes(
  rows: readonly AssessedRow[],
  cells: readonly MatchedCell[],
  { columns }: WorkbookLayout,
  contacts: MessageParams,
): CellMark[] {
  const underReview = new Map(
    rows
      .filter(({ outcome }) => outcome.kind === 'underReview')
      .map(({ meterId, outcome }) => [meterId, textOf(outcome.code, { ...contacts, ...outcome.params })]),
  );
  return cells.flatMap(({ meterId, row }) => {
    const message = underReview.get(meterId);
    return message === undefined ? [] : [{ row, column: columns.value, message, isNote: true }];
  });
}

function messageCode(code: string): MessageCode {
  if (!isMessageCode(code)) throw new Error(`no text for the code ${code}`);
  return code;
}

function answerOf(
  checkId: string,
  rowCount: number,
  errors: readonly CheckedCell[],
  { rows, ...counts }: ModuleOutput<typeof READING_CHECK_POINTS>,
  { columns }: WorkbookLayout,
): CheckAnswer {
  const taken = rows.filter(isTaken);
  const confirmations = new Set(rows.flatMap(({ outcome }) => outcome.confirmations));
  return {
    checkId,
    rows: rowCount,
    good: rowCount - new Set(errors.map(({ row }) => row)).size,
    errors: errors.slice(0, maxShownErrors).map((cell) => cellError(cell, columns)),
    errorCount: errors.length,
    confirmations: [...confirmations],
    preview: {
      ...counts,
      kwh: taken.reduce((sum, { outcome }) => sum + (outcome.totalKwh ?? 0), 0),
    },
  };
}

const titles = tableOf<string>(readTitles);

function cellError(cell: CheckedCell & WrongCell, columns: WorkbookLayout['columns']): CellError {
  const { row, column, code, message, needsConfirmation } = cell;
  const [name] = Object.entries(columns).find(([, index]) => index === column) ?? ['value'];
  return {
    row: row + 1,
    column: titles[name] ?? name,
    cell: `${columnName(column)}${row + 1}`,
    code,
    message,
    needsConfirmation,
  };
}

/** 'A', …, 'Z', 'AA', …: as a spreadsheet names its columns. */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}
