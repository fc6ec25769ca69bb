import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';

/**
 * Writes rows by COPY in the client's transaction. `rows` is in PostgreSQL's text format: columns separated by tabs,
 * a line feed after each row, \N for null. Throws the database's error.
 */
export async function copyRows(client: pg.ClientBase, target: string, rows: string | Buffer): Promise<void> {
  if (rows.length === 0) return;
  const stream = client.query(from(`copy ${target} from stdin`));
  stream.end(rows);
  await finished(stream);
}
