import { hash } from 'node:crypto';
import type { StatementFormat } from '#billing/api/bank-statements.ts';
import type { statementProblemCodes } from '#contract/values/bank-statement.ts';
import { parseAccountNumber } from '#domain/identifiers/account-codes.ts';
import { type PurposeFacts, readPurpose } from '#domain/payments/read-purpose.ts';
import { dayNumber, type LocalDate, parseLocalDate } from '#domain/time/local-date.ts';

const SIGNED_KOPIYKAS = /^-?\d{1,15}$/;
const MOST_DIGITS = 13;
const [ZERO, NINE] = [48, 57];

/** "432,50" and "432", as nearly all sums are written; undefined: anything else, to be looked at closely. */
function readPlain(text: string, mark: string): string | undefined {
  const { length } = text;
  const wholeLength = text.charAt(length - 3) === mark ? length - 3 : length;
  if (wholeLength === 0 || wholeLength > MOST_DIGITS || text.charCodeAt(0) === ZERO) return undefined;
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if ((code < ZERO || code > NINE) && at !== wholeLength) return undefined;
  }
  return wholeLength === length ? `${text}00` : text.slice(0, wholeLength) + text.slice(wholeLength + 1);
}

/** Marks of groups that are the sign in the format, or are written for it. */
function groupMarks(groupMark: StatementFormat['groupMark']): string | undefined {
  if (groupMark === undefined) return undefined;
  return groupMark === ' ' ? ' \\u00a0\\u202f' : `\\${groupMark}`;
}

/**
 * Reads a sum as the format writes it: whole kopiykas as digits, "43250"; undefined: it is no sum. A group mark stands before
 * each three digits or nowhere: "1 234,56", and "1 23,45" is a slip of the hand, not 123.45.
 */
export function sumReader({
  decimalMark,
  groupMark,
}: Pick<StatementFormat, 'decimalMark' | 'groupMark'>): (text: string) => string | undefined {
  const marks = groupMarks(groupMark);
  const grouped =
    marks === undefined ? undefined : new RegExp(`^[-\u2212]?\\d{1,3}(?:[${marks}]\\d{3})+(?!\\d)`);
  const anyMark = new RegExp(`[${marks}]`, 'g');
  const mark = decimalMark === 'none' ? undefined : `\\${decimalMark}`;
  const written = mark && new RegExp(`^(-?\\d{1,13})(?:${mark}(\\d{1,2}))?$`);

  /** Without the group marks of its whole part; those that stand elsewhere remain, so that it is no sum. */
  function withoutGroups(text: string): string {
    const whole = grouped?.exec(text)?.[0];
    if (whole === undefined) return text;
    return whole.replace(anyMark, '') + text.slice(whole.length);
  }

  return (text) => {
    const plain = decimalMark === 'none' ? undefined : readPlain(text, decimalMark);
    if (plain !== undefined) return plain;
    const tidy = withoutGroups(text).replace('\u2212', '-');
    if (!written) return SIGNED_KOPIYKAS.test(tidy) ? String(BigInt(tidy)) : undefined;
    const match = written.exec(tidy);
    if (match === null) return undefined;
    const digits = `${match[1]}${(match[2] ?? '').padEnd(2, '0')}`;
    const kopiykas = digits.replace(/^(-?)0+(?=\d)/, '$1');
    return kopiykas === '-0' ? '0' : kopiykas;
  };
}

const TOKENS = /YYYY|MM|DD|HH|mm|ss/g;
const DIGITS: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  MM: '(?<month>\\d{2})',
  DD: '(?<day>\\d{2})',
};
const MOST_REMEMBERED = 10_000;

/** Reads the day of a date that is written as the format says; the time of the day may be left out. */
function dateReader(format: string): (text: string) => LocalDate | undefined {
  const quoted = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  let pattern = '';
  let at = 0;
  for (const match of format.matchAll(TOKENS)) {
    pattern += quoted(format.slice(at, match.index)) + (DIGITS[match[0]] ?? '\\d{2}');
    at = match.index + match[0].length;
  }
  pattern += quoted(format.slice(at));
  const days = /^(.*?)([ T]HH.*)$/.exec(format);
  const whole = new RegExp(`^${pattern}$`);
  const dayOnly = days?.[1] === undefined ? undefined : dateReader(days[1]);
  // The same few days stand in a million rows.
  const remembered = new Map<string, LocalDate | undefined>();

  return function read(text) {
    const known = remembered.get(text);
    if (known !== undefined || remembered.has(text)) return known;
    const { year, month, day } = whole.exec(text)?.groups ?? {};
    const date = year === undefined ? dayOnly?.(text) : parseLocalDate(`${year}-${month}-${day}`);
    if (remembered.size < MOST_REMEMBERED) remembered.set(text, date);
    return date;
  };
}

