import type { MessageCode } from '#contract/messages/catalogue.ts';
import { channelField, type ReadingChannel, type SubmittedRow } from '#contract/values/reading-points.ts';
import { latinCode, parseEicCode } from '#domain/identifiers/eic-code.ts';
import { foldToCyrillic } from '#domain/input/look-alikes.ts';
import type { ReadRow, WorkbookLayout } from './read-workbook.ts';
import { kindTitles, type PointRowKind, type ShownPoint } from './workbook-columns.template.ts';

/** A wrong cell; rows and columns count from 0. */
export interface WrongCell {
  readonly row: number;
  readonly column: number;
  readonly code: MessageCode;
}

/** A value of the workbook with the register or channel that it is of. */
export interface MatchedCell {
  readonly row: number;
  readonly meterId: string;
  readonly kind: PointRowKind;
}

export interface MatchedRows {
  readonly rows: readonly SubmittedRow[];
  readonly cells: readonly MatchedCell[];
  readonly wrong: readonly WrongCell[];
}

/** Codes that a confirmation in the workbook confirms. */
const confirmable = ['readings.sameAsPrevious', 'readings.rollOver', 'readings.deviation'];

const isChannel = (kind: PointRowKind): kind is ReadingChannel =>
  (channelField.options as readonly string[]).includes(kind);

/** A spreadsheet drops the zeros before a number. */
const withoutZeros = (text: string) => latinCode(text).replace(/^0+(?=.)/, '');

type PointRow = ShownPoint['rows'][number];

/** The register or channel that a row names within its point; a part that leaves no choice may be empty. */
function findRow(point: ShownPoint, { serial, kind }: ReadRow): PointRow | 'serial' | 'kind' {
  const ofMeter =
    serial === '' && new Set(point.rows.map(({ meterId }) => meterId)).size === 1
      ? point.rows
      : point.rows.filter(({ serialNumber }) => withoutZeros(serialNumber) === withoutZeros(serial));
  if (ofMeter.length === 0) return 'serial';
  const title = foldToCyrillic(kind).toLowerCase();
  const [only] = ofMeter;
  if (title === '' && only !== undefined && ofMeter.length === 1) return only;
  return ofMeter.find((row) => foldToCyrillic(kindTitles[row.kind]).toLowerCase() === title) ?? 'kind';
}

/** The point of a row, or the code of its EIC: first the check character, then whether the account has it (messages.md). */
function findPoint(points: ReadonlyMap<string, ShownPoint>, text: string): ShownPoint | MessageCode {
  const eic = parseEicCode(text);
  return eic === undefined ? 'field.invalid' : (points.get(eic) ?? 'readings.eicNotFound');
}

/**
 * Assigns the rows of a workbook to the meters of an account. A meter with a wrong cell is not submitted: its other registers
 * wait with it.
 */
export function matchRows(
  read: readonly ReadRow[],
  { columns }: Pick<WorkbookLayout, 'columns'>,
  points: readonly ShownPoint[],
): MatchedRows {
  const byEic = new Map(points.map((point) => [point.eic, point]));
  const wrong: WrongCell[] = [];
  const cells: (MatchedCell & { readonly text: string; readonly isConfirmed: boolean })[] = [];
  const wrongMeters = new Set<string>();
  const seen = new Set<string>();
  for (const one of read) {
    const { row, value } = one;
    const point = findPoint(byEic, one.eic);
    if (typeof point === 'string') {
      wrong.push({ row, column: columns.eic, code: point });
      continue;
    }
    const found = findRow(point, one);
    if (typeof found === 'string') {
      wrong.push({ row, column: columns[found], code: 'readings.rowUnknown' });
      continue;
    }
    const { meterId, kind } = found;
    const key = `${meterId} ${kind}`;
    const code = seen.has(key) ? 'readings.rowTwice' : 'code' in value ? value.code : undefined;
    seen.add(key);
    if (code === undefined && 'text' in value) {
      cells.push({ row, meterId, kind, text: value.text, isConfirmed: one.isConfirmed });
    } else if (code !== undefined) {
      wrong.push({ row, column: columns.value, code });
      wrongMeters.add(meterId);
    }
  }
  const right = cells.filter(({ meterId }) => !wrongMeters.has(meterId));
  const rows = [...Map.groupBy(right, ({ meterId }) => meterId)].map(([meterId, ofMeter]): SubmittedRow => {
    const typed = ofMeter.map(({ kind, text }) => [kind, text] as const);
    const channels = typed.filter(([kind]) => isChannel(kind));
    return {
      meterId,
      values: Object.fromEntries(typed.filter(([kind]) => !isChannel(kind))),
      ...(channels.length > 0 && { channels: Object.fromEntries(channels) }),
      confirmed: ofMeter.some(({ isConfirmed }) => isConfirmed) ? confirmable : [],
    };
  });
  return { rows, cells: right.map(({ row, meterId, kind }) => ({ row, meterId, kind })), wrong };
}
