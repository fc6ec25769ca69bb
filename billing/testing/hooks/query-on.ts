import { type QueryExecutorProvider, sql } from 'kysely';

/** Makes the tag of the statements of a test: each runs on the database, connected by then, and gives its rows. */
export function queryOn(db: () => QueryExecutorProvider) {
  return async <Row>(strings: TemplateStringsArray, ...values: readonly unknown[]): Promise<Row[]> =>
    (await sql<Row>(strings, ...values).execute(db())).rows;
}
