import * as z from 'zod/mini';
import { type Call, defineCall, fileTypes, signedInput, success } from '../define-call.ts';
import { cursorField, exportFormatField, textField } from '../fields.ts';
import type { AdminRole } from '../identity/admin-roles.ts';
import { dateField, instantField } from '../values/dates.ts';
import { moneyField } from '../values/money.ts';

/**
 * What a column holds on the wire: 'text'; 'number', a whole one; 'money', hryvnias "1234.56", of SQL kopiykas; 'share',
 * 0 to 1; 'duration', milliseconds; 'instant', ISO 8601; 'mark', a boolean whose word `yes` stands in the cell or nothing.
 */
export type ReportColumn = {
  readonly title: string;
  /** Absent: rows can be sorted by it. */
  readonly isSortable?: false;
} & (
  | { readonly kind: 'text' /** Language of the values where it is not Ukrainian. */; readonly lang?: 'en' }
  | { readonly kind: 'number' | 'money' /** The total is the sum of all rows. */; readonly total?: 'sum' }
  /** The total is the sum of the one column by the sum of the other. */
  | { readonly kind: 'share'; readonly total?: { readonly part: string; readonly whole: string } }
  | { readonly kind: 'duration' }
  | { readonly kind: 'instant' }
  | { readonly kind: 'mark'; readonly yes: string }
);

/** A condition beside the period; an empty one filters by nothing. */
export type ReportFilter = { readonly label: string } & (
  | { readonly kind: 'choice'; readonly any: string; readonly choices: Readonly<Record<string, string>> }
  | { readonly kind: 'text'; readonly maxLength: number }
);

/** One bar for each of the first rows, in the order of the table. */
interface ReportChart {
  readonly title: string;
  /** Column that names a bar. */
  readonly label: string;
  /** Numeric column that is its length. */
  readonly value: string;
  readonly maxBars: number;
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
  readonly chart?: ReportChart;
  /**
   * The report of one row: it is shown in place of this one while the address has all of these filters, which the first
   * column of a row links to.
   */
  readonly detail?: {
    readonly report: Report;
    readonly filters: Readonly<Record<string, NoInfer<Key>>>;
    readonly back: string;
  };
}

type Cell = string | number | boolean | null;
export type ReportRow = Readonly<Record<string, Cell>>;

/** Payload of the read call: Kyiv days of the period, both included, and the filters by their names. */
export type ReportInput = Readonly<Record<string, string | undefined>>;

export interface ReportAnswer {
  readonly status: 'success';
  readonly rows: readonly ReportRow[];
  /** Of all rows of the filter, by column. */
  readonly totals: Readonly<Record<string, string | number | null>>;
  /** Number of all rows of the filter. */
  readonly count: number;
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
 * Periods by the most days they have: of raw records a month, by default the last 7 days, today included; of figures of a year,
 * by default this year until today.
 */
export const reportPeriods = { days: { maxDays: 31 }, year: { maxDays: 366 } } as const;
/** Of the period 'days' when none is named. */
export const usualReportDays = 7;
/** Maximum rows of an exported file. */
export const maxReportRows = 10_000;

const filterSchema = (filter: ReportFilter) =>
  filter.kind === 'choice' ? z.enum(Object.keys(filter.choices)) : textField(filter.maxLength);

const cellSchemas = {
  text: z.string(),
  number: z.number(),
  money: moneyField,
  share: z.number(),
  duration: z.number(),
  instant: instantField,
  mark: z.boolean(),
} as const satisfies Record<ReportColumn['kind'], z.ZodMiniType>;

/** Values of the field `sort`: the column, with '-' before it for descending. */
export function sortsOf(report: Pick<ReportDeclaration<string, string>, 'columns'>): readonly string[] {
  return Object.entries(report.columns).flatMap(([key, { isSortable }]) =>
    isSortable === false ? [] : [key, `-${key}`],
  );
}

/**
 * A report: its texts, filters and columns, and the two calls that follow from them. The SQL is in `portal/modules/reports/`;
 * page, file, link and tests follow.
 */
export function defineReport<const FilterName extends string, const Key extends string>(
  declaration: ReportDeclaration<FilterName, Key>,
): Report<FilterName, Key> {
  const { name, roles, columns } = declaration;
  const filters = Object.entries<ReportFilter>(declaration.filters);
  const path = `/api/admin/reports/${name.replaceAll('_', '-')}` as const;
  const fields = {
    from: z.optional(dateField),
    to: z.optional(dateField),
    ...Object.fromEntries(filters.map(([key, filter]) => [key, z.optional(filterSchema(filter))])),
    sort: z.optional(z.enum([...sortsOf(declaration)])),
  };
  const row = Object.fromEntries(
    Object.entries<ReportColumn>(columns).map(([key, { kind }]) => [key, z.nullable(cellSchemas[kind])]),
  );
  const admins = { audience: 'admin', roles, failures: ['reports.badPeriod', 'reports.tooMuch'] } as const;
  const read = defineCall({
    path: `${path}/read`,
    summary: `The report ${name}: rows in parts, totals, and the moment of the records.`,
    ...admins,
    input: signedInput({
      ...fields,
      cursor: z.optional(cursorField),
      limit: z.optional(z.int().check(z.gte(1), z.lte(200))),
    }),
    output: success({
      rows: z.array(z.object(row)),
      totals: z.record(z.string(), z.nullable(z.union([z.number(), moneyField]))),
      count: z.number(),
      next: z.nullable(cursorField),
      from: dateField,
      to: dateField,
      asOf: instantField,
    }),
  });
  const file = defineCall({
    path: `${path}/export`,
    summary: `The rows of the report ${name} as a table to keep, the first 10,000 at most.`,
    ...admins,
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
