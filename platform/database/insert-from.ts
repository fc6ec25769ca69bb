/** SQL text that adds the rows of a relation to a table, which has columns of the same names; and what it adds to. */
export interface InsertFrom {
  (relation: string): string;
  readonly table: string;
  readonly columns: string;
}

/**
 * SQL text that adds the rows of a relation to a table: the owner of the table names its columns once, whoever has the rows as
 * a relation (a common table expression, or a query in brackets with a name) gives them with columns of these names.
 * `ending`: what comes of a row that is there already; the caller may add one to an owner that names none.
 */
export function insertFrom(table: string, columns: string, ending = ''): InsertFrom {
  const insert = (relation: string) =>
    `insert into ${table} (${columns}) select ${columns} from ${relation} ${ending}`;
  return Object.assign(insert, { table, columns });
}