export type StatementProblemCode = (typeof statementProblemCodes)[number];

/** What is wrong, with its column and what stands there. */
export type ReportProblem = (
  line: number,
  column: string | null,
  code: StatementProblemCode,
  value: string,
) => void;

/** A row of a statement as it was read. */
export interface StatementRow {
  readonly line: number;
  /** The same for the same row in another file; begins with its day. */
  readonly baseKey: string;
  /** 28 bits of the hash in the key. */
  readonly keyBits: number;
  readonly paidOn: LocalDate;
  /** Whole kopiykas, above zero. */
  readonly kopiykas: string;
  /** The bank's number of the row, or the payer's of the document; '': none. */
  readonly rowNumber: string;
  readonly accountText: string;
  readonly ownAccount: string | undefined;
  readonly payer: string;
  readonly purpose: string;
  readonly facts: PurposeFacts;
}

export interface RowReaderOptions {
  readonly format: StatementFormat;
  /** How accounts of the supplier are written. */
  readonly accountPattern: RegExp;
  /** The last day that a row may have. */
  readonly today: LocalDate;
  readonly onRow: (row: StatementRow) => void;
  /** A row that is no payment by a column of the format. */
  readonly onSkipped: () => void;
  readonly report: ReportProblem;
}

const LONGEST_TEXT = 1000;
/** Money of an earlier day is a date that was read wrong. */
const EARLIEST = '2000-01-01';
const OTHER_DELIMITERS = [';', ',', '\t', '|'];
const HRYVNIAS = ['UAH', '980'];
const NO_FACTS: PurposeFacts = { orderIds: [], accountNumbers: [], actNumbers: [], references: [] };

/** Without spaces around; most fields have none, which is seen by their ends. */
function trimmed(text: string): string {
  const isLetter = (code: number) => (code > 32 && code < 0x80) || (code >= 0x400 && code < 0x530);
  return isLetter(text.charCodeAt(0)) && isLetter(text.charCodeAt(text.length - 1)) ? text : text.trim();
}

/** Makes UUIDv8 that begin with the day, so that keys of one statement lie side by side. `digits`: the hash of a row. */
function keyMaker(): (day: LocalDate, digits: string) => string {
  let last: LocalDate | undefined;
  let days = '';
  return (day, digits) => {
    if (day !== last) {
      last = day;
      days = dayNumber(day).toString(16).padStart(8, '0');
    }
    return `${days}-${digits.slice(0, 4)}-8${digits.slice(4, 7)}-8${digits.slice(7, 10)}-${digits.slice(10, 22)}`;
  };
}

/** The places of the columns that a format wants, from 0; undefined: a column is missing, which is reported. */
function placesOf(
  { columns, only, delimiter, hasHeader }: StatementFormat,
  line: number,
  fields: readonly string[],
  report: ReportProblem,
) {
  const names = fields.map((field) => field.trim());
  const other = OTHER_DELIMITERS.find(
    (one) => one !== delimiter && names.length === 1 && names[0]?.includes(one),
  );
  if (other !== undefined) {
    report(line, null, 'file.separator', other === '\t' ? 'TAB' : other);
    return undefined;
  }
  let isUsable = true;
  const placeOf = (column: string | number): number => {
    const place = typeof column === 'number' ? column - 1 : hasHeader ? names.indexOf(column) : -1;
    if (place < 0 || place >= names.length) {
      isUsable = false;
      report(line, String(column), 'file.missingColumn', String(column));
    }
    return place;
  };
  const optional = (column: string | number | undefined) => (column === undefined ? -1 : placeOf(column));
  const places = {
    date: placeOf(columns.date),
    sum: placeOf(columns.sum),
    account: optional(columns.account),
    purpose: optional(columns.purpose),
    payer: (columns.payer ?? []).map(placeOf),
    rowId: optional(columns.rowId),
    documentNumber: optional(columns.documentNumber),
    currency: optional(columns.currency),
    only: optional(only?.column),
    count: names.length,
  };
  return isUsable ? places : undefined;
}

