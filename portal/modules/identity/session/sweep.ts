import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** A network is known for this long after a sign-in from it. */
const knownDays = 90;

/**
 * Deletes attempts, codes and challenges after two days, second factors whose set-up was abandoned two days ago, and
 * networks without a sign-in for 90 days.
 */
export async function sweep(db: PortalDatabase, now: Instant): Promise<void> {
  const old = instantToIso((now - 2 * 24 * 3_600_000) as Instant);
  await sql`delete from portal.sign_in_attempt where attempted_at < ${old}::timestamptz`.execute(db);
  await sql`delete from portal.confirmation_code where created_at < ${old}::timestamptz`.execute(db);
  const unknown = instantToIso((now - knownDays * 24 * 3_600_000) as Instant);
  await sql`delete from portal.known_network where seen_at < ${unknown}::timestamptz`.execute(db);
  await sql`delete from portal.wrong_code_count where wrong < 20 and last_at < ${unknown}::timestamptz`.execute(
    db,
  );
  await sql`delete from portal.used_work where used_at < ${old}::timestamptz`.execute(db);
  await sql`delete from portal.sign_in_challenge where created_at < ${old}::timestamptz`.execute(db);
  await sql`
    delete from portal.second_factor where enabled_at is null and begun_at < ${old}::timestamptz
  `.execute(db);
}
