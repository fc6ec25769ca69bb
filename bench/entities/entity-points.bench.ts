import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { read, utils, type WorkSheet, write } from '@e965/xlsx';
import type pg from 'pg';
import { openBenchDatabase } from '#bench/support/seed/bench-database.ts';
import { READING_POINTS, READING_SUBMIT_POINTS } from '#billing/api/readings.ts';
import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { type BillingClient, createBillingClient, inProcess } from '#billing/client.ts';
import { importFolder } from '#billing/modules/import/public.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { tableFile } from '#platform/tables/table-file.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { newId } from '#platform/uuid.ts';
import { workbookTable } from '#portal/modules/readings/workbook/workbook-columns.template.ts';
import { median } from '../support/median.ts';
import { chainAccount } from '../support/seed/add-chain.ts';

const run = promisify(execFile);
const rounds = 5;
/** Inside the window of entities, the month before closed. */
const day = localDate('2026-10-31');
const clock = fixedClock(kyivInstant(day, 12, 0));
/** Tables that a submission writes. */
const written = ['reading_submission', 'reading', 'audit_entry', 'outbox_event'] as const;

export interface EntityPointsBenchResult {
  readonly points: number;
  /** Seconds of a transaction that takes a reading of each point, and of the same rows written ready-made. */
  readonly submitSeconds: number;
  readonly readyMadeSeconds: number;
  /** Time of reading and checking the cells of a workbook to the reader library alone, median of the rounds' ratios. */
  readonly workbookRatio: number;
  /** Maximum memory of the process that reads a workbook, MiB. */
  readonly workbookMib: number;
}

/** A chain of so many points in one account: all its readings in one transaction, and its workbook read by a process of its own. */
export async function benchEntityPoints({
  points = 5000,
  log = () => undefined,
}: {
  readonly points?: number;
  readonly log?: (line: string) => void;
}): Promise<EntityPointsBenchResult> {
  const database = await openBenchDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'svitlo-chain-'));
  const { db, pool, close } = connectDatabase<unknown>({ url: database.url, poolSize: 6 });
  try {
    const options = ['--months', '2', '--sign-ins', '1', '--chain', String(points), '--today', day];
    await run(process.execPath, [join(import.meta.dirname, '../make-folder.ts'), '10', folder, ...options]);
    const loaded = await importFolder({ db: db as BillingDatabase, pool, folder, clock });
    if (loaded.kind !== 'loaded') throw new Error(`not loaded: ${JSON.stringify(loaded).slice(0, 500)}`);
    log(`${points} points are there`);
    const billing = createBillingClient({
      transport: inProcess(createBilling({ db: db as BillingDatabase, clock })),
      record: () => undefined,
      clock,
    });
    const listed = await listPoints(billing);
    const file = join(folder, 'readings.xlsx');
    await writeFile(file, await filledWorkbook(listed));
    const workbook = await timeWorkbook(file);
    log(`workbook: ratio ${workbook.ratio.toFixed(2)}, ${workbook.mib.toFixed(0)} MiB`);
    const submitSeconds = await timeSubmission(billing, listed);
    const readyMadeSeconds = await timeReadyMade(pool);
    return {
      points,
      submitSeconds,
      readyMadeSeconds,
      workbookRatio: workbook.ratio,
      workbookMib: workbook.mib,
    };
  } finally {
    await close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const caller = { reference: 'bench', actor: 'bench' };

async function listPoints(billing: BillingClient) {
  const result = await billing.call(READING_POINTS, { accountNumber: chainAccount }, caller);
  if (!result.ok) throw new Error(result.code);
  return result.data.points;
}
type Points = Awaited<ReturnType<typeof listPoints>>;

/** The meters that may be read, each with a value a little above the one before. */
function readingsOf(points: Points) {
  return points
    .filter(({ blocked }) => blocked === null)
    .flatMap(({ rows }) =>
      rows.map(({ meterId, kind, previousValue }) => ({ meterId, kind, value: previousValue + 3 })),
    );
}

async function filledWorkbook(points: Points): Promise<Buffer> {
  const table = workbookTable(points.map((point) => ({ ...point, blocked: null })));
  const { content } = await tableFile('xlsx', 'readings', [table]);
  const book = read(content, { cellStyles: true });
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] as WorkSheet;
  const values = points.flatMap(({ rows }) => rows.map(({ previousValue }) => [previousValue + 3]));
  utils.sheet_add_aoa(sheet, values, { origin: { r: 1, c: 10 } });
  return write(book, { type: 'buffer', bookType: 'xlsx' });
}

/** Each side in a process of its own, one after the other. */
async function timeWorkbook(file: string): Promise<{ ratio: number; mib: number }> {
  const worker = join(import.meta.dirname, '../support/read-workbook-once.ts');
  const measure = async (side: 'own' | 'library') => {
    const { stdout } = await run(process.execPath, [worker, side, file]);
    return JSON.parse(stdout) as { milliseconds: number; mib: number };
  };
  const ratios: number[] = [];
  let mib = 0;
  for (let round = 0; round < rounds; round += 1) {
    const library = await measure('library');
    const own = await measure('own');
    ratios.push(own.milliseconds / library.milliseconds);
    mib = Math.max(mib, own.mib);
  }
  return { ratio: median(ratios), mib };
}

async function timeSubmission(billing: BillingClient, points: Points): Promise<number> {
  const rows = readingsOf(points).map(({ meterId, kind, value }) => ({
    meterId,
    values: { [kind]: String(value) },
    confirmed: ['readings.deviation', 'readings.sameAsPrevious'],
  }));
  const started = performance.now();
  const result = await billing.call(
    READING_SUBMIT_POINTS,
    { accountNumber: chainAccount, requestId: newId(), mode: 'good', rows },
    caller,
  );
  const seconds = (performance.now() - started) / 1000;
  if (!result.ok) throw new Error(result.code);
  const stored = result.data.accepted + result.data.underReview;
  if (stored < rows.length * 0.9) throw new Error(`only ${stored} of ${rows.length} readings were stored`);
  return seconds;
}

/** The rows of the submission written once more, in tables of the same shape. */
async function timeReadyMade(pool: pg.Pool): Promise<number> {
  const client = await pool.connect();
  try {
    for (const table of written)
      await client.query(`create temporary table ready_${table} (like billing.${table} including all)`);
    await client.query('checkpoint').catch(() => undefined);
    const started = performance.now();
    await client.query('begin');
    for (const table of written)
      await client.query(`insert into ready_${table} select * from billing.${table} where true`);
    await client.query('commit');
    return (performance.now() - started) / 1000;
  } finally {
    client.release();
  }
}

/** `node bench/entities/entity-points.bench.ts 500`: a quick run with fewer points. */
if (process.argv[1] === import.meta.filename) {
  const result = await benchEntityPoints({
    ...(process.argv[2] && { points: Number(process.argv[2]) }),
    log: (line) => console.log(line),
  });
  console.log(JSON.stringify(result));
}
