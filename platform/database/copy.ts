import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';

/**
 * Writes ready-made rows by COPY, inside the transaction of the client. `rows` is PostgreSQL's text format: columns parted
 * by tabs, a line feed after each row, \N for null. Throws what the database refuses.
 */
export async function copyRows(client: pg.ClientBase, target: string, rows: string | Buffer): Promise<void> {
  if (rows.length === 0) return;
  const stream = client.query(from(`copy ${target} from stdin`));
  stream.end(rows);
  await finished(stream);
}
