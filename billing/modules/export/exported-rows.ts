import { allFormats, type FileFormat } from '#billing/modules/import/public.ts';

/** The rows of a file of the import format, as its staging table holds them. */
export interface ExportedRows {
  readonly file: string;
  /** SQL of rows with the columns of the file in the types in which the import stages them. */
  readonly rows: string;
  /** Columns by which the rows are ordered, `desc` behind one that is from last to first; together they name a row. */
  readonly key: readonly string[];
  /** Columns of money that the manifest adds up. */
  readonly sums?: readonly string[];
}

const formatOf = new Map(allFormats.map((format) => [format.file, format]));

/** The columns and kinds of a file. @throws Error for a file that the import does not read. */
function formatOfFile(file: string): FileFormat {
  const format = formatOf.get(file);
  if (format === undefined) throw new Error(`The import reads no ${file}`);
  return format;
}

/** SQL of COPY that writes the file as the import reads it. */
export function copyStatement({ file, rows, key }: ExportedRows): string {
  const columns = Object.entries(formatOfFile(file).columns).map(([name, { kind }]) => {
    const column = `given."${name}"`;
    return `${kind.written?.(column) ?? `${column}::text`} as "${name}"`;
  });
  const order = key.map((column) => `given.${column}`).join(', ');
  return `copy (select ${columns.join(', ')} from (${rows}) given order by ${order})
    to stdout with (format csv, header, encoding 'UTF8')`;
}

/** SQL of the sums of the money columns of a file, in kopiykas, as one JSON object. */
export function sumStatement({ rows, sums = [] }: ExportedRows): string {
  const pairs = sums.map((column) => `'${column}', coalesce(sum(${column}), 0)::text`).join(', ');
  return `select jsonb_build_object(${pairs}) as sums from (${rows}) given`;
}
