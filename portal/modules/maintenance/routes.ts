import { sql } from 'kysely';
import {
  endMaintenance,
  getMaintenance,
  type MaintenanceData,
  maxMaintenanceHours,
  setMaintenance,
} from '#contract/maintenance.ts';
import { type Instant, instantFromIso, instantToIso } from '#domain/time/instant.ts';
import { int4, nullable, text, timestamptz, typedSql } from '#platform/database/typed-sql.ts';
import { type CallResult, fail, failFields, succeed } from '#portal/http/call-result.ts';
import { changedFields, insertStaffChange } from '#portal/http/records/staff-changes.ts';
import { type PortalServices, type RequestContext, type Route, route } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

const hourMs = 3_600_000;

/** What is planned or runs at a moment; `locked`: nobody else changes it until the transaction ends. */
async function readMaintenance(db: PortalDatabase, now: Instant, locked = false): Promise<MaintenanceData> {
  const { rows } = await typedSql({
    startsAt: nullable(timestamptz<Instant>()),
    endsAt: nullable(timestamptz<Instant>()),
    reason: text(),
    revision: int4(),
    by: text(),
  })`
    select starts_at as "startsAt", ends_at as "endsAt", reason, revision,
      coalesce((select coalesce(nullif(full_name, ''), login) from portal.administrator where identity_id = set_by), '') as by
    from portal.maintenance ${locked ? sql`for update` : sql``}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the row of the maintenance is gone');
  const { startsAt, endsAt, reason, revision, by } = row;
  if (startsAt === null || endsAt === null || endsAt <= now)
    return { state: 'off', from: null, until: null, reason: '', by, revision };
  const state = startsAt <= now ? 'running' : 'planned';
  return { state, from: instantToIso(startsAt), until: instantToIso(endsAt), reason, by, revision };
}

type Window = Pick<MaintenanceData, 'from' | 'until' | 'reason'>;

/** Reads, decides and writes in one transaction: of two administrators at once the second sees what the first has set. */
function change(
  db: PortalDatabase,
  context: RequestContext,
  seenRevision: number,
  decide: (present: MaintenanceData, now: Instant) => Window | CallResult<never>,
): Promise<CallResult<{ maintenance: MaintenanceData }>> {
  return db.transaction().execute(async (transaction) => {
    const now = context.clock.now();
    const present = await readMaintenance(transaction, now, true);
    if (present.revision !== seenRevision) return fail('management.changedMeanwhile');
    const wanted = decide(present, now);
    if ('kind' in wanted) return wanted;
    const { from, until, reason } = wanted;
    await sql`
      update portal.maintenance
         set starts_at = ${from}::timestamptz, ends_at = ${until}::timestamptz, reason = ${reason},
             set_by = ${context.session.identityId}::uuid, revision = revision + 1`.execute(transaction);
    const before = { from: present.from, until: present.until };
    const changed = changedFields(before, { from, until });
    await insertStaffChange(transaction, context, { subject: 'maintenance', ...changed }, now);
    return succeed({ maintenance: await readMaintenance(transaction, now) });
  });
}

/** The switch that refuses calls of customers until an end (message common.restoredSoon); for owners, seen by all staff. */
export function maintenanceRoutes({ db }: Pick<PortalServices, 'db'>): Route[] {
  return [
    route(getMaintenance, async (_, { clock }) =>
      succeed({ maintenance: await readMaintenance(db, clock.now()) }),
    ),

    route(setMaintenance, ({ from, until, reason, revision }, context) =>
      change(db, context, revision, (present, now) => {
        const isLater = from !== null && instantFromIso(from) > now;
        const begins = isLater ? from : present.state === 'running' ? present.from : instantToIso(now);
        const starts = instantFromIso(begins ?? '');
        const ends = instantFromIso(until);
        if (ends <= Math.max(starts, now))
          return failFields([{ path: 'until', code: 'maintenance.endsTooEarly' }]);
        if (ends - starts > maxMaintenanceHours * hourMs) {
          const params = { n: maxMaintenanceHours };
          return failFields([{ path: 'until', code: 'maintenance.tooLong', params }]);
        }
        return { from: begins, until, reason };
      }),
    ),

    route(endMaintenance, ({ revision }, context) =>
      change(db, context, revision, () => ({ from: null, until: null, reason: '' })),
    ),
  ];
}
