import { openBenchDatabase, scaled } from '#bench/support/seed/bench-database.ts';
import { seedReadings } from '#bench/support/seed/seed-readings.ts';
import { startServer } from '#bench/support/start-server.ts';
import { allReports } from '#contract/reports/all-reports.ts';
import type { Report } from '#contract/reports/define-report.ts';
import { defaultReadingRules } from '#domain/readings/reading-rules.ts';
import { placeReading } from '#domain/readings/submission-window.ts';
import type { Instant } from '#domain/time/instant.ts';
import { systemClock } from '#platform/clock.ts';
import { newKeyRingText, parseKeyRing } from '#platform/key-ring.ts';
import { createTokens } from '#portal/http/session/token.ts';
import { median } from '../support/median.ts';
import { type SeedOptions, seedAdministrator, seedRecords, seedRollups } from './seed-records.ts';
import { seedSupplier } from './seed-supplier.ts';

const apiCalls = scaled(10_000_000);
const accounts = scaled(60_000);
const runs = 20;
/** Times below it are lost in the noise of a call. */
const leastMs = 5;

const p95 = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? 0;

type Ask = (report: Report, filter?: Readonly<Record<string, string>>) => Promise<number>;

/** Milliseconds of a call that reads a report. */
function asking(url: string, token: string): Ask {
  return async (report, filter = {}) => {
    const started = performance.now();
    const response = await fetch(url + report.read.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, ...filter }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${report.name}: ${response.status} ${text.slice(0, 300)}`);
    return performance.now() - started;
  };
}

interface Times {
  readonly p95: number;
  readonly p50: number;
}

/** A search of the logs by one of its filters, each time for another value. */
async function timeSearch(ask: Ask, filter: string, values: readonly string[]): Promise<Times | undefined> {
  const report = allReports.find(({ name }) => name === 'logs_search_back');
  if (report === undefined || !(filter in report.filters)) return undefined;
  const times: number[] = [];
  for (const value of values) times.push(await ask(report, { [filter]: value }));
  // The first ones are answered by connections that plan their statements.
  const warm = times.slice(5);
  return { p95: p95(warm), p50: median(warm) };
}

async function timeReports({ pool }: SeedOptions, ask: Ask): Promise<ReadonlyMap<string, Times>> {
  const found = new Map<string, Times>();
  for (const report of allReports) {
    const times: number[] = [];
    for (let run = -5; run < runs; run += 1) {
      const ms = await ask(report);
      if (run >= 0) times.push(ms);
    }
    found.set(report.name, { p95: p95(times), p50: median(times) });
  }
  const { rows } = await pool.query<{ reference: string; account: string }>(
    `select reference, account_number as account from portal.api_call tablesample system (1)
      where account_number is not null and happened_at > now() - interval '5 days' order by random() limit 45`,
  );
  const byReference = rows.map(({ reference }) => reference);
  const byAccount = rows.map(({ account }) => account);
  for (const [filter, values] of [
    ['reference', byReference],
    ['account', byAccount],
  ] as const) {
    const times = await timeSearch(ask, filter, values);
    if (times) found.set(`logs_search_back by ${filter}`, times);
  }
  return found;
}

export interface ReportTimes {
  readonly name: string;
  /** Milliseconds. */
  readonly p95: number;
  readonly atMost: number;
  /** Median at three times the rows, to that before. */
  readonly growth: number;
}

const limits: Readonly<Record<string, number>> = {
  'logs_search_back by reference': 20,
  'logs_search_back by account': 50,
};

/**
 * Each report with its default filter over HTTP, and searches of the logs, on 10 M API calls and 25 M of modules in 30 days, and
 * on three times as many in the same days; of the supplier's work on 24 months of 60,000 accounts.
 */
export async function benchReports(
  log: (line: string) => void = () => undefined,
): Promise<readonly ReportTimes[]> {
  const database = await openBenchDatabase();
  try {
    const now = systemClock.now();
    const { period } = placeReading(now, () => 'open', defaultReadingRules.window.person);
    await seedReadings(database.pool, accounts, period);
    await seedSupplier({ pool: database.pool, accounts, period, log });
    // Its rows are made without triggers.
    await database.pool.query(
      'select billing.recount_accounts(), billing.recount_account_readings(), portal.recount_registrations()',
    );
    const sessionKeys = newKeyRingText();
    const sessionId = await seedAdministrator(database.pool);
    const token = createTokens(parseKeyRing('SESSION_KEYS', sessionKeys)).sign({
      sessionId,
      type: 'admin',
      expiresAt: (now + 12 * 3_600_000) as Instant,
    });
    const { pool, url } = database;
    const seed = { url, pool, apiCalls, accounts, until: now, log };
    const measure = async () => {
      await seedRollups(seed);
      const server = await startServer({
        DATABASE_URL: url,
        SESSION_KEYS: sessionKeys,
        SVITLO_DATA: database.dataFolder,
      });
      try {
        return await timeReports(seed, asking(server.url, token));
      } finally {
        await server.stop();
      }
    };
    await seedRecords(seed);
    const once = await measure();
    for (const [name, { p50, p95 }] of once)
      log(`${name}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
    await seedRecords({ ...seed, apiCalls: 2 * apiCalls });
    const thrice = await measure();
    return [...once].map(([name, times]) => {
      const larger = thrice.get(name) ?? times;
      log(`${name}, three times the rows: p50 ${larger.p50.toFixed(1)} ms, p95 ${larger.p95.toFixed(1)} ms`);
      const growth = Math.max(larger.p50, leastMs) / Math.max(times.p50, leastMs);
      return { name, p95: times.p95, atMost: limits[name] ?? 150, growth };
    });
  } finally {
    await database.close();
  }
}
