import * as z from 'zod/mini';
import { addDays, type LocalDate, laterOf, localDate } from '#domain/time/local-date.ts';
import { type Call, defineCall, fileTypes, signedInput, success } from '../define-call.ts';
import { cursorField, exportFormatField, textField } from '../fields.ts';
import type { AdminRole } from '../identity/admin-roles.ts';
import type { MessageCode } from '../messages/catalogue.ts';
import type { PagePath } from '../pages.ts';
import { dateField, instantField, periodField } from '../values/dates.ts';
import { moneyField } from '../values/money.ts';

/** Leads from a number that is not nought to its rows: another report for the same days. */
interface RowsLink {
  /** Name of the report. */
  readonly report: string;
  /** Its filters by columns of the row. */
  readonly filters: Readonly<Record<string, string>>;
}

/**
 * What a column holds on the wire: 'text'; 'number', a whole one; 'money', hryvnias "1234.56", of SQL kopiykas; 'share',
 * 0 to 1; 'ratio', a number with at most two decimals; 'change', by which share a number is more or less than in the period before, null when there was none; 'duration',
 * milliseconds; 'date', a day; 'month', 'YYYY-MM'; 'instant', ISO 8601; 'mark', a boolean whose word `yes` stands in the cell or nothing.
 */
export type ReportColumn = {
  readonly title: string;
  /** Absent: rows can be sorted by it. */
  readonly isSortable?: false;
  readonly rows?: RowsLink;
  /** Shown for these choices of a filter alone, '' when none is chosen; otherwise its cells are null. */
  readonly shownBy?: { readonly filter: string; readonly choices: readonly string[] };
} & (
  | {
      readonly kind: 'text';
      /** Language of the values where it is not Ukrainian. */
      readonly lang?: 'en';
      /** Some lines, such as a stack: the first one is shown, the others unfold. */
      readonly isLong?: true;
    }
  /** The total is the sum of all rows; 'last': as it stood at the end of the period. */
  | { readonly kind: 'number' | 'money'; readonly total?: 'sum' | 'last' }
  /** The total is the sum of the one column by the sum of the other. */
  | { readonly kind: 'share'; readonly total?: { readonly part: string; readonly whole: string } }
  | { readonly kind: 'change'; readonly total?: { readonly now: string; readonly before: string } }
  | { readonly kind: 'ratio' | 'duration' | 'date' | 'month' }
  | { readonly kind: 'instant' /** With seconds. */; readonly isExact?: true }
  | { readonly kind: 'mark'; readonly yes: string }
);

/** A condition beside the period; an empty one filters by nothing. */
export type ReportFilter = { readonly label: string } & (
  | { readonly kind: 'choice'; readonly any: string; readonly choices: Readonly<Record<string, string>> }
  /** With names that the server suggests (`ReportSource`). */
  | { readonly kind: 'text'; readonly maxLength: number; readonly suggests?: true }
  /** 'YYYY-MM'. */
  | { readonly kind: 'month' }
  /** Hryvnias as a person writes them. */
  | { readonly kind: 'money' }
  /** Hour and minute, "09:30". */
  | { readonly kind: 'time' }
);

/** One bar for each of the first rows, in the order of the table. */
interface ReportBars {
  readonly title: string;
  /** Column that names a bar. */
  readonly label: string;
  /** Numeric column that is its length. */
  readonly value: string;
  readonly maxBars: number;
}

/** A bar for each row from its beginning to its end, under each other. */
interface ReportSpans {
  readonly title: string;
  /** Column that names a bar. */
  readonly label: string;
  /** Columns of the milliseconds until it begins and of those that it lasts. */
  readonly start: string;
  readonly length: string;
  /** Drawn when all rows have the same value there. */
  readonly of: string;
}

/** What the numbers of a chart are, as those of columns. */
type ChartUnit = 'number' | 'money' | 'share' | 'duration';

