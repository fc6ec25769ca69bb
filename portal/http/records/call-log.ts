import { sql } from 'kysely';
import type { ModuleCallRecord } from '#billing/client.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { plainArray } from '#platform/database/copy.ts';
import { int4, typedSql } from '#platform/database/typed-sql.ts';
import type { Logger } from '#platform/logger.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

const daysAhead = 7;

/**
 * Creates the missing partitions of api_call, fm_call and error_log for the day of `now` (UTC) and the next seven; rows
 * of those days in the default partition move into them. Safe on several servers at once. Returns the number of created
 * partitions.
 */
export async function ensurePartitions(db: PortalDatabase, now: Instant): Promise<number> {
  const { rows } = await typedSql({ made: int4() })`
    select portal.make_log_partitions(${instantToIso(now).slice(0, 10)}::date, ${daysAhead}::integer) as made
  `.execute(db);
  return rows[0]?.made ?? 0;
}

const dayMs = 24 * 3_600_000;

/**
 * Deletes call and error records older than this many days (UTC), whole partitions at once. Returns the number of
 * dropped partitions.
 */
export async function dropOldPartitions(db: PortalDatabase, now: Instant, keptDays: number): Promise<number> {
  const firstKept = instantToIso((now - keptDays * dayMs) as Instant).slice(0, 10);
  const { rows } = await typedSql({ dropped: int4() })`
    select portal.drop_log_partitions(${firstKept}::date) as dropped`.execute(db);
  return rows[0]?.dropped ?? 0;
}

/** Record of one API call. */
type ApiCallRecord = ModuleCallRecord;

export interface CallLog {
  recordApiCall(record: ApiCallRecord): void;
  recordModuleCall(record: ModuleCallRecord): void;
  /** Writes the buffered records. */
  flush(): Promise<void>;
  /** Flushes and stops. */
  stop(): Promise<void>;
}

export interface CallLogOptions {
  readonly db: PortalDatabase;
  /** Told of records that the database refuses and of those that are dropped. */
  readonly log: Logger;
  /** Max buffered records of a kind; default 50,000. */
  readonly maxWaiting?: number;
  /** Default 200: a larger insert would delay requests. */
  readonly flushEveryMs?: number;
}

const maxPerStatement = 10_000;

const inserts = { api_call: sql`insert into portal.api_call`, fm_call: sql`insert into portal.fm_call` };
type Table = keyof typeof inserts;

async function write(db: PortalDatabase, table: Table, records: readonly ModuleCallRecord[]): Promise<void> {
  await sql`
    ${inserts[table]}
      (happened_at, reference, name, duration_us, outcome_code, http_status, account_number, session_id)
    select to_timestamp(happened_at / 1000), reference, name, duration_us, outcome_code, http_status, account_number, session_id
    from unnest(
      ${plainArray(records.map((r) => r.happenedAt))}::float8[],
      ${plainArray(records.map((r) => r.reference))}::uuid[],
      ${plainArray(records.map((r) => r.name))}::text[],
      ${plainArray(records.map((r) => r.durationUs))}::integer[],
      ${plainArray(records.map((r) => r.outcomeCode))}::text[],
      ${plainArray(records.map((r) => r.httpStatus))}::smallint[],
      ${plainArray(records.map((r) => r.accountNumber))}::text[],
      ${plainArray(records.map((r) => r.sessionId))}::uuid[]
    ) as record (happened_at, reference, name, duration_us, outcome_code, http_status, account_number, session_id)
  `.execute(db);
}

/** Buffered records of one kind. */
function createWaiting(options: CallLogOptions, table: Table) {
  const { db, log, maxWaiting = 50_000 } = options;
  let records: ModuleCallRecord[] = [];

  function dropOldest(): void {
    const count = records.length - maxWaiting;
    if (count <= 0) return;
    records = records.slice(count);
    log.error({ table, count }, 'records of calls are dropped');
  }

  return {
    add(record: ModuleCallRecord): void {
      records.push(record);
      // Drops only beyond 110 % of the limit, so that the list is not copied for every record.
      if (records.length > maxWaiting * 1.1) dropOldest();
    },
    async writeAll(): Promise<void> {
      // Records that arrive meanwhile wait for the next round: many small statements would cost more.
      for (let left = records.length; left > 0; left -= maxPerStatement) {
        const batch = records.slice(0, Math.min(left, maxPerStatement));
        records = records.slice(batch.length);
        try {
          await write(db, table, batch);
        } catch (error) {
          records = [...batch, ...records];
          dropOldest();
          log.error({ table, err: error }, 'records of calls are not written');
          return;
        }
      }
    },
  };
}

/**
 * Writes call records in batches, so that no request waits for them. Records that the database refuses wait for the next
 * round; beyond the limit the oldest are dropped and counted.
 */
export function createCallLog(options: CallLogOptions): CallLog {
  const apiCalls = createWaiting(options, 'api_call');
  const moduleCalls = createWaiting(options, 'fm_call');
  let writing: Promise<void> | undefined;

  async function writeBoth(): Promise<void> {
    await apiCalls.writeAll();
    await moduleCalls.writeAll();
    writing = undefined;
  }

  async function flush(): Promise<void> {
    // A round in progress may have missed the newest records.
    await writing;
    writing ??= writeBoth();
    await writing;
  }

  const timer = setInterval(() => {
    writing ??= writeBoth();
  }, options.flushEveryMs ?? 200);
  timer.unref();

  return {
    recordApiCall: apiCalls.add,
    recordModuleCall: moduleCalls.add,
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}
