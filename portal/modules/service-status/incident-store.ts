import { sql } from 'kysely';
import type { incidentParts, incidentStates } from '#contract/service-status.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { nullable, type RowOf, text, timestamptz, typedSql } from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

export type IncidentPart = (typeof incidentParts)[number];
export type IncidentState = (typeof incidentStates)[number];

const incidentColumns = {
  part: text<IncidentPart>(),
  state: text<IncidentState>(),
  from: timestamptz<Instant>(),
  until: nullable(timestamptz<Instant>()),
};
export type Incident = RowOf<typeof incidentColumns>;

/** Bounds the answer: a provider may fail and recover for weeks. */
const maxListed = 100;

const at = (instant: Instant) => sql`${instantToIso(instant)}::timestamptz`;

/** Interruptions that lasted after a moment, newest first; at most 100. */
export async function listIncidents(db: PortalDatabase, since: Instant): Promise<readonly Incident[]> {
  const { rows } = await typedSql(incidentColumns)`
    select part, state, begun_at as "from", ended_at as "until" from portal.service_incident
     where ended_at is null or ended_at > ${at(since)}
     order by begun_at desc, part limit ${maxListed}`.execute(db);
  return rows;
}

/**
 * Takes the watch for a node: the one that has it, or another after `takeoverMs` without a look. Returns when the last look was,
 * null: never; undefined: another node watches.
 */
export async function takeWatch(
  db: PortalDatabase,
  node: string,
  now: Instant,
  takeoverMs: number,
): Promise<{ readonly lookedAt: Instant | null } | undefined> {
  const { rows } = await typedSql({ lookedAt: nullable(timestamptz<Instant>()) })`
    with seen as (select node, looked_at from portal.service_watch for update)
    update portal.service_watch set node = ${node}, looked_at = ${at(now)} from seen
     where seen.node = ${node} or seen.looked_at is null
        or abs(extract(epoch from ${at(now)} - seen.looked_at)) * 1000 > ${takeoverMs}::double precision
    returning seen.looked_at as "lookedAt"`.execute(db);
  return rows[0];
}

/** Records an interruption of everything that has ended; none while maintenance was running. */
export async function insertOutage(
  db: PortalDatabase,
  { from, until }: { readonly from: Instant; readonly until: Instant },
): Promise<void> {
  await sql`
    insert into portal.service_incident (incident_id, part, state, begun_at, ended_at)
    select ${newId()}::uuid, 'cabinet', 'down', ${at(from)}, ${at(until)}
     where not exists (select from portal.service_incident
       where part = 'cabinet' and state = 'maintenance' and ended_at is null)`.execute(db);
}

export async function endIncident(db: PortalDatabase, part: IncidentPart, now: Instant): Promise<void> {
  await sql`
    update portal.service_incident set ended_at = greatest(begun_at, ${at(now)})
     where part = ${part} and ended_at is null`.execute(db);
}

/** Begins an interruption of a part; it stays as it is when it lasts already. */
export async function beginIncident(
  db: PortalDatabase,
  { part, state, from }: Pick<Incident, 'part' | 'state' | 'from'>,
): Promise<void> {
  await sql`
    insert into portal.service_incident (incident_id, part, state, begun_at)
    values (${newId()}::uuid, ${part}, ${state}, ${at(from)})
    on conflict (part) where ended_at is null do nothing`.execute(db);
}

/** What lasts. */
export async function listOpenIncidents(
  db: PortalDatabase,
): Promise<readonly Pick<Incident, 'part' | 'state'>[]> {
  const { rows } = await typedSql({ part: text<IncidentPart>(), state: text<IncidentState>() })`
    select part, state from portal.service_incident where ended_at is null`.execute(db);
  return rows;
}

export async function deleteOldIncidents(db: PortalDatabase, before: Instant): Promise<void> {
  await sql`delete from portal.service_incident where ended_at <= ${at(before)}`.execute(db);
}
