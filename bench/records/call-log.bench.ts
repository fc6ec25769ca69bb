import type pg from 'pg';
import { runLoad } from '#bench/support/load/http-load.ts';
import { openBenchDatabase, scaled } from '#bench/support/seed/bench-database.ts';
import { accountOf, idOf, seedReadings } from '#bench/support/seed/seed-readings.ts';
import { personBalance } from '#contract/balance.ts';
import { placeReading } from '#domain/readings/submission-window.ts';
import { standardRules } from '#domain/rules/testing/standard-rules.ts';
import type { Instant } from '#domain/time/instant.ts';
import { systemClock } from '#platform/clock.ts';
import { newKeyRingText, parseKeyRing } from '#platform/key-ring.ts';
import { createTokens } from '#portal/http/session/token.ts';
import { median } from '../support/median.ts';
import { startServer } from '../support/start-server.ts';

const sessionKeys = newKeyRingText();
const accounts = 5_000;
const rounds = 5;
const perRound = scaled(12_000);

export interface CallLogBenchResult {
  /** Requests per second with and without, median of the rounds. */
  readonly on: number;
  readonly off: number;
  /** Median of the rounds' ratios. */
  readonly ratio: number;
  /** Recorded API calls; equals the number of calls made with the log on. */
  readonly recorded: number;
  /** Of them, those that the rollups have. */
  readonly counted: number;
}

interface Compared {
  /** Settings of the server on either side. */
  readonly settings: (side: 'on' | 'off') => Readonly<Record<string, string>>;
  /** Runs beside the requests of the side that is on; returns how to end it. */
  readonly beside?: (url: string, pool: pg.Pool) => () => void;
}

/**
 * Cost of recording every API call and every function-module call with their rollups: the balance call over 32 connections, log on and off
 * alternately.
 */
export const benchCallLog = (log?: (line: string) => void) =>
  compareCalls({ settings: (side) => ({ CALL_LOG: side }) }, log);

const metricsToken = 'token-of-the-benchmark';

/**
 * Cost of a dashboard that somebody looks at and of a collector that scrapes each second, against a server that nobody looks
 * at and that has no /metrics.
 */
export const benchWatched = (log?: (line: string) => void) =>
  compareCalls(
    {
      settings: (side): Record<string, string> => (side === 'on' ? { METRICS_TOKEN: metricsToken } : {}),
      beside(url, pool) {
        const timer = setInterval(() => {
          const scrape = fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
          // What the live hub of a node does while its dashboard is followed.
          const look = pool.query(
            `insert into portal.live_topic (topic, refreshed_at) values ('performance', now())
             on conflict (topic) do update set refreshed_at = excluded.refreshed_at`,
          );
          void Promise.all([scrape.then((answer) => answer.text()), look]).catch(log);
        }, 1000);
        return () => clearInterval(timer);
      },
    },
    log,
  );

async function compareCalls(
  { settings, beside }: Compared,
  log: (line: string) => void = () => undefined,
): Promise<CallLogBenchResult> {
  const database = await openBenchDatabase();
  try {
    const now = systemClock.now();
    const { period } = placeReading(now, () => 'open', standardRules.readings.window.person);
    await seedReadings(database.pool, accounts, period);
    const tokens = createTokens(parseKeyRing('SESSION_KEYS', sessionKeys));
    const expiresAt = (now + 12 * 3_600_000) as Instant;
    const payloads = Array.from({ length: accounts }, (_, index) => ({
      path: personBalance.path,
      body: {
        token: tokens.sign({ sessionId: idOf('session', index), type: 'person', expiresAt }),
        account: accountOf(index),
      },
    }));
    const environment = {
      DATABASE_URL: database.url,
      SESSION_KEYS: sessionKeys,
      SVITLO_DATA: database.dataFolder,
    };
    const measure = async (side: 'on' | 'off'): Promise<number> => {
      const server = await startServer({ ...environment, ...settings(side) });
      const end = side === 'on' ? beside?.(server.url, database.pool) : undefined;
      try {
        const next = (index: number) => payloads[index % accounts] as (typeof payloads)[number];
        await runLoad({ url: server.url, connections: 32, requests: perRound / 4, next });
        const result = await runLoad({ url: server.url, connections: 32, requests: perRound, next });
        if (result.statuses[200] !== perRound) throw new Error(`answers: ${JSON.stringify(result.statuses)}`);
        return result.perSecond;
      } finally {
        end?.();
        await server.stop();
      }
    };
    const pairs: { on: number; off: number }[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      // The order alternates, so that a machine that slows down or warms up favours neither side.
      const first = round % 2 === 1 ? 'on' : 'off';
      const one = await measure(first);
      const other = await measure(first === 'on' ? 'off' : 'on');
      const pair = first === 'on' ? { on: one, off: other } : { on: other, off: one };
      pairs.push(pair);
      log(
        `round ${round}: on ${pair.on.toFixed(0)}/s, off ${pair.off.toFixed(0)}/s, ratio ${(pair.on / pair.off).toFixed(3)}`,
      );
    }
    const { rows } = await database.pool.query<{ count: string; counted: string }>(
      `select (select count(*) from portal.api_call) as count,
         (select sum(calls) from portal.call_latency_day where kind = 'api') as counted`,
    );
    return {
      on: median(pairs.map((pair) => pair.on)),
      off: median(pairs.map((pair) => pair.off)),
      ratio: median(pairs.map((pair) => pair.on / pair.off)),
      recorded: Number(rows[0]?.count),
      counted: Number(rows[0]?.counted),
    };
  } finally {
    await database.close();
  }
}
