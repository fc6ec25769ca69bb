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

/** The parameters of a page by their names; those of `*` are all others. All are optional. */
export type SearchSchema = Readonly<Record<string, SearchParam>>;

type SearchValue<Param> = Param extends readonly (infer Value)[]
  ? Value
  : Param extends 'year'
    ? number
    : string;

/** What a page gets of its query. */
export type SearchOf<Schema extends SearchSchema> = {
  -readonly [Name in keyof Schema as Exclude<Name, '*'>]?: SearchValue<Schema[Name]>;
};

const dateLengths = { year: 4, month: 7, day: 10 } as const;

/** A date that exists, of the years that calls take: "2026-02-30" would be the 2nd of March. A moment counts as its day. */
function readDate(kind: keyof typeof dateLengths, text: string): string | undefined {
  const [date = ''] = text.split('T');
  const exists = date.length === dateLengths[kind] && new Date(date).toJSON()?.startsWith(date);
  return exists && /^2[01]/.test(date) ? date : undefined;
}

function readParam(param: SearchParam, text: string): string | number | undefined {
  if (param === 'text') return text;
  if (typeof param === 'object')
    return 'maxLength' in param ? text.slice(0, param.maxLength) : param.find((one) => one === text);
  const date = readDate(param, text);
  return param === 'year' ? Number(date) : date;
}

/** The parameters of a query that are valid. An absent, empty or invalid one is left out: the page shows its default. */
export function readSearch<const Schema extends SearchSchema>(
  schema: Schema,
  search: Readonly<Record<string, unknown>>,
): SearchOf<Schema> {
  const others = schema['*'];
  const given = Object.keys(others ? { ...schema, ...search } : schema).flatMap((name) => {
    const value = readParam(schema[name] ?? others ?? 'text', String(search[name] ?? ''));
    return value ? [[name, value]] : [];
  });
  return Object.fromEntries(given);
}
