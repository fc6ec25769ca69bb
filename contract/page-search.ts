/**
 * A parameter of a page's query: a text, a text of at most so many characters, a date, or one of the listed values. A
 * year is a number, the others are strings.
 */
export type SearchParam =
  | 'text'
  | { readonly maxLength: number }
  | 'day'
  | 'month'
  | 'year'
  | readonly string[];

/** The parameters of a page by their names. All are optional. */
export type SearchSchema = Readonly<Record<string, SearchParam>>;

type SearchValue<Param> = Param extends readonly (infer Value)[]
  ? Value
  : Param extends 'year'
    ? number
    : string;

/** What a page gets of its query. */
export type SearchOf<Schema extends SearchSchema> = {
  -readonly [Name in keyof Schema]?: SearchValue<Schema[Name]>;
};

/** Years of the dates that calls take. A moment counts as its day. */
const shapes = {
  year: /^2[01]\d\d$/,
  month: /^2[01]\d\d-(0[1-9]|1[0-2])$/,
  day: /^2[01]\d\d-\d\d-\d\d(?=T|$)/,
} as const;

function readParam(param: SearchParam, text: string): string | number | undefined {
  if (param === 'text') return text;
  if (typeof param === 'object')
    return 'maxLength' in param ? text.slice(0, param.maxLength) : param.find((one) => one === text);
  const [date] = shapes[param].exec(text) ?? [];
  if (date === undefined || param === 'month') return date;
  if (param === 'year') return Number(date);
  // "2026-02-30" is the 2nd of March.
  return new Date(date).toJSON()?.startsWith(date) ? date : undefined;
}

/** The parameters of a query that are valid. An absent, empty or invalid one is left out: the page shows its default. */
export function readSearch<const Schema extends SearchSchema>(
  schema: Schema,
  search: Readonly<Record<string, unknown>>,
): SearchOf<Schema> {
  const given = Object.entries(schema).flatMap(([name, param]) => {
    const value = readParam(param, String(search[name] ?? '')) || undefined;
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(given);
}
