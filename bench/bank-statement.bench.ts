import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';
import { type BenchDatabase, openBenchDatabase } from '#bench/support/seed/bench-database.ts';
import { seedStatement, writeStatement } from '#bench/support/seed/make-bank-statement.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { importStatement } from '#billing/modules/bank-statements/public.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';

/** Tables written by booking a statement; they already contain other rows. */
const written = [
  'bank_statement_row',
  'bank_statement_outcome',
  'payment',
  'payment_event',
  'ledger_entry',
  'audit_entry',
  'outbox_event',
  'bank_statement_payer',
] as const;

export interface StatementBenchResult {
  readonly rows: number;
  readonly fileMib: number;
  /** Seconds. `copy`: COPY of the file into a text table, mean of before and after. */
  readonly copy: number;
  /** Until all rows are read, checked and stored. */
  readonly read: number;
  /** Until all rows are matched, without booking. */
  readonly matched: number;
  /** Until all rows are booked. */
  readonly booked: number;
  /** Writing the same rows of all tables ready-made, with the same keys. */
  readonly readyMade: number;
  readonly memoryMib: number;
}

/**
 * Import of a bank statement against a plain COPY of the same file in the same minute, and its booking against writing
 * the same rows ready-made. Both sides durable, a checkpoint before each.
 */
export async function benchStatement(
  options: { readonly rows?: number; readonly log?: (line: string) => void } = {},
): Promise<StatementBenchResult> {
  const { rows = 1_000_000, log = () => undefined } = options;
  const database = await openBenchDatabase();
  try {
    const path = join(database.dataFolder, 'statement.csv');
    log(`making ${rows} accounts and a statement of as many rows`);
    await seedStatement(database.pool, rows);
    await writeStatement(path, rows);
    const fileMib = (await stat(path)).size / 2 ** 20;

    const before = await timeCopy(database.pool, path);
    const dryRun = await timeImport(database, path, true);
    log(
      `COPY ${before.toFixed(2)} s; read in ${dryRun.read.toFixed(2)} s, judged in ${dryRun.whole.toFixed(2)} s`,
    );
    const real = await timeImport(database, path, false);
    const after = await timeCopy(database.pool, path);
    const copy = (before + after) / 2;
    const readyMade = await timeReadyMade(database.pool);
    log(
      `COPY ${after.toFixed(2)} s; booked in ${real.whole.toFixed(2)} s; ready-made ${readyMade.toFixed(2)} s`,
    );
    const memoryMib = Math.max(dryRun.memory, real.memory) / 2 ** 20;
    return {
      rows,
      fileMib,
      copy,
      read: dryRun.read,
      matched: dryRun.whole,
      booked: real.whole,
      readyMade,
      memoryMib,
    };
  } finally {
    await database.close();
  }
}

async function timeCopy(pool: pg.Pool, path: string): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('drop table if exists public.plain');
    await client.query(
      'create table public.plain (d text, s text, c text, t text, n text, p text, a text, w text)',
    );
    await client.query('checkpoint');
    const started = performance.now();
    await pipeline(
      createReadStream(path, { highWaterMark: 1024 * 1024 }),
      client.query(
        from(`copy public.plain from stdin with (format csv, delimiter ';', header, encoding 'WIN1251')`),
      ),
    );
    return (performance.now() - started) / 1000;
  } finally {
    client.release();
  }
}

async function timeImport(database: BenchDatabase, path: string, isTrial: boolean) {
  const { db, pool, close } = connectDatabase<unknown>({ url: database.url, poolSize: 4 });
  try {
    await database.pool.query('checkpoint');
    let memory = 0;
    let read = 0;
    const clock = fixedClock(kyivInstant(localDate('2026-11-01'), 9, 0));
    const started = performance.now();
    const elapsed = () => (performance.now() - started) / 1000;
    const result = await importStatement({
      db: db as BillingDatabase,
      pool,
      clock,
      path,
      formatName: 'bank-statement',
      isTrial,
      onProgress({ step }) {
        memory = Math.max(memory, process.memoryUsage.rss());
        if (step !== 'reading' && read === 0) read = elapsed();
      },
    });
    const whole = elapsed();
    if (!('statement' in result) || !['tried', 'done'].includes(result.kind))
      throw new Error(JSON.stringify(result));
    return { read, whole, memory };
  } finally {
    await close();
  }
}

/** Writes the same rows once more into empty tables with the same keys. */
async function timeReadyMade(pool: pg.Pool): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('create schema twin');
    for (const table of written) {
      await client.query(`create unlogged table twin.${table}_ready as select * from billing.${table}`);
      await client.query(`create table twin.${table} (like billing.${table} including all)`);
    }
    await client.query('alter table twin.bank_statement_row alter column has_references drop expression');
    await client.query(
      'alter table twin.payment add foreign key (account_number) references billing.account;' +
        'alter table twin.payment_event add foreign key (account_number, payment_id) references twin.payment;' +
        'alter table twin.ledger_entry add foreign key (account_number) references billing.account',
    );
    await client.query('checkpoint');
    const started = performance.now();
    for (const table of written)
      await client.query(`insert into twin.${table} select * from twin.${table}_ready`);
    return (performance.now() - started) / 1000;
  } finally {
    client.release();
  }
}

if (import.meta.main) {
  const result = await benchStatement({ rows: Number(process.argv[2] ?? 1_000_000), log: console.log });
  console.log(JSON.stringify(result));
}