/** Lines over time. Its SQL has the column `at` and one for each series; null is a gap. */
export interface ReportLines {
  readonly kind: 'lines';
  /** Subject and unit. */
  readonly title: string;
  readonly unit: ChartUnit;
  /** Names of the series by their columns, four at most. */
  readonly series: Readonly<Record<string, string>>;
}

interface ChartAxis {
  readonly title: string;
  /** Words of the values in their order; absent: the values themselves, in the order of the SQL. */
  readonly values?: Readonly<Record<string, string>>;
  /** Of values without words; absent: text. */
  readonly kind?: 'date';
}

/** A number for each row and column, as a table in one hue. Its SQL has the columns `row`, `column` and `value`. */
export interface ReportHeatMap {
  readonly kind: 'heatMap';
  readonly title: string;
  readonly unit: ChartUnit;
  readonly rows: ChartAxis;
  readonly columns: ChartAxis;
}

/** Who has to do with whom: lines between the rows and the columns, as wide as their values. Its SQL is that of a heat map. */
interface ReportLinks extends Omit<ReportHeatMap, 'kind'> {
  readonly kind: 'links';
}

export type ReportChart = ReportLines | ReportHeatMap | ReportLinks;

/** The page of what the first column names; shown to the roles of that page. */
interface ReportSubject {
  readonly path: PagePath;
  /** Query parameter that takes the value of the first column. */
  readonly parameter: string;
  readonly roles: readonly AdminRole[];
}

interface ReportDeclaration<FilterName extends string, Key extends string> {
  /** As in the URL of its page. Source: base specification, section 2. */
  readonly name: string;
  readonly title: string;
  /** One sentence: what it shows. */
  readonly about: string;
  readonly roles: readonly AdminRole[];
  /** What its days may span, and do when none are named; absent: 'days'. */
  readonly period?: keyof typeof reportPeriods;
  readonly filters: Readonly<Record<FilterName, ReportFilter>>;
  /** In this order. The first one names a row. */
  readonly columns: Readonly<Record<Key, ReportColumn>>;
  readonly sort: { readonly column: NoInfer<Key>; readonly descending: boolean };
  /** Bars of the rows of the table. */
  readonly chart?: ReportBars;
  /** The rows of the table along their time. */
  readonly spans?: ReportSpans;
  /** Charts of other figures, each by its own SQL (`answerReport`), above the table in this order. */
  readonly charts?: Readonly<Record<string, ReportChart>>;
  /**
   * Records, newest first: read by their key instead of by a number of rows, so that the ten-thousandth part costs what the
   * first does. They can't be sorted otherwise, and are counted up to `maxCounted` (`answerLog`).
   */
  readonly isLog?: true;
  /** The filter that finds rows of any day: while it is set the days say nothing. */
  readonly anyDayBy?: NoInfer<FilterName>;
  /** Why its SQL may refuse a filter (`ReportRefused`). */
  readonly refusals?: readonly MessageCode[];
  /**
   * The report of one row: it is shown in place of this one while the address has all of these filters, which the first
   * column of a row links to.
   */
  readonly detail?: {
    readonly report: Report;
    readonly filters: Readonly<Record<string, NoInfer<Key>>>;
    readonly back: string;
  };
  readonly subject?: ReportSubject;
}

type Cell = string | number | boolean | null;
export type ReportRow = Readonly<Record<string, Cell>>;

/** Payload of the read call: Kyiv days of the period, both included, and the filters by their names. */
export type ReportInput = Readonly<Record<string, string | undefined>>;

/** Numbers of a chart: of lines the series by times, ISO 8601; of a heat map the rows by columns. Null: there is none. */
export interface ChartAnswer {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly values: readonly (readonly (number | string | null)[])[];
}

