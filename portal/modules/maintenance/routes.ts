import { sql } from 'kysely';
import {
  endMaintenance,
  getMaintenance,
  type MaintenanceData,
  maxMaintenanceHours,
  setMaintenance,
} from '#contract/maintenance.ts';
import { type Instant, instantFromIso, instantToIso } from '#domain/time/instant.ts';
import { type CallResult, fail, failFields, succeed } from '#portal/http/call-result.ts';
import { changedFields, insertStaffChange } from '#portal/http/records/staff-changes.ts';
import { type PortalServices, type RequestContext, type Route, route } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { readMaintenance } from './maintenance-store.ts';

const hourMs = 3_600_000;

type Window = Pick<MaintenanceData, 'from' | 'until' | 'reason' | 'text'>;

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
    const { from, until, reason, text } = wanted;
    await sql`
      update portal.maintenance
         set starts_at = ${from}::timestamptz, ends_at = ${until}::timestamptz, reason = ${reason},
             customer_text = ${text}, set_by = ${context.session.identityId}::uuid, revision = revision + 1`.execute(
      transaction,
    );
    const before = { from: present.from, until: present.until, text: present.text };
    const changed = changedFields(before, { from, until, text });
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

    route(setMaintenance, ({ from, until, reason, text, revision }, context) =>
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
        return { from: begins, until, reason, text: text ?? present.text };
      }),
    ),

    route(endMaintenance, ({ revision }, context) =>
      change(db, context, revision, () => ({ from: null, until: null, reason: '', text: '' })),
    ),
  ];
}
