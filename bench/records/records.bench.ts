import { openBenchDatabase, scaled } from '#bench/support/seed/bench-database.ts';
import { idOf, seedReadings } from '#bench/support/seed/seed-readings.ts';
import { placeReading } from '#domain/readings/submission-window.ts';
import { standardRules } from '#domain/rules/testing/standard-rules.ts';
import { systemClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { createLogger } from '#platform/logger.ts';
import { newId } from '#platform/uuid.ts';
import { createCallLog } from '#portal/http/records/call-log.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { median } from '../support/median.ts';
import { seedRecords, seedRollups } from './seed-records.ts';

const accounts = scaled(60_000);
const rounds = 150;
/** In a round: what a server writes each 200 ms when it has a thousand calls a second. */
const [apiCalls, moduleCalls] = [200, 500];

export interface RecordsBenchResult {
  /** Milliseconds of a round, median, on an empty database. */
  readonly empty: number;
  /** On one with records of 30 days. */
  readonly filled: number;
  readonly p95: number;
  /** Records by rounds that follow each other, a second. */
  readonly perSecond: number;
  /** Calls that a rollup has not counted as the raw rows have them. */
  readonly differing: number;
}

/** Milliseconds of each round. */
async function record(url: string): Promise<readonly number[]> {
  const connected = connectDatabase<unknown>({ url, poolSize: 2, planOnce: true });
  const log = createLogger({ level: 'error' });
  const db = connected.db as PortalDatabase;
  const callLog = createCallLog({ db, node: 'bench', log, flushEveryMs: 1_000_000 });
  const times: number[] = [];
  const random = (below: number) => Math.floor(Math.random() * below);
  const someCall = (name: string) => {
    const [outcomeCode, httpStatus] =
      random(100) < 97 ? (['success', 200] as const) : (['common.badRequest', 400] as const);
    return {
      happenedAt: systemClock.now(),
      reference: newId(),
      name,
      durationUs: Math.floor(5000 * Math.exp(Math.random() * 3)),
      outcomeCode,
      httpStatus,
      accountNumber: null,
      sessionId: idOf('session', random(accounts)),
    };
  };
  for (let round = -20; round < rounds; round += 1) {
    for (let n = 0; n < apiCalls; n += 1)
      callLog.recordApiCall(someCall(`/api/bench/call-${Math.floor(300 * Math.random() ** 2.5)}`));
    for (let n = 0; n < moduleCalls; n += 1)
      callLog.recordModuleCall({
        ...someCall(`BENCH_${Math.floor(200 * Math.random() ** 2.5)}`),
        api: `/api/bench/call-${random(300)}`,
      });
    const started = performance.now();
    await callLog.flush();
    if (round >= 0) times.push(performance.now() - started);
  }
  await callLog.stop();
  if (callLog.counts().dropped > 0) throw new Error('records were dropped');
  await connected.close();
  return times;
}

/** Rounds of the call log with all rollups, of 300 API calls and 200 modules, on an empty database and on one with records of 30 days. */
export async function benchRecords(
  log: (line: string) => void = () => undefined,
): Promise<RecordsBenchResult> {
  const database = await openBenchDatabase();
  try {
    const { pool, url } = database;
    const now = systemClock.now();
    const { period } = placeReading(now, () => 'open', standardRules.readings.window.person);
    await seedReadings(pool, accounts, period);
    const empty = await record(url);
    const seed = { url, pool, apiCalls: scaled(10_000_000), accounts, until: systemClock.now(), log };
    await seedRecords(seed);
    await seedRollups(seed);
    const filled = await record(url);
    const { rows } = await pool.query<{ differing: string }>(
      `select (select count(*) from portal.api_call) + (select count(*) from portal.fm_call)
         - (select sum(calls) from portal.call_count_day) as differing`,
    );
    return {
      empty: median(empty),
      filled: median(filled),
      p95: filled.toSorted((a, b) => a - b)[Math.floor(filled.length * 0.95)] ?? 0,
      perSecond: (1000 * (apiCalls + moduleCalls)) / median(filled),
      differing: Math.abs(Number(rows[0]?.differing)),
    };
  } finally {
    await database.close();
  }
}
