import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { importRegister } from '#billing/modules/registers/public.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import type { Clock } from '#platform/clock.ts';
import { sampleRegister } from '#sample/sample-register.ts';

/** Imports the register of the sample; once more, and its rows are duplicates. */
export async function importSampleRegister(db: BillingDatabase, pool: pg.Pool, clock: Clock): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'svitlo-register-'));
  try {
    const path = join(folder, `terminaly-${kyivDateOf(clock.now())}.csv`);
    await writeFile(path, sampleRegister(kyivDateOf(clock.now())));
    const result = await importRegister({ db, pool, clock, path, formatName: 'kiosk-daily', isTrial: false });
    if (result.kind !== 'done')
      throw new Error(`The register of the sample could not be imported: ${result.kind}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
