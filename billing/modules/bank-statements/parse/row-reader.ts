import { hash } from 'node:crypto';
import type { StatementFormat } from '#billing/api/bank-statements.ts';
import type { statementProblemCodes } from '#contract/values/bank-statement.ts';
import { parseAccountNumber } from '#domain/identifiers/account-codes.ts';
import { latinCode } from '#domain/identifiers/eic-code.ts';
import { tidyText } from '#domain/input/tidy-text.ts';
import { type PurposeFacts, readPurpose } from '#domain/payments/read-purpose.ts';
import { dayNumber, type LocalDate, parseLocalDate } from '#domain/time/local-date.ts';
import { skippedWords } from './shipped-formats.template.ts';

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

/**
 * Reads a sum as the format writes it: whole kopiykas as digits, "43250"; undefined: it is no sum. A group mark stands before
 * each three digits or nowhere: "1 234,56", and "1 23,45" is a slip of the hand, not 123.45.
 */
export function sumReader({
  decimalMark,
  groupMark,
}: Pick<StatementFormat, 'decimalMark' | 'groupMark'>): (text: string) => string | undefined {
  const grouped = groupMark && new RegExp(`^[-\u2212]?\\d{1,3}(?:\\${groupMark}\\d{3})+(?!\\d)`);
  const mark = decimalMark === 'none' ? undefined : `\\${decimalMark}`;
  const written = mark && new RegExp(`^(-?\\d{1,13})(?:${mark}(\\d{1,2}))?$`);

  /** Without the group marks of its whole part; those that stand elsewhere remain, so that it is no sum. */
  function withoutGroups(text: string): string {
    const whole = grouped ? grouped.exec(text)?.[0] : undefined;
    if (whole === undefined) return text;
    return whole.replaceAll(groupMark ?? '', '') + text.slice(whole.length);
  }

  return (text) => {
    const plain = decimalMark === 'none' ? undefined : readPlain(text, decimalMark);
    if (plain !== undefined) return plain;
    const tidy = withoutGroups(tidyText(text)).replace('\u2212', '-');
    if (!written) return SIGNED_KOPIYKAS.test(tidy) ? String(BigInt(tidy)) : undefined;
    const match = written.exec(tidy);
    if (match === null) return undefined;
    const digits = `${match[1]}${(match[2] ?? '').padEnd(2, '0')}`;
    const kopiykas = digits.replace(/^(-?)0+(?=\d)/, '$1');
    return kopiykas === '-0' ? '0' : kopiykas;
  };
}

const TOKENS = /YYYY|MM|DD|HH|mm|ss/g;
const ADJACENT_TOKENS = /(?:YYYY|MM|DD|HH|mm|ss)(?:YYYY|MM|DD|HH|mm|ss)/;
const MOST_REMEMBERED = 10_000;

/** The pattern of a token of a date format. `isSeparated`: signs stand between the tokens, so that a zero in front may be missing. */
function tokenPattern(token: string, isSeparated: boolean): string {
  const two = isSeparated ? '\\d{1,2}' : '\\d{2}';
  if (token === 'YYYY') return '(?<year>\\d{4})';
  if (token === 'MM') return `(?<month>${two})`;
  return token === 'DD' ? `(?<day>${two})` : two;
}

/**
 * Reads the day of a date that is written as the format says. The time of the day, its seconds and zeros in front may be missing:
 * spreadsheets drop them when they save a statement.
 */
