import { sql } from 'kysely';
import type { ModuleCallRecord } from '#billing/client.ts';
import { plainArray } from '#platform/database/plain-array.ts';
import type { PortalDatabase } from '../portal-database.ts';

/** One API call as it is recorded. */
export type ApiCallRecord = ModuleCallRecord;

export interface CallLog {
  recordApiCall(record: ApiCallRecord): void;
  recordModuleCall(record: ModuleCallRecord): void;
  /** Writes down what is waiting. */
  flush(): Promise<void>;
  /** Flushes and ends. */
  stop(): Promise<void>;
}

export interface CallLogOptions {
  readonly db: PortalDatabase;
  readonly onError: (error: unknown) => void;
  /** Told how many records were dropped. */
  readonly onLoss: (count: number) => void;
  /** Most records of a kind that wait for the database; 50,000 unless told. */
  readonly mostWaiting?: number;
  /** 200 unless told: a larger insert would stand in the way of requests. */
  readonly flushEveryMs?: number;
}

const mostInOneStatement = 10_000;

type Table = 'api_call' | 'fm_call';

async function write(db: PortalDatabase, table: Table, records: readonly ModuleCallRecord[]): Promise<void> {
  await sql`
    insert into portal.${sql.raw(table)}
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

/** The records of one kind that wait to be written. */
function createWaiting(options: CallLogOptions, table: Table) {
  const { db, onError, onLoss, mostWaiting = 50_000 } = options;
  let records: ModuleCallRecord[] = [];

  function dropOldest(): void {
    const count = records.length - mostWaiting;
    if (count <= 0) return;
    records = records.slice(count);
    onLoss(count);
  }

  return {
    add(record: ModuleCallRecord): void {
      records.push(record);
      // A tenth more than allowed before dropping: the list is not copied for every record beyond the limit.
      if (records.length > mostWaiting * 1.1) dropOldest();
    },
    async writeAll(): Promise<void> {
      // What comes meanwhile waits for the next round: many small statements would cost more.
      for (let left = records.length; left > 0; left -= mostInOneStatement) {
        const batch = records.slice(0, Math.min(left, mostInOneStatement));
        records = records.slice(batch.length);
        try {
          await write(db, table, batch);
        } catch (error) {
          records = [...batch, ...records];
          dropOldest();
          onError(error);
          return;
        }
      }
    },
  };
}

/**
 * Records calls in batches beside the requests, so that none waits for it. What the database does not take waits for the
 * next round; when too much waits, the oldest are dropped and their number is told.
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
    // What was recorded while a round was under way may have missed it.
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