export interface ReportAnswer {
  readonly status: 'success';
  readonly rows: readonly ReportRow[];
  /** Of all rows of the filter, by column. */
  readonly totals: Readonly<Record<string, string | number | null>>;
  /** Number of all rows of the filter; of a log that has more, `maxCounted`. */
  readonly count: number;
  /** There are more rows than were counted. */
  readonly isCapped: boolean;
  /** By their names; of the first part only. */
  readonly charts: Readonly<Record<string, ChartAnswer>>;
  /** Names to choose from, by the names of filters. */
  readonly suggestions?: Readonly<Record<string, readonly string[]>>;
  readonly next: string | null;
  readonly from: string;
  readonly to: string;
  /** Records until then are counted; later parts of the same list keep it. */
  readonly asOf: string;
}

export interface Report<FilterName extends string = string, Key extends string = string>
  extends ReportDeclaration<FilterName, Key> {
  readonly read: Call<z.ZodMiniType<ReportInput>, z.ZodMiniType<ReportAnswer>>;
  /** The same rows as a file. */
  readonly export: Call<z.ZodMiniType<ReportInput & { readonly format: 'xlsx' | 'csv' }>>;
}

/**
 * Periods by the most days they have and the last ones, today included, that are shown when none are named: 'days' of records
 * themselves or of percentiles; 'recent' the same of what changes by the minute; 'months' of sums; 'year', by default this year until today; 'now': the state of the
 * moment, without days.
 */
export const reportPeriods = {
  days: { maxDays: 31, usualDays: 7 },
  recent: { maxDays: 31, usualDays: 2 },
  months: { maxDays: 366, usualDays: 30 },
  year: { maxDays: 366, usualDays: undefined },
  now: { maxDays: 1, usualDays: 1 },
} as const satisfies Record<string, { readonly maxDays: number; readonly usualDays: number | undefined }>;
/** The first day that a payload or an answer may name. */
const firstDay = localDate('2000-01-01');

/** Days of a report, both included: those that are named, else the usual ones. They may be reversed or too many. */
export function reportDays(
  { period = 'days' }: Pick<Report, 'period'>,
  { from, to }: ReportInput,
  today: LocalDate,
): { readonly from: LocalDate; readonly to: LocalDate } {
  const { usualDays } = reportPeriods[period];
  const [first, last] = [from, to].map((day) => (day ? localDate(day) : undefined));
  const end = last ?? (first && first > today ? first : today);
  const usual =
    usualDays === undefined
      ? localDate(`${(last ?? today).slice(0, 4)}-01-01`)
      : addDays(last ?? today, 1 - usualDays);
  return { from: first ?? laterOf(usual, firstDay), to: end };
}

/** Maximum rows of an exported file; a sheet holds 1,048,576. */
export const maxReportRows = 1_000_000;
/** Rows of a log that are counted for its page: counting all of them would read all of them. */
export const maxCounted = 10_000;

/** A filter of the kind 'time'. */
export const timePattern = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

function filterSchema(filter: ReportFilter) {
  switch (filter.kind) {
    case 'choice':
      return z.enum(Object.keys(filter.choices));
    case 'text':
      return textField(filter.maxLength);
    case 'time':
      return z.string().check(z.regex(timePattern, { error: 'field.invalid' }));
    case 'month':
      return periodField;
    case 'money':
      return moneyField;
  }
}

const cellSchemas = {
  text: z.string(),
  number: z.number(),
  money: moneyField,
  share: z.number(),
  ratio: z.number(),
  change: z.number(),
  duration: z.number(),
  date: dateField,
  month: periodField,
  instant: instantField,
  mark: z.boolean(),
} as const satisfies Record<ReportColumn['kind'], z.ZodMiniType>;

/** Values of the field `sort`: the column, with '-' before it for descending. */
export function sortsOf({
  columns,
  isLog,
}: Pick<ReportDeclaration<string, string>, 'columns' | 'isLog'>): readonly string[] {
  if (isLog) return [];
  return Object.entries(columns).flatMap(([key, { isSortable }]) =>
    isSortable === false ? [] : [key, `-${key}`],
  );
}

