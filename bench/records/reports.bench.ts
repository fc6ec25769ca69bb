import type pg from 'pg';
import { copyDatabase, openBenchDatabase, scaled } from '#bench/support/seed/bench-database.ts';
import { seedReadings } from '#bench/support/seed/seed-readings.ts';
import { startServer } from '#bench/support/start-server.ts';
import { allReports } from '#contract/reports/all-reports.ts';
import type { Report } from '#contract/reports/define-report.ts';
import { placeReading } from '#domain/readings/submission-window.ts';
import { standardRules } from '#domain/rules/testing/standard-rules.ts';
import type { Instant } from '#domain/time/instant.ts';
import { systemClock } from '#platform/clock.ts';
import { newKeyRingText, parseKeyRing } from '#platform/key-ring.ts';
import { createTokens } from '#portal/http/session/token.ts';
import { median } from '../support/median.ts';
import { seedAdministrator, seedRecords, seedRollups } from './seed-records.ts';
import { seedSupplier } from './seed-supplier.ts';

const apiCalls = scaled(10_000_000);
const accounts = scaled(60_000);
const runs = 20;
const searches = 40;
const warmUps = 5;
/** Days that reports read by default: seven, compared with the seven before, and parts of days at the ends. */
const daysOfReports = 16;
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

/** Milliseconds of each run on the rows and on three times as many, in turns. */
interface Runs {
  readonly once: readonly number[];
  readonly thrice: readonly number[];
}

/** One of both is asked first in every other run. The first ones are left out: their connections plan the statements. */
async function takeTurns(
  counted: number,
  askOnce: (run: number) => Promise<number>,
  askThrice: (run: number) => Promise<number>,
): Promise<Runs> {
  const once: number[] = [];
  const thrice: number[] = [];
  for (let run = 0; run < counted + warmUps; run += 1) {
    const turns = [async () => once.push(await askOnce(run)), async () => thrice.push(await askThrice(run))];
    for (const turn of run % 2 ? turns.toReversed() : turns) await turn();
  }
  return { once: once.slice(warmUps), thrice: thrice.slice(warmUps) };
}

/** Some references and accounts of records of the newest days. */
async function valuesOfSearches(pool: pg.Pool): Promise<readonly Readonly<Record<string, string>>[]> {
  const { rows } = await pool.query<{ reference: string; account: string }>(
    `select reference, account_number as account from portal.api_call tablesample system (1)
      where account_number is not null and happened_at > now() - interval '5 days' order by random() limit ${searches + warmUps}`,
  );
  return rows;
}

interface Side {
  readonly pool: pg.Pool;
  readonly ask: Ask;
}

async function timeReports(once: Side, thrice: Side): Promise<ReadonlyMap<string, Runs>> {
  const found = new Map<string, Runs>();
  const turns = (report: Report, counted: number) =>
    takeTurns(
      counted,
      () => once.ask(report),
      () => thrice.ask(report),
    );
  // What a server and its database do for the first time is no part of a report's time.
  for (const report of allReports) await turns(report, 0);
  for (const report of allReports) found.set(report.name, await turns(report, runs));
  const search = allReports.find(({ name }) => name === 'logs_search_back');
  if (!search) throw new Error('no search of the logs');
  const [valuesOnce, valuesThrice] = [await valuesOfSearches(once.pool), await valuesOfSearches(thrice.pool)];
  for (const filter of ['reference', 'account']) {
    const asked = (side: Side, values: typeof valuesOnce) => (run: number) =>
      side.ask(search, { [filter]: values[run]?.[filter] ?? '' });
    found.set(
      `logs_search_back by ${filter}`,
      await takeTurns(searches, asked(once, valuesOnce), asked(thrice, valuesThrice)),
    );
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
 * on three times as many in the same days, in turns; of the supplier's work on 24 months of 60,000 accounts.
 */
export async function benchReports(
  log: (line: string) => void = () => undefined,
): Promise<readonly ReportTimes[]> {
  const database = await openBenchDatabase();
  try {
    const now = systemClock.now();
    const { period } = placeReading(now, () => 'open', standardRules.readings.window.person);
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
    const seed = { url: database.url, pool: database.pool, apiCalls, accounts, until: now, log };
    await seedRecords(seed);
    const larger = await copyDatabase(database);
    try {
      await seedRollups(seed, daysOfReports);
      const { url, pool } = larger;
      await seedRecords({ ...seed, url, pool, apiCalls: 2 * apiCalls });
      await seedRollups({ ...seed, pool }, daysOfReports);
      const serverOf = (url: string) =>
        startServer({ DATABASE_URL: url, SESSION_KEYS: sessionKeys, SVITLO_DATA: database.dataFolder });
      const servers = [await serverOf(database.url), await serverOf(url)] as const;
      try {
        const found = await timeReports(
          { pool: database.pool, ask: asking(servers[0].url, token) },
          { pool, ask: asking(servers[1].url, token) },
        );
        return [...found].map(([name, { once, thrice }]) => {
          log(
            `${name}: p50 ${median(once).toFixed(1)} ms, p95 ${p95(once).toFixed(1)} ms; three times the rows: p50 ${median(thrice).toFixed(1)} ms, p95 ${p95(thrice).toFixed(1)} ms`,
          );
          const growth = Math.max(median(thrice), leastMs) / Math.max(median(once), leastMs);
          return { name, p95: p95(once), atMost: limits[name] ?? 150, growth };
        });
      } finally {
        await Promise.all(servers.map((server) => server.stop()));
      }
    } finally {
      await larger.close();
    }
  } finally {
    await database.close();
  }
}
