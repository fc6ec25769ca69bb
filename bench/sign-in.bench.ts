import { setTimeout as wait } from 'node:timers/promises';
import { type LoadRequest, type LoadResult, runLoad } from '#bench/support/load/http-load.ts';
import { createReadingRequests } from '#bench/support/load/reading-requests.ts';
import { timeTokenChecks } from '#bench/support/load/time-token-checks.ts';
import { openBenchDatabase } from '#bench/support/seed/bench-database.ts';
import { seedReadings } from '#bench/support/seed/seed-readings.ts';
import { seedSignIns } from '#bench/support/seed/sign-ins.ts';
import { placeReading } from '#domain/readings/submission-window.ts';
import { standardRules } from '#domain/rules/testing/standard-rules.ts';
import { systemClock } from '#platform/clock.ts';
import { newKeyRingText } from '#platform/key-ring.ts';
import { median } from './support/median.ts';
import { startServer } from './support/start-server.ts';

const readingConnections = 32;
const rounds = 5;
const warmUps = 4;
/** More persons than concurrent sign-ins, so that attempts don't exhaust a person's limit. */
const persons = 1024;
const sessionKeys = newKeyRingText();

export interface SignInBenchOptions {
  /** Readings per round. */
  readonly perRound?: number;
  /** Connections signing in without pause. */
  readonly signInConnections?: number;
  /** Connections of the flood, more than can be hashed. */
  readonly floodConnections?: number;
  readonly log?: (line: string) => void;
}

export interface SignInBenchResult {
  /** Readings per second during sign-ins relative to the rate without; median of the rounds' ratios. */
  readonly rateRatio: number;
  /** Their p99 relative to the p99 without; median of the rounds' ratios. */
  readonly p99Ratio: number;
  readonly signInsPerSecond: number;
  /** Sign-ins of the flood refused with 503, and those of them without Retry-After. */
  readonly refused: number;
  readonly refusedWithoutWait: number;
  readonly tokenCheckMs: number;
}

function countOf({ statuses }: LoadResult, status: number): number {
  return statuses[status] ?? 0;
}

/** Throws unless every request was answered with one of these statuses. */
function requireAnswers(what: string, result: LoadResult, ...allowed: number[]): LoadResult {
  const answered = allowed.reduce((sum, status) => sum + countOf(result, status), 0);
  if (answered === result.sent) return result;
  throw new Error(`${what}: ${result.sent} sent, answers ${JSON.stringify(result.statuses)}`);
}

/** Runs a piece of work while sign-ins continue without pause. */
async function duringSignIns<Result>(
  load: { readonly url: string; readonly connections: number; readonly next: (index: number) => LoadRequest },
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly signIns: LoadResult }> {
  const end = new AbortController();
  const storm = runLoad({ ...load, requests: 100_000, until: end.signal });
  const beside = async (): Promise<Result> => {
    // Time for the hash queue to fill.
    await wait(1000);
    return work().finally(() => end.abort());
  };
  const [result, signIns] = await Promise.all([beside(), storm]);
  return { result, signIns };
}

/**
 * Effect of many sign-ins on submitting readings: readings over 32 connections alone and, alternating, while 64
 * connections sign in without pause; then a flood of 512 connections, all of which must be answered, with 503 and
 * Retry-After when overloaded; and the event-loop time of a token check.
 */
export async function benchSignIn(options: SignInBenchOptions = {}): Promise<SignInBenchResult> {
  const { perRound = 2_048, signInConnections = 64, floodConnections = 512, log = () => undefined } = options;
  const accounts = Math.max(persons, (2 * rounds + warmUps) * perRound);
  const database = await openBenchDatabase();
  try {
    const now = systemClock.now();
    const placement = placeReading(now, () => 'open', standardRules.readings.window.person);
    log(`making ${accounts} accounts`);
    await seedReadings(database.pool, accounts, placement.period);
    const nextSignIn = await seedSignIns(database.pool, persons);
    const requestOf = createReadingRequests({ sessionKeys, now, placement });
    const server = await startServer({
      DATABASE_URL: database.url,
      SESSION_KEYS: sessionKeys,
      SVITLO_DATA: database.dataFolder,
    });
    try {
      const { url } = server;
      let nextIndex = 0;
      const submitRound = async (): Promise<LoadResult> => {
        const first = nextIndex;
        nextIndex += perRound;
        const next = (index: number) => requestOf(first + index);
        const load = { url, connections: readingConnections, requests: perRound, next };
        return requireAnswers('readings', await runLoad(load), 200);
      };
      for (let warmUp = 1; warmUp <= warmUps; warmUp += 1) await submitRound();
      const pairs: { rate: number; p99: number; signIns: number }[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        const alone = await submitRound();
        const storm = { url, connections: signInConnections, next: nextSignIn };
        const { result: beside, signIns } = await duringSignIns(storm, submitRound);
        requireAnswers('sign-ins', signIns, 200, 503);
        const pair = { rate: beside.perSecond / alone.perSecond, p99: beside.p99 / alone.p99 };
        pairs.push({ ...pair, signIns: countOf(signIns, 200) / (signIns.sent / signIns.perSecond) });
        log(
          `round ${round}: ${alone.perSecond.toFixed(0)} readings/s (p99 ${alone.p99.toFixed(1)} ms), beside sign-ins ${beside.perSecond.toFixed(0)}/s (p99 ${beside.p99.toFixed(1)} ms): ratios ${pair.rate.toFixed(2)}, ${pair.p99.toFixed(2)}; sign-ins ${JSON.stringify(signIns.statuses)}`,
        );
      }
      const flood = requireAnswers(
        'the flood',
        await runLoad({
          url,
          connections: floodConnections,
          requests: 2 * floodConnections,
          next: nextSignIn,
          countHeader: 'retry-after',
        }),
        200,
        503,
      );
      log(`flood: ${JSON.stringify(flood.statuses)}, with Retry-After ${JSON.stringify(flood.withHeader)}`);
      const refused = countOf(flood, 503);
      return {
        rateRatio: median(pairs.map(({ rate }) => rate)),
        p99Ratio: median(pairs.map(({ p99 }) => p99)),
        signInsPerSecond: median(pairs.map(({ signIns }) => signIns)),
        refused,
        refusedWithoutWait: refused - (flood.withHeader[503] ?? 0),
        tokenCheckMs: await timeTokenChecks(),
      };
    } finally {
      await server.stop();
    }
  } finally {
    await database.close();
  }
}

if (import.meta.main) {
  const result = await benchSignIn({ log: console.log });
  console.log(
    `sign-in: readings at ${result.rateRatio.toFixed(2)} of their rate, p99 ${result.p99Ratio.toFixed(2)} times; ${result.signInsPerSecond.toFixed(0)} sign-ins/s; ${result.refused} of the flood refused, ${result.refusedWithoutWait} without Retry-After; a token ${result.tokenCheckMs.toFixed(4)} ms`,
  );
}
