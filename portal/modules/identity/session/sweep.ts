import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { sweepCodes } from '../../codes/public.ts';

/**
 * Deletes what codes and attempts leave behind, challenges after two days, and second factors whose set-up was abandoned two
 * days ago.
 */
export async function sweep(db: PortalDatabase, now: Instant): Promise<void> {
  const old = instantToIso((now - 2 * 24 * 3_600_000) as Instant);
  await sweepCodes(db, now);
  await sql`delete from portal.sign_in_challenge where created_at < ${old}::timestamptz`.execute(db);
  await sql`
    delete from portal.second_factor where enabled_at is null and begun_at < ${old}::timestamptz
  `.execute(db);
}
