import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { importFolder } from '#billing/modules/import/public.ts';
import { systemClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { seedHouseholds } from './seed-households.ts';

const run = promisify(execFile);

interface FillOptions {
  /** Also a chain of so many points, in the cabinet of a legal entity. */
  readonly chainPoints?: number;
  /** Of history: readings, bills, payments. */
  readonly months?: number;
}

/** Every household has a cabinet with its account, and a session. */
const cabinets = [
  `create temporary table cabinet as
     select gen_random_uuid() as identity_id, gen_random_uuid() as session_id, account_number, customer_type
     from billing.account join billing.customer using (customer_id)`,
  `insert into portal.identity (identity_id, identity_type, password_hash, created_at)
     select identity_id, customer_type, '', now() from cabinet`,
  `insert into portal.identity_account (identity_id, owner_type, account_number, added_at)
     select identity_id, customer_type, account_number, now() from cabinet`,
  `insert into portal.session (session_id, identity_id, started_at, expires_at)
     select session_id, identity_id, now(), now() + interval '1 day' from cabinet`,
];

/**
 * Imports a supplier with this many households, and gives each a cabinet with a session and the data of its pages.
 * `dataFolder`: file storage of the server that will serve them.
 */
export async function fillCabinets(
  url: string,
  accounts: number,
  dataFolder: string,
  { chainPoints = 0, months = 4 }: FillOptions = {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'svitlo-supplier-'));
  const { db, pool, close } = connectDatabase<unknown>({ url, poolSize: 6 });
  try {
    const maker = join(import.meta.dirname, '../../make-folder.ts');
    const chain = chainPoints > 0 ? ['--chain', String(chainPoints)] : [];
    const options = ['--months', String(months), '--sign-ins', '1', ...chain];
    await run(process.execPath, [maker, String(accounts), folder, ...options]);
    const result = await importFolder({ db: db as BillingDatabase, pool, folder, clock: systemClock });
    if (result.kind !== 'loaded') throw new Error(`not loaded: ${JSON.stringify(result).slice(0, 500)}`);
    const client = await pool.connect();
    try {
      for (const statement of cabinets) await client.query(statement);
      await seedHouseholds(client, dataFolder);
      await client.query('vacuum analyze');
    } finally {
      client.release();
    }
  } finally {
    await close();
    await rm(folder, { recursive: true, force: true });
  }
}
