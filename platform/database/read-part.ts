import type { Kysely } from 'kysely';
import { type RawBuilder, sql } from 'kysely';
import { int4, json, typedSql } from './typed-sql.ts';

/** Rows of a query from an offset on, in an order. */
export interface PartRequest {
  /** A column of the query. */
  readonly sort: { readonly column: string; readonly descending: boolean };
  readonly offset: number;
  readonly limit: number;
}

export interface Part<Row, Totals> {
  readonly rows: Row[];
  readonly totals: Totals;
  /** Number of all rows of the query. */
  readonly count: number;
}

/**
 * A part of the rows of a query, the number of all of them and their totals, by one statement. `key` is the column that names a row:
 * it decides between rows that are equal in the column of the order. `hidden` columns are only for order and totals.
 * @param select SQL of the query; its columns are those of `Row`.
 * @param totals SQL of the columns of `Totals`, aggregates over the rows.
 */
export async function readPart<Row, Totals>(
  db: Pick<Kysely<never>, 'getExecutor'>,
  select: RawBuilder<unknown>,
  totals: RawBuilder<unknown>,
  { key, hidden = [] }: { readonly key: string; readonly hidden?: readonly string[] },
  { sort, offset, limit }: PartRequest,
): Promise<Part<Row, Totals>> {
  const direction = sort.descending ? sql`desc` : sql`asc`;
  const { rows } = await typedSql({ rows: json<Row[]>(), totals: json<Totals>(), count: int4() })`
    with found as materialized (${select})
    select (select count(*)::integer from found) as count,
      (select to_jsonb(total) from (select ${totals} from found) as total) as totals,
      coalesce((select jsonb_agg(to_jsonb(part) - ${[...hidden]}::text[]) from (
        select * from found order by ${sql.id(sort.column)} ${direction} nulls last, ${sql.id(key)}
        limit ${limit}::integer offset ${offset}::integer) as part), '[]') as rows`.execute(db);
  const [part] = rows;
  if (part === undefined) throw new Error('no answer');
  return part;
}