/** Makes rows of the fields of lines: `take` a line at a time; `hasBegun`: the columns were found. */
export function rowReader({ format, accountPattern, today, onRow, onSkipped, report }: RowReaderOptions) {
  const { columns, only, name: formatName } = format;
  const readDate = dateReader(format.dateFormat);
  const readSum = sumReader(format);
  const keyOf = keyMaker();
  const words = only?.words.map((word) => word.toLowerCase());
  let linesBefore = format.linesBefore ?? 0;
  let places: ReturnType<typeof placesOf>;
  let sawFirst = false;

  function takeRow(line: number, fields: readonly string[], at: NonNullable<typeof places>): void {
    const value = (place: number) => (place < 0 ? '' : trimmed(fields[place] ?? ''));
    if (words) {
      const word = value(at.only);
      if (!words.includes(word) && !words.includes(word.toLowerCase())) {
        onSkipped();
        return;
      }
    }
    let isRight = true;
    const wrong = (column: string | number | undefined, code: StatementProblemCode, text: string) => {
      isRight = false;
      report(line, column === undefined ? null : String(column), code, text);
    };
    const dateText = value(at.date);
    const paidOn = readDate(dateText);
    if (paidOn === undefined) wrong(columns.date, dateText ? 'value.date' : 'value.required', dateText);
    else if (paidOn < EARLIEST) wrong(columns.date, 'value.date', dateText);
    else if (paidOn > today) wrong(columns.date, 'value.dateFuture', dateText);
    const sumText = value(at.sum);
    const kopiykas = readSum(sumText);
    if (kopiykas === undefined) wrong(columns.sum, sumText ? 'value.sum' : 'value.required', sumText);
    else if (kopiykas.startsWith('-') || kopiykas === '0')
      wrong(columns.sum, 'value.sumNotPositive', sumText);
    const bankRowId = value(at.rowId);
    if (at.rowId >= 0 && bankRowId === '') wrong(columns.rowId, 'value.required', '');
    const currency = value(at.currency);
    if (at.currency >= 0 && !HRYVNIAS.includes(currency) && !HRYVNIAS.includes(currency.toUpperCase()))
      wrong(columns.currency, 'value.currency', currency);
    if (!isRight || paidOn === undefined || kopiykas === undefined) return;

    const accountText = value(at.account);
    const purpose = value(at.purpose).slice(0, LONGEST_TEXT);
    const payer = at.payer.length > 0 ? payerOf(fields, at.payer) : '';
    const documentNumber = value(at.documentNumber);
    const content = `${accountText}\n${kopiykas}\n${payer}\n${purpose}`;
    const known = bankRowId || (documentNumber === '' ? content : `${content}\n${documentNumber}`);
    // Migration 0020 makes the same keys in SQL.
    const digits = hash('sha256', `${formatName}\n${known}`, 'hex');
    onRow({
      line,
      baseKey: keyOf(paidOn, digits),
      keyBits: Number.parseInt(digits.slice(15, 22), 16),
      paidOn,
      kopiykas,
      rowNumber: bankRowId || documentNumber,
      accountText,
      ownAccount: accountText === '' ? undefined : parseAccountNumber(accountText, accountPattern),
      payer,
      purpose,
      facts: purpose === '' ? NO_FACTS : readPurpose(purpose, accountPattern),
    });
  }

  return {
    take(line: number, fields: readonly string[]): void {
      if (linesBefore > 0) {
        linesBefore -= 1;
        return;
      }
      if (!sawFirst) {
        sawFirst = true;
        places = placesOf(format, line, fields, report);
        if (format.hasHeader) return;
      }
      if (places === undefined) return;
      if (fields.length !== places.count) {
        report(line, null, 'row.columnCount', `${fields.length} / ${places.count}`);
        return;
      }
      takeRow(line, fields, places);
    },
    get hasBegun() {
      return sawFirst;
    },
  };
}

function payerOf(fields: readonly string[], places: readonly number[]): string {
  let payer = '';
  for (const place of places) {
    const part = trimmed(fields[place] ?? '');
    if (part !== '') payer = payer === '' ? part : `${payer}, ${part}`;
  }
  return payer.slice(0, LONGEST_TEXT);
}
