import { connectDatabase } from '#platform/database/database.ts';
import type { Config } from '#portal/config.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { sampleEdrpou } from '#sample/supplier-and-tariffs.ts';

/** Notes that a server of production was started on this database. Idempotent. */
export async function markProduction(url: string): Promise<void> {
  const { db, close } = connectDatabase<unknown>({ url, poolSize: 1, name: 'svitlo-start' });
  try {
    await (db as PortalDatabase)
      .insertInto('portal.production_start')
      .defaultValues()
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } finally {
    await close();
  }
}

/**
 * EDRPOU code of the supplier that a command must not load into this database: that of the sample, in production. A database on
 * which production was ever started is one of production: the shell of an operator often lacks the environment of the service.
 */
export async function refusedSupplierOf(
  db: PortalDatabase,
  { production }: Pick<Config, 'production'>,
): Promise<string | undefined> {
  if (production) return sampleEdrpou;
  const mark = await db.selectFrom('portal.production_start').select('singleton').executeTakeFirst();
  return mark === undefined ? undefined : sampleEdrpou;
}
