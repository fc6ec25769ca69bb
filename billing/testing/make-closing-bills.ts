import type { DB } from '#billing/database.gen.ts';
import { billFormerAccounts } from '#billing/modules/charges/public.ts';
import type { Clock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';

/** Runs the job of the closing bills of changes of holder; returns how many it made. */
export async function makeClosingBills(databaseUrl: string, clock: Clock): Promise<number> {
  const connected = connectDatabase<DB>({ url: databaseUrl, poolSize: 4 });
  try {
    return await billFormerAccounts({ ...connected, clock });
  } finally {
    await connected.close();
  }
}
