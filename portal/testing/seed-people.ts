import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import {
  noteSignInTry,
  type SignInOutcome,
  type SignInTry,
} from '#portal/modules/identity/session/sign-in-events.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

export interface SeededModuleCall {
  readonly happenedAt: number;
  readonly name: string;
  /** null: a job made it. */
  readonly api: string | null;
  readonly durationUs: number;
  readonly status: number;
}

/** Writes calls of function modules as the call log does: the rollups follow by the trigger. */
export async function seedModuleCalls(db: PortalDatabase, calls: readonly SeededModuleCall[]): Promise<void> {
  await sql`
    insert into portal.fm_call (happened_at, reference, name, duration_us, outcome_code, http_status, api, node)
    select happened_at, gen_random_uuid(), name, duration_us, case when http_status < 400 then 'success' else 'common.unexpected' end,
           http_status, api, 'test'
      from jsonb_to_recordset(${JSON.stringify(
        calls.map(({ happenedAt, name, api, durationUs, status }) => ({
          happened_at: instantToIso(happenedAt as Instant),
          name,
          api,
          duration_us: durationUs,
          http_status: status,
        })),
      )}::jsonb)
        as call (happened_at timestamptz, name text, duration_us integer, http_status smallint, api text)
  `.execute(db);
}

export interface SeededSample {
  readonly node: string;
  readonly at: number;
  readonly inFlight: number;
  readonly poolBusy: number;
  readonly lagUs: number;
}

/** Writes samples of nodes. */
export async function seedSamples(db: PortalDatabase, samples: readonly SeededSample[]): Promise<void> {
  await sql`
    insert into portal.node_sample
      (node, at, in_flight, requests, errors, pool_total, pool_idle, pool_waiting, jobs_waiting, jobs_running, workers_busy,
       workers_waiting, lag_p99_us, loop_used, rss, heap_used, dropped_records)
    select node, at, in_flight, in_flight * 10, 0, 10, 10 - pool_busy, 0, 0, 0, 1, 0, lag_us, 0.25, 1, 1, 0
      from jsonb_to_recordset(${JSON.stringify(
        samples.map(({ node, at, inFlight, poolBusy, lagUs }) => ({
          node,
          at: instantToIso(at as Instant),
          in_flight: inFlight,
          pool_busy: poolBusy,
          lag_us: lagUs,
        })),
      )}::jsonb) as sample (node text, at timestamptz, in_flight integer, pool_busy integer, lag_us integer)
  `.execute(db);
}

export interface SeededTry extends SignInTry {
  readonly at: number;
  readonly outcome: SignInOutcome;
}

/** Writes what came of tries to sign in, each a row of its own. */
export async function seedSignIns(db: PortalDatabase, tries: readonly SeededTry[]): Promise<void> {
  for (const { at, outcome, ...tried } of tries)
    await noteSignInTry(db, tried, outcome, at as Instant, newId());
}
