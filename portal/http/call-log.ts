import { sql } from 'kysely';
import type { ModuleCallRecord } from '#billing/client.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
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

const flushEveryMs = 500;
const mostWaiting = 50_000;

async function write(
  db: PortalDatabase,
  table: 'api_call' | 'fm_call',
  records: readonly ModuleCallRecord[],
) {
  if (records.length === 0) return;
  await sql`
    insert into portal.${sql.raw(table)}
      (happened_at, reference, name, duration_us, outcome_code, http_status, account_number, session_id)
    select * from unnest(
      ${records.map((r) => instantToIso(r.happenedAt as Instant))}::timestamptz[],
      ${records.map((r) => r.reference)}::uuid[],
      ${records.map((r) => r.name)}::text[],
      ${records.map((r) => r.durationUs)}::integer[],
      ${records.map((r) => r.outcomeCode)}::text[],
      ${records.map((r) => r.httpStatus)}::smallint[],
      ${records.map((r) => r.accountNumber)}::text[],
      ${records.map((r) => r.sessionId)}::uuid[]
    )
  `.execute(db);
}

/**
 * Records calls in batches beside the requests, so that none waits for it. When the database does not take them they
 * wait; beyond 50,000 the oldest are dropped and counted in `onLoss`.
 */
export function createCallLog(options: {
  readonly db: PortalDatabase;
  readonly onError: (error: unknown) => void;
  readonly onLoss: (count: number) => void;
}): CallLog {
  let apiCalls: ApiCallRecord[] = [];
  let moduleCalls: ModuleCallRecord[] = [];
  let writing: Promise<void> = Promise.resolve();

  function keepBounded(records: ModuleCallRecord[]): ModuleCallRecord[] {
    if (records.length <= mostWaiting) return records;
    options.onLoss(records.length - mostWaiting);
    return records.slice(-mostWaiting);
  }

  async function writeWaiting(): Promise<void> {
    const [api, modules] = [apiCalls, moduleCalls];
    apiCalls = [];
    moduleCalls = [];
    try {
      await write(options.db, 'api_call', api);
    } catch (error) {
      apiCalls = keepBounded([...api, ...apiCalls]);
      options.onError(error);
    }
    try {
      await write(options.db, 'fm_call', modules);
    } catch (error) {
      moduleCalls = keepBounded([...modules, ...moduleCalls]);
      options.onError(error);
    }
  }

  function flush(): Promise<void> {
    writing = writing.then(writeWaiting);
    return writing;
  }

  const timer = setInterval(() => void flush(), flushEveryMs);
  timer.unref();

  return {
    recordApiCall: (record) => {
      apiCalls.push(record);
    },
    recordModuleCall: (record) => {
      moduleCalls.push(record);
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}
