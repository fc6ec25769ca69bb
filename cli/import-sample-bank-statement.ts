import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { importStatement } from '#billing/modules/bank-statements/public.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { type LocalDate, localDate } from '#domain/time/local-date.ts';
import type { Clock } from '#platform/clock.ts';
import { bool, text, typedSql } from '#platform/database/typed-sql.ts';
import { sampleStatement } from '#sample/sample-bank-statement.ts';

const FORMAT = 'kiosk-daily';
const fileNameOf = (day: string) => `terminaly-${day}.csv`;

/** The first sample statement in the database: the day of its file, and whether it is finished. */
async function findBegun(db: BillingDatabase): Promise<{ day: LocalDate; isDone: boolean } | undefined> {
  const { rows } = await typedSql({ day: text(), isDone: bool() })`
    select substring(file_name from '^terminaly-(\\d{4}-\\d\\d-\\d\\d)\\.csv$') as day, state = 'done' as "isDone"
    from billing.bank_statement
    where format_name = ${FORMAT} and file_name ~ '^terminaly-\\d{4}-\\d\\d-\\d\\d\\.csv$' and state in ('booking', 'done')
    order by statement_number limit 1`.execute(db);
  const found = rows[0];
  return found && { day: localDate(found.day), isDone: found.isDone };
}

/**
 * Imports the sample statement once: an interrupted import is finished with the file of its own day, a finished one is
 * not repeated.
 */
export async function importSampleStatement(db: BillingDatabase, pool: pg.Pool, clock: Clock): Promise<void> {
  const begun = await findBegun(db);
  if (begun?.isDone) return;
  const day = begun?.day ?? kyivDateOf(clock.now());
  const folder = await mkdtemp(join(tmpdir(), 'svitlo-statement-'));
  try {
    const path = join(folder, fileNameOf(day));
    await writeFile(path, sampleStatement(day));
    const result = await importStatement({ db, pool, clock, path, formatName: FORMAT, isTrial: false });
    if (result.kind !== 'done')
      throw new Error(`The statement of the sample could not be imported: ${result.kind}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
