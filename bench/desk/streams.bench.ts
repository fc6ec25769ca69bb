import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { runLoad } from '#bench/support/load/http-load.ts';
import { openBenchDatabase, scaled } from '#bench/support/seed/bench-database.ts';
import { accountOf, seedReadings } from '#bench/support/seed/seed-readings.ts';
import { replyToTicket } from '#contract/conversations.ts';
import { periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { systemClock } from '#platform/clock.ts';
import { newKeyRingText } from '#platform/key-ring.ts';
import { median } from '../support/median.ts';
import { startServer } from '../support/start-server.ts';
import { startFollowers } from './open-streams.ts';
import { conversationOf, createBenchTokens, seedConversations } from './seed-conversations.ts';

const perSecond = 200;
const secondsOfRound = 10;
const rounds = 3;
const sessionKeys = newKeyRingText();

export interface StreamsBenchResult {
  readonly streams: number;
  /** Milliseconds from the moment at which a message was due to be sent until its event is there; median of the rounds. */
  readonly p99: number;
  readonly p50: number;
  /** Messages of which no event came, and streams that the server ended. */
  readonly missing: number;
  readonly lost: number;
  /** Memory of the server for a stream, in thousands of bytes. */
  readonly kilobytes: number;
}

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/**
 * Customers with an open stream each, who send messages over HTTP at a steady pace. A delivery is counted from the moment at which
 * the message was due until the state with its number arrives in the process of the browsers.
 */
export async function benchStreams(log: (line: string) => void): Promise<StreamsBenchResult> {
  const streams = scaled(5_000, 50);
  const perRound = perSecond * secondsOfRound;
  const database = await openBenchDatabase();
  const now = systemClock.now();
  try {
    await seedReadings(database.pool, streams, periodOf(kyivDateOf(now)));
    await seedConversations(database.pool, { conversations: streams, operators: 0, now });
    log(`${streams} conversations are there`);
    const server = await startServer({
      DATABASE_URL: database.url,
      SESSION_KEYS: sessionKeys,
      SVITLO_DATA: database.dataFolder,
    });
    const followers = startFollowers({ url: server.url, sessionKeys, now });
    try {
      const tokens = createBenchTokens(sessionKeys, now);
      let sent = 0;
      /** Sends messages of one customer after the other; answers when each was due. */
      const sendRound = async (pace?: number) => {
        const first = sent;
        sent += perRound;
        const begun = Date.now();
        const result = await runLoad({
          url: server.url,
          connections: 32,
          requests: perRound,
          ...(pace !== undefined && { pace }),
          next: (index) => {
            const customer = (first + index) % streams;
            return {
              path: replyToTicket.path,
              body: {
                token: tokens.ofCustomer(customer),
                account: accountOf(customer),
                id: conversationOf(customer),
                text: `Message ${index}`,
                fileIds: [],
                requestId: randomUUID(),
              },
            };
          },
        });
        if (result.statuses[200] !== perRound) throw new Error(`answers: ${JSON.stringify(result.statuses)}`);
        return { first, begun };
      };

      // Compiled code and a heap of its usual size: what the streams add is measured after that.
      await followers.open(Math.ceil(streams / 10));
      for (let warmUp = 1; warmUp <= 3; warmUp += 1) await sendRound();
      await followers.close();
      await sleep(1000);
      const before = await server.memoryAfterCollection();
      const started = performance.now();
      await followers.open(streams);
      log(`${streams} streams opened in ${((performance.now() - started) / 1000).toFixed(1)} s`);
      await sleep(2000);
      const after = await server.memoryAfterCollection();
      const kilobytes = (after - before) / streams / 1000;
      log(
        `memory ${(before / 1e6).toFixed(0)} MB, with the streams ${(after / 1e6).toFixed(0)} MB: ${kilobytes.toFixed(1)} kB each`,
      );

      const measured: { p50: number; p99: number; missing: number }[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        await followers.reset();
        const { first, begun } = await sendRound(perSecond);
        await sleep(3000);
        const arrived = new Map<number, number[]>();
        for (const [index, , at] of await followers.report())
          arrived.set(index, [...(arrived.get(index) ?? []), at]);
        const latencies: number[] = [];
        let missing = 0;
        for (let index = 0; index < perRound; index += 1) {
          const due = begun + (index / perSecond) * 1000;
          const at = arrived.get((first + index) % streams)?.find((moment) => moment >= due);
          if (at === undefined) missing += 1;
          else latencies.push(at - due);
        }
        latencies.sort((a, b) => a - b);
        const one = { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99), missing };
        measured.push(one);
        log(
          `round ${round}: ${perRound} messages at ${perSecond}/s, delivered after ${one.p50.toFixed(0)} ms (p50), ${one.p99.toFixed(0)} ms (p99), ${missing} missing`,
        );
      }
      return {
        streams,
        p99: median(measured.map(({ p99 }) => p99)),
        p50: median(measured.map(({ p50 }) => p50)),
        missing: measured.reduce((sum, one) => sum + one.missing, 0),
        lost: followers.lost(),
        kilobytes,
      };
    } finally {
      followers.end();
      await server.stop();
    }
  } finally {
    await database.close();
  }
}
