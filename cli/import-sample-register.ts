import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type pg from 'pg';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { importRegister } from '#billing/modules/registers/public.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { type LocalDate, localDate } from '#domain/time/local-date.ts';
import type { Clock } from '#platform/clock.ts';
import { sampleRegister } from '#sample/sample-register.ts';

const FORMAT = 'kiosk-daily';
const fileNameOf = (day: string) => `terminaly-${day}.csv`;

/** The first register of the sample that was begun: the day of its file, and whether it is finished. */
async function findBegun(db: BillingDatabase): Promise<{ day: LocalDate; isDone: boolean } | undefined> {
  const { rows } = await sql<{ day: string; isDone: boolean }>`
    select substring(file_name from '^terminaly-(\\d{4}-\\d\\d-\\d\\d)\\.csv$') as day, state = 'done' as "isDone"
    from billing.bank_register
    where format_name = ${FORMAT} and file_name ~ '^terminaly-\\d{4}-\\d\\d-\\d\\d\\.csv$' and state in ('booking', 'done')
    order by register_number limit 1`.execute(db);
  const found = rows[0];
  return found && { day: localDate(found.day), isDone: found.isDone };
}

/**
 * Imports the register of the sample, once: one that was cut off is finished as the file of its own day, one that is done
 * stays the only one.
 */
export async function importSampleRegister(db: BillingDatabase, pool: pg.Pool, clock: Clock): Promise<void> {
  const begun = await findBegun(db);
  if (begun?.isDone) return;
  const day = begun?.day ?? kyivDateOf(clock.now());
  const folder = await mkdtemp(join(tmpdir(), 'svitlo-register-'));
  try {
    const path = join(folder, fileNameOf(day));
    await writeFile(path, sampleRegister(day));
    const result = await importRegister({ db, pool, clock, path, formatName: FORMAT, isTrial: false });
    if (result.kind !== 'done')
      throw new Error(`The register of the sample could not be imported: ${result.kind}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
