import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { type Login, loginDigest } from './attempts.ts';
import { maxWrongCodes } from './try-rules.ts';

/** Deletes attempts of sign-ins from before a moment. */
export async function deleteOldAttempts(db: PortalDatabase, before: Instant, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from portal.sign_in_attempt where (login_digest, attempted_at, attempt_id) in (
      select login_digest, attempted_at, attempt_id from portal.sign_in_attempt
       where attempted_at < ${instantToIso(before)}::timestamptz limit ${limit}::integer)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Deletes codes from before a moment, used or not. */
export async function deleteOldCodes(db: PortalDatabase, before: Instant, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from portal.confirmation_code where (subject_digest, purpose, code_id) in (
      select subject_digest, purpose, code_id from portal.confirmation_code
       where created_at < ${instantToIso(before)}::timestamptz limit ${limit}::integer)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Deletes what browsers computed for codes before a moment. */
export async function deleteOldWork(db: PortalDatabase, before: Instant, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from portal.used_work where work_id in (
      select work_id from portal.used_work where used_at < ${instantToIso(before)}::timestamptz limit ${limit}::integer)`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}

/** Deletes networks from which no sign-in came since a moment. */
export async function deleteOldNetworks(db: PortalDatabase, before: Instant, limit: number): Promise<number> {
  const old = instantToIso(before);
  const { numAffectedRows } = await sql`
    delete from portal.known_network where seen_at < ${old}::timestamptz and (login_digest, network_digest) in (
      select login_digest, network_digest from portal.known_network where seen_at < ${old}::timestamptz
       limit ${limit}::integer)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Deletes counts of wrong codes, the last of which came before a moment, of logins that may sign in by code. */
export async function deleteOldWrongCodes(
  db: PortalDatabase,
  before: Instant,
  limit: number,
): Promise<number> {
  const isOld = sql`wrong < ${maxWrongCodes}::integer and last_at < ${instantToIso(before)}::timestamptz`;
  const { numAffectedRows } = await sql`
    delete from portal.wrong_code_count where ${isOld} and login_digest in (
      select login_digest from portal.wrong_code_count where ${isOld} limit ${limit}::integer)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Deletes attempts, networks and counts of wrong codes of logins that are no longer anyone's. Codes to them end within minutes. */
export async function deleteTracesOf(transaction: PortalDatabase, logins: readonly Login[]): Promise<void> {
  const isOfLogins = sql`login_digest = any(${logins.map(loginDigest)}::bytea[])`;
  await sql`delete from portal.sign_in_attempt where ${isOfLogins}`.execute(transaction);
  await sql`delete from portal.known_network where ${isOfLogins}`.execute(transaction);
  await sql`delete from portal.wrong_code_count where ${isOfLogins}`.execute(transaction);
}