/** The columns that are shown with these values of the filters. */
export const shownColumns = (
  { columns }: Pick<Report, 'columns'>,
  filter: Readonly<Record<string, string | null | undefined>>,
): readonly [string, ReportColumn][] =>
  Object.entries<ReportColumn>(columns).filter(
    ([, { shownBy }]) => !shownBy || shownBy.choices.includes(filter[shownBy.filter] ?? ''),
  );

/**
 * The column and direction of a `sort`; without one the report's own, or, where that column is not shown, by the first one: the
 * newest time, or the first name.
 */
export function sortOf(
  report: Report,
  sort: string | undefined,
  filter: Parameters<typeof shownColumns>[1],
): Report['sort'] {
  if (sort !== undefined) return { column: sort.replace(/^-/, ''), descending: sort.startsWith('-') };
  const shown = shownColumns(report, filter);
  const [first] = shown;
  if (!first || shown.some(([key]) => key === report.sort.column)) return report.sort;
  const [column, { kind }] = first;
  return { column, descending: ['month', 'date', 'instant'].includes(kind) };
}

/**
 * A report: its texts, filters and columns, and the two calls that follow from them. The SQL is in `portal/modules/reports/`;
 * page, file, link and tests follow.
 */
export function defineReport<const FilterName extends string, const Key extends string>(
  declaration: ReportDeclaration<FilterName, Key>,
): Report<FilterName, Key> {
  const { name, roles, columns, period } = declaration;
  const filters = Object.entries<ReportFilter>(declaration.filters);
  const path = `/api/admin/reports/${name.replaceAll('_', '-')}` as const;
  const sorts = sortsOf(declaration);
  const fields = {
    ...(period !== 'now' && { from: z.optional(dateField), to: z.optional(dateField) }),
    ...Object.fromEntries(filters.map(([key, filter]) => [key, z.optional(filterSchema(filter))])),
    ...(sorts.length > 0 && { sort: z.optional(z.enum([...sorts])) }),
  };
  const row = Object.fromEntries(
    Object.entries<ReportColumn>(columns).map(([key, { kind }]) => [key, z.nullable(cellSchemas[kind])]),
  );
  const admins = { audience: 'admin', roles } as const;
  const failures = [
    'reports.badPeriod',
    'reports.notReady',
    'reports.tooMuch',
    ...(declaration.refusals ?? []),
  ] as const;
  const number = z.nullable(z.union([z.number(), moneyField]));
  const read = defineCall({
    path: `${path}/read`,
    summary: `The report ${name}: rows in parts, totals, charts, and the moment of the records.`,
    ...admins,
    failures,
    input: signedInput({
      ...fields,
      cursor: z.optional(cursorField),
      limit: z.optional(z.int().check(z.gte(1), z.lte(200))),
    }),
    output: success({
      rows: z.array(z.object(row)),
      totals: z.record(z.string(), number),
      count: z.number(),
      isCapped: z.boolean(),
      charts: z.record(
        z.string(),
        z.object({
          rows: z.array(z.string()),
          columns: z.array(z.string()),
          values: z.array(z.array(number)),
        }),
      ),
      suggestions: z.optional(z.record(z.string(), z.array(z.string()))),
      next: z.nullable(cursorField),
      from: dateField,
      to: dateField,
      asOf: instantField,
    }),
  });
  const file = defineCall({
    path: `${path}/export`,
    summary: `The rows of the report ${name} as a table to keep, 1,000,000 at most.`,
    ...admins,
    failures: [...failures, 'reports.tooManyRows'],
    file: [fileTypes.xlsx, fileTypes.csv],
    input: signedInput({ ...fields, format: exportFormatField }),
    output: z.unknown(),
  });
  return {
    ...declaration,
    read: read as unknown as Report['read'],
    export: file as unknown as Report['export'],
  };
}
