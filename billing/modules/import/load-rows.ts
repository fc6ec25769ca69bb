import type pg from 'pg';
import type { LoadStep } from './load-steps.ts';

/** Pages of a staging table that are loaded by one statement: some 100,000 readings. */
const PAGES_IN_PIECE = 1500;

async function pagesOf(client: pg.PoolClient, stage: string): Promise<number> {
  const { rows } = await client.query<{ pages: number }>(
    `select (pg_relation_size('pg_temp.${stage}') / current_setting('block_size')::bigint)::integer as pages`,
  );
  return rows[0]?.pages ?? 0;
}

async function runStep(
  client: pg.PoolClient,
  step: LoadStep,
  onPiece: (done: number, total: number) => void,
): Promise<number> {
  const pages = await pagesOf(client, step.stage);
  let added = 0;
  for (let page = 0; page < pages; page += PAGES_IN_PIECE) {
    const end = page + PAGES_IN_PIECE;
    const piece = `${step.stage}.ctid >= '(${page},0)' and ${step.stage}.ctid < '(${end},0)'`;
    const result = await client.query(step.sql.replaceAll('{piece}', piece));
    added += result.rowCount ?? 0;
    onPiece(Math.min(end, pages), pages);
  }
  return added;
}

/**
 * Turns checked staging tables into rows of the schema, in pieces, inside the transaction of the caller. Rows that are
 * there already (by their natural keys) stay as they are. Answers how many rows each table gained.
 */
export async function loadRows(
  client: pg.PoolClient,
  steps: readonly LoadStep[],
  onProgress: (table: string, done: number, total: number) => void,
): Promise<Readonly<Record<string, number>>> {
  const added: Record<string, number> = {};
  for (const step of steps) {
    added[step.table] = await runStep(client, step, (done, total) => onProgress(step.table, done, total));
  }
  return added;
}
