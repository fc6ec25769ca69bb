import { sql } from 'kysely';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** How many customers of a type have a cabinet (base specification §6). */
export async function countCabinets(db: PortalDatabase, type: 'person' | 'entity'): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select pg_catalog.count(*)::integer as amount from portal.identity where identity_type = ${type}
  `.execute(db);
  return rows[0]?.amount ?? 0;
}
