import { sql } from 'kysely';
import type { ModuleCallRecord } from '#billing/client.ts';
import { plainArray } from '#platform/database/copy.ts';
import type { Logger } from '#platform/logger.ts';
import { singleFlight } from '#platform/single-flight.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** Record of one API call. */
interface ApiCallRecord extends Omit<ModuleCallRecord, 'api'> {
  /** Of a fault: what it has in common with others like it. */
  readonly cause?: string | undefined;
}

type CallRecord = ApiCallRecord & Pick<ModuleCallRecord, 'api'>;

/** Counts of this process since its start. */
interface CallCounts {
  /** API calls that are handled now. */
  readonly inFlight: number;
  /** API calls. */
  readonly requests: number;
  /** Those answered with an HTTP status of 500 and more. */
  readonly errors: number;
  /** Records that were dropped because the database did not take them. */
  readonly dropped: number;
}

export interface CallLog {
  recordApiCall(record: ApiCallRecord): void;
  recordModuleCall(record: ModuleCallRecord): void;
  /** An API call begins to be handled; `leave` follows. */
  enter(): void;
  leave(): void;
  counts(): CallCounts;
  /** Writes the buffered records. */
  flush(): Promise<void>;
  /** Flushes and stops. */
  stop(): Promise<void>;
}

export interface CallLogOptions {
  readonly db: PortalDatabase;
  /** Told of records that the database refuses and of those that are dropped. */
  readonly log: Logger;
  /** NODE_NAME: written with each record. */
  readonly node: string;
  /** Max buffered records of a kind; default 50,000. */
  readonly maxWaiting?: number;
  /** Default 1000: the rows of a rollup are written once for all calls of a batch. */
  readonly flushEveryMs?: number;
}

const usualFlushMs = 1000;
/** A longer statement would delay requests. */
const maxPerStatement = 2000;

type Table = 'api_call' | 'fm_call';

/** The database adds what a statement writes to the rollups, in its transaction (decision 0125). */
async function write(
  { db, node }: CallLogOptions,
  table: Table,
  records: readonly CallRecord[],
): Promise<void> {
  const columns = sql`happened_at, reference, name, duration_us, outcome_code, http_status, account_number, session_id`;
  const values = sql`
      ${plainArray(records.map((r) => r.happenedAt))}::float8[],
      ${plainArray(records.map((r) => r.reference))}::uuid[],
      ${plainArray(records.map((r) => r.name))}::text[],
      ${plainArray(records.map((r) => r.durationUs))}::integer[],
      ${plainArray(records.map((r) => r.outcomeCode))}::text[],
      ${plainArray(records.map((r) => r.httpStatus))}::smallint[],
      ${plainArray(records.map((r) => r.accountNumber))}::text[],
      ${plainArray(records.map((r) => r.sessionId))}::uuid[]`;
  const written = sql`to_timestamp(happened_at / 1000), reference, name, duration_us, outcome_code, http_status, account_number, session_id, ${node}`;
  const statement =
    table === 'api_call'
      ? sql`
        insert into portal.api_call (${columns}, node, cause)
        select ${written}, cause
        from unnest(${values}, ${records.map((r) => r.cause ?? null)}::text[]) as record (${columns}, cause)`
      : sql`
        insert into portal.fm_call (${columns}, node, api)
        select ${written}, api
        from unnest(${values}, ${plainArray(records.map((r) => r.api))}::text[]) as record (${columns}, api)`;
  await statement.execute(db);
}

/** Buffered records of one kind. */
function createWaiting(options: CallLogOptions, table: Table) {
  const { log, maxWaiting = 50_000 } = options;
  let records: CallRecord[] = [];
  let dropped = 0;

  function dropOldest(): void {
    const count = records.length - maxWaiting;
    if (count <= 0) return;
    records = records.slice(count);
    dropped += count;
    log.error({ table, count }, 'records of calls are dropped');
  }

  return {
    dropped: () => dropped,
    add(record: CallRecord): void {
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
          await write(options, table, batch);
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
  let [inFlight, requests, errors] = [0, 0, 0];

  const writing = singleFlight(async () => {
    await apiCalls.writeAll();
    await moduleCalls.writeAll();
  });

  const timer = setInterval(() => void writing.run(), options.flushEveryMs ?? usualFlushMs);
  timer.unref();

  return {
    recordApiCall(record) {
      requests += 1;
      if (record.httpStatus >= 500) errors += 1;
      apiCalls.add({ ...record, api: null });
    },
    recordModuleCall: moduleCalls.add,
    enter() {
      inFlight += 1;
    },
    leave() {
      inFlight -= 1;
    },
    counts: () => ({ inFlight, requests, errors, dropped: apiCalls.dropped() + moduleCalls.dropped() }),
    // A round in progress may have missed the newest records.
    flush: writing.rerun,
    async stop() {
      clearInterval(timer);
      await writing.rerun();
    },
  };
}