function dateReader(format: string): (text: string) => LocalDate | undefined {
  const quoted = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  const isSeparated = !ADJACENT_TOKENS.test(format);
  let pattern = '';
  let at = 0;
  for (const match of format.matchAll(TOKENS)) {
    const part = quoted(format.slice(at, match.index)) + tokenPattern(match[0], isSeparated);
    pattern += match[0] === 'ss' ? `(?:${part})?` : part;
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
    const { year, month = '', day = '' } = whole.exec(tidyText(text))?.groups ?? {};
    const date =
      year === undefined
        ? dayOnly?.(text)
        : parseLocalDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
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
  /** Whole kopiykas, never zero; below zero: the bank takes a payment back. */
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
  /** A row that is no payment by the word in a column of the format. */
  readonly onSkipped: (line: number, word: string) => void;
  readonly report: ReportProblem;
}

const LONGEST_TEXT = 1000;
/** Money of an earlier day is a date that was read wrong. */
const EARLIEST = '2000-01-01';
const OTHER_DELIMITERS = [';', ',', '\t', '|'];
const HRYVNIAS = ['UAH', '980'];
/** Lines of a bank before the one that names the columns. */
const MOST_LINES_BEFORE = 20;
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

/** A word in letters alone, with look-alikes of both alphabets as one: "Кт", "K-T". */
const wordKey = (text: string) => latinCode(text.replace(/[^\p{L}]/gu, ''));

/** A title of a column as it is compared: neither spaces nor capitals matter. */
const titleKey = (text: string) => tidyText(text).toLowerCase();

/** The places of the columns that a format wants, from 0, and the columns that are not there; `separator`: what separates the values instead. */
function findPlaces({ columns, only, delimiter, hasHeader }: StatementFormat, fields: readonly string[]) {
  const titles = fields.map(titleKey);
  const missing: string[] = [];
  const placeOf = (column: string | number): number => {
    const place = typeof column === 'number' ? column - 1 : hasHeader ? titles.indexOf(titleKey(column)) : -1;
    if (place < 0 || place >= titles.length) missing.push(String(column));
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
    count: titles.length,
  };
  const separator = OTHER_DELIMITERS.find(
    (one) => one !== delimiter && fields.length === 1 && fields[0]?.includes(one),
  );
  return { places, missing, separator };
}

type Places = ReturnType<typeof findPlaces>['places'];

/**
 * Finds the columns: `take` says whether a line was used for that. A format with titles passes over a few lines of the bank before
 * them; `end` reports what is missing when no line has them all.
 */
function columnFinder(format: StatementFormat, report: ReportProblem) {
  let linesBefore = format.linesBefore ?? 0;
  let places: Places | undefined;
  let isDone = false;
  const passed: { readonly line: number; readonly found: ReturnType<typeof findPlaces> }[] = [];

  /** What is missing in the line that has most of the columns. */
  function end(): void {
    if (isDone) return;
    isDone = true;
    const [nearest] = passed.toSorted((a, b) => a.found.missing.length - b.found.missing.length);
    if (nearest === undefined) return;
    const { line, found } = nearest;
    if (found.separator !== undefined)
      report(line, null, 'file.separator', found.separator === '\t' ? 'TAB' : found.separator);
    else for (const column of found.missing) report(line, column, 'file.missingColumn', column);
  }

  return {
    take(line: number, fields: readonly string[]): boolean {
      if (linesBefore > 0) {
        linesBefore -= 1;
        return true;
      }
      if (isDone) return false;
      const found = findPlaces(format, fields);
      if (found.missing.length > 0) {
        passed.push({ line, found });
        if (!format.hasHeader || passed.length > MOST_LINES_BEFORE) end();
        return true;
      }
      isDone = true;
      places = found.places;
      return format.hasHeader;
    },
    end,
    places: () => places,
  };
}

/** Says of the word in the column of a format whether the row is a payment; undefined: the word is known for neither. */
function paymentWords({ words, skip = [...skippedWords] }: NonNullable<StatementFormat['only']>) {
  const [payments, skipped] = [words, skip].map((list) => new Set(list.map(wordKey)));
  // The same few words stand in a million rows.
  const known = new Map<string, boolean | undefined>();
  return (word: string): boolean | undefined => {
    if (!known.has(word) && known.size < MOST_REMEMBERED) {
      const key = wordKey(word);
      known.set(word, payments?.has(key) ? true : skipped?.has(key) ? false : undefined);
    }
    return known.get(word);
  };
}

/** Makes rows of the fields of lines: `take` a line at a time, then `end`. */
export function rowReader({ format, accountPattern, today, onRow, onSkipped, report }: RowReaderOptions) {
  const { columns: names, only, name: formatName } = format;
  const readDate = dateReader(format.dateFormat);
  const readSum = sumReader(format);
  const keyOf = keyMaker();
  const isPayment = only && paymentWords(only);
  const columns = columnFinder(format, report);

  function takeRow(line: number, fields: readonly string[], at: Places): void {
    const value = (place: number) => (place < 0 ? '' : trimmed(fields[place] ?? ''));
    if (only && isPayment) {
      const word = value(at.only);
      const says = isPayment(word);
      if (says === undefined)
        report(line, String(only.column), word ? 'value.unknownWord' : 'value.required', word);
      if (says === false) onSkipped(line, word);
      if (!says) return;
    }
    let isRight = true;
    const wrong = (column: string | number | undefined, code: StatementProblemCode, text: string) => {
      isRight = false;
      report(line, column === undefined ? null : String(column), code, text);
    };
    const dateText = value(at.date);
    const paidOn = readDate(dateText);
    if (paidOn === undefined) wrong(names.date, dateText ? 'value.date' : 'value.required', dateText);
    else if (paidOn < EARLIEST) wrong(names.date, 'value.date', dateText);
    else if (paidOn > today) wrong(names.date, 'value.dateFuture', dateText);
    const sumText = value(at.sum);
    const kopiykas = readSum(sumText);
    if (kopiykas === undefined) wrong(names.sum, sumText ? 'value.sum' : 'value.required', sumText);
    else if (kopiykas === '0') wrong(names.sum, 'value.sumZero', sumText);
    const bankRowId = value(at.rowId);
    if (at.rowId >= 0 && bankRowId === '') wrong(names.rowId, 'value.required', '');
    const currency = tidyText(value(at.currency));
    if (at.currency >= 0 && !HRYVNIAS.includes(currency) && !HRYVNIAS.includes(currency.toUpperCase()))
      wrong(names.currency, 'value.currency', currency);
    if (!isRight || paidOn === undefined || kopiykas === undefined) return;

    const accountText = value(at.account);
    const purpose = value(at.purpose).slice(0, LONGEST_TEXT);
    const payer = at.payer.length > 0 ? payerOf(fields, at.payer) : '';
    const documentNumber = value(at.documentNumber);
    const content = `${accountText}\n${kopiykas}\n${payer}\n${purpose}`;
    const known = bankRowId || (documentNumber === '' ? content : `${content}\n${documentNumber}`);
    // Migration 0020 makes the same keys in SQL.
    const digits = hash('sha256', `${formatName}\n${known}`, 'hex');
    // A row below zero takes a payment back: an operator chooses which.
    const isReversal = kopiykas.startsWith('-');
    onRow({
      line,
      baseKey: keyOf(paidOn, digits),
      keyBits: Number.parseInt(digits.slice(15, 22), 16),
      paidOn,
      kopiykas,
      rowNumber: bankRowId || documentNumber,
      accountText,
      ownAccount:
        accountText === '' || isReversal ? undefined : parseAccountNumber(accountText, accountPattern),
      payer,
      purpose,
      facts: purpose === '' || isReversal ? NO_FACTS : readPurpose(purpose, accountPattern),
    });
  }

  return {
    take(line: number, fields: readonly string[]): void {
      if (columns.take(line, fields)) return;
      const places = columns.places();
      if (places === undefined) return;
      if (fields.length !== places.count) {
        report(line, null, 'row.columnCount', `${fields.length} / ${places.count}`);
        return;
      }
      takeRow(line, fields, places);
    },
    end: columns.end,
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
