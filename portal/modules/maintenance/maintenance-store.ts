import { sql } from 'kysely';
import type { MaintenanceData } from '#contract/maintenance.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { bool, int4, nullable, text, timestamptz, typedSql } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** What is planned or runs at a moment; `locked`: nobody else changes it until the transaction ends. */
export async function readMaintenance(
  db: PortalDatabase,
  now: Instant,
  locked = false,
): Promise<MaintenanceData> {
  const { rows } = await typedSql({
    startsAt: nullable(timestamptz<Instant>()),
    endsAt: nullable(timestamptz<Instant>()),
    reason: text(),
    text: text(),
    revision: int4(),
    by: text(),
  })`
    select starts_at as "startsAt", ends_at as "endsAt", reason, customer_text as text, revision,
      coalesce((select coalesce(nullif(full_name, ''), login) from portal.administrator where identity_id = set_by), '') as by
    from portal.maintenance ${locked ? sql`for update` : sql``}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the row of the maintenance is gone');
  const { startsAt, endsAt, reason, revision, by } = row;
  if (startsAt === null || endsAt === null || endsAt <= now)
    return { state: 'off', from: null, until: null, reason: '', text: '', by, revision };
  const state = startsAt <= now ? 'running' : 'planned';
  return {
    state,
    from: instantToIso(startsAt),
    until: instantToIso(endsAt),
    reason,
    text: row.text,
    by,
    revision,
  };
}

/** What customers may know of maintenance. */
export interface CustomerMaintenance {
  readonly from: Instant;
  readonly until: Instant;
  /** '': staff wrote none. */
  readonly text: string;
  readonly isRunning: boolean;
}

/** The maintenance that runs, or that is planned to begin until a moment; undefined: none. */
export async function readCustomerMaintenance(
  db: PortalDatabase,
  now: Instant,
  beginsUntil?: Instant,
): Promise<CustomerMaintenance | undefined> {
  const moment = sql`${instantToIso(now)}::timestamptz`;
  const latest = sql`${beginsUntil === undefined ? 'infinity' : instantToIso(beginsUntil)}::timestamptz`;
  const { rows } = await typedSql({
    from: timestamptz<Instant>(),
    until: timestamptz<Instant>(),
    text: text(),
    isRunning: bool(),
  })`
    select starts_at as "from", ends_at as "until", customer_text as text, starts_at <= ${moment} as "isRunning"
      from portal.maintenance where ends_at > ${moment} and starts_at <= ${latest}`.execute(db);
  return rows[0];
}
