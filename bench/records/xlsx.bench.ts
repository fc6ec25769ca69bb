import { openBenchDatabase, scaled } from '#bench/support/seed/bench-database.ts';
import { seedReadings } from '#bench/support/seed/seed-readings.ts';
import { startServer } from '#bench/support/start-server.ts';
import { allReports } from '#contract/reports/all-reports.ts';
import { placeReading } from '#domain/readings/submission-window.ts';
import { standardRules } from '#domain/rules/testing/standard-rules.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { addDays } from '#domain/time/local-date.ts';
import { systemClock } from '#platform/clock.ts';
import { newKeyRingText, parseKeyRing } from '#platform/key-ring.ts';
import { createTokens } from '#portal/http/session/token.ts';
import { days, seedAdministrator, seedRecords, seedRollups } from './seed-records.ts';

const wanted = scaled(500_000);
const accounts = 1000;

export interface XlsxBenchResult {
  readonly rows: number;
  readonly fileMib: number;
  readonly seconds: number;
  /** Until the first bytes, seconds. */
  readonly firstBytes: number;
  /** Longest time without bytes, seconds. */
  readonly longestPause: number;
  /** By how much the server's process grew, MiB, and its largest memory. */
  readonly grownMib: number;
  readonly peakMib: number;
}

/** The log of API calls of some days as a workbook of 500,000 rows, read as a browser reads it. */
export async function benchXlsx(log: (line: string) => void = () => undefined): Promise<XlsxBenchResult> {
  const report = allReports.find(({ name }) => name === 'logs_search_back');
  if (report === undefined) throw new Error('no report logs_search_back');
  const database = await openBenchDatabase();
  try {
    const now = systemClock.now();
    const { pool, url } = database;
    const { period } = placeReading(now, () => 'open', standardRules.readings.window.person);
    await seedReadings(pool, accounts, period);
    const sessionKeys = newKeyRingText();
    const expiresAt = (now + 12 * 3_600_000) as Instant;
    const sessionId = await seedAdministrator(pool);
    const token = createTokens(parseKeyRing('SESSION_KEYS', sessionKeys)).sign({
      sessionId,
      type: 'admin',
      expiresAt,
    });
    // A tenth more than is wanted: the file may have no fewer.
    const seed = { url, pool, apiCalls: Math.ceil(1.1 * wanted), accounts, until: now, log };
    await seedRecords(seed);
    await seedRollups(seed);
    const server = await startServer({
      DATABASE_URL: url,
      SESSION_KEYS: sessionKeys,
      SVITLO_DATA: database.dataFolder,
    });
    try {
      const ask = async (path: string, body: object) => {
        const response = await fetch(server.url + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ token, ...body }),
        });
        if (!response.ok || response.body === null) throw new Error(await response.text());
        return response.body;
      };
      const today = kyivDateOf(now);
      const of = { from: addDays(today, -days), to: today };
      for await (const _ of await ask(report.read.path, of));
      const before = await server.peakMib();
      const started = performance.now();
      let [bytes, firstAt, lastAt, longestPause] = [0, 0, started, 0];
      for await (const chunk of await ask(report.export.path, { ...of, format: 'xlsx' })) {
        const at = performance.now();
        if (bytes === 0) firstAt = at;
        else longestPause = Math.max(longestPause, at - lastAt);
        lastAt = at;
        bytes += chunk.length;
      }
      const peakMib = await server.peakMib();
      const { rows } = await pool.query<{ count: string }>('select count(*) from portal.api_call');
      return {
        rows: Number(rows[0]?.count),
        fileMib: bytes / 1024 / 1024,
        seconds: (lastAt - started) / 1000,
        firstBytes: (firstAt - started) / 1000,
        longestPause: longestPause / 1000,
        grownMib: peakMib - before,
        peakMib,
      };
    } finally {
      await server.stop();
    }
  } finally {
    await database.close();
  }
}
