import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LoadRequest, runLoad } from '#bench/support/load/http-load.ts';
import { createReadingRequests } from '#bench/support/load/reading-requests.ts';
import { openBenchDatabase, scaled } from '#bench/support/seed/bench-database.ts';
import { accountOf, seedReadings } from '#bench/support/seed/seed-readings.ts';
import { replyToTicket } from '#contract/conversations.ts';
import { beAtDesk, listDesk, openDesk, replyAtDesk } from '#contract/desk.ts';
import { placeReading } from '#domain/readings/submission-window.ts';
import { standardRules } from '#domain/rules/testing/standard-rules.ts';
import { systemClock } from '#platform/clock.ts';
import { newKeyRingText } from '#platform/key-ring.ts';
import { median } from '../support/median.ts';
import { startServer } from '../support/start-server.ts';
import { startFollowers } from './open-streams.ts';
import { conversationOf, createBenchTokens, seedConversations } from './seed-conversations.ts';

const connections = 32;
const rounds = 5;
const warmUps = 2;
const operators = 10;
/** Calls of the desk and messages of customers, a second: ten operators, of whom each does something every second. */
const deskCalls = 10;
const sessionKeys = newKeyRingText();

export interface ReadingsWithDeskResult {
  readonly streams: number;
  /** Readings per second; medians. */
  readonly alone: number;
  readonly beside: number;
  /** Median of the rounds' ratios. */
  readonly ratio: number;
}

/** What ten operators and their customers do: the queue, a conversation, presence, an answer, a message. */
function createDeskRequests(tokens: ReturnType<typeof createBenchTokens>, conversations: number) {
  return (index: number): LoadRequest => {
    const token = tokens.ofOperator(index % operators);
    const place = (index * 37) % conversations;
    const key = { account: accountOf(place), id: conversationOf(place) };
    const text = 'Перевіримо лічильник і напишемо вам.';
    switch (index % 10) {
      case 0:
      case 1:
      case 2:
        return { path: listDesk.path, body: { token } };
      case 3:
      case 4:
        return { path: openDesk.path, body: { token, ...key } };
      case 5:
      case 6:
        return { path: beAtDesk.path, body: { token, ...key, isTyping: index % 2 === 0 } };
      case 7:
        return {
          path: replyAtDesk.path,
          body: { token, ...key, text, act: 'answer', lastSeenSeq: 1_000_000, clientId: randomUUID() },
        };
      default:
        return {
          path: replyToTicket.path,
          body: { token: tokens.ofCustomer(place), ...key, text, fileIds: [], requestId: randomUUID() },
        };
    }
  };
}

/**
 * Readings over 32 connections, in turn alone, and with 5,000 open streams of customers and ten operators at work on the same node;
 * every reading is from another account and another session.
 */
export async function benchReadingsWithDesk(log: (line: string) => void): Promise<ReadingsWithDeskResult> {
  const streams = scaled(5_000, 50);
  const perRound = scaled(2_560, connections);
  const accounts = Math.max(streams, (2 * rounds + warmUps) * perRound);
  const database = await openBenchDatabase();
  try {
    const now = systemClock.now();
    const placement = placeReading(now, () => 'open', standardRules.readings.window.person);
    await seedReadings(database.pool, accounts, placement.period);
    await seedConversations(database.pool, { conversations: streams, operators, now });
    log(`${accounts} accounts and ${streams} conversations are there`);
    const requestOf = createReadingRequests({ sessionKeys, now, placement });
    const deskRequest = createDeskRequests(createBenchTokens(sessionKeys, now), streams);
    const server = await startServer({
      DATABASE_URL: database.url,
      SESSION_KEYS: sessionKeys,
      SVITLO_DATA: database.dataFolder,
    });
    const followers = startFollowers({ url: server.url, sessionKeys, now });
    try {
      const { url } = server;
      let nextIndex = 0;
      const submitRound = async (): Promise<number> => {
        const first = nextIndex;
        nextIndex += perRound;
        const next = (index: number) => requestOf(first + index);
        const result = await runLoad({ url, connections, requests: perRound, next });
        if (result.statuses[200] !== perRound) throw new Error(`answers: ${JSON.stringify(result.statuses)}`);
        return result.perSecond;
      };
      let deskIndex = 0;
      /** With the streams open and the desk in use. */
      const submitBeside = async () => {
        await followers.open(streams);
        const over = new AbortController();
        const first = deskIndex;
        const desk = runLoad({
          url,
          connections: 4,
          requests: 100_000,
          pace: deskCalls,
          until: over.signal,
          next: (index) => deskRequest(first + index),
        });
        await sleep(1000);
        const rate = await submitRound().finally(() => over.abort());
        const { statuses, sent } = await desk;
        deskIndex += sent;
        const failed = sent - (statuses[200] ?? 0) - (statuses[409] ?? 0);
        if (failed > 0) throw new Error(`answers of the desk: ${JSON.stringify(statuses)}`);
        await followers.close();
        return { rate, sent };
      };
      for (let warmUp = 1; warmUp <= warmUps; warmUp += 1) await submitRound();
      const measured: { alone: number; beside: number }[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        const alone = await submitRound();
        const { rate: beside, sent } = await submitBeside();
        measured.push({ alone, beside });
        log(
          `round ${round}: ${alone.toFixed(0)} readings/s, with ${streams} streams and ${sent} calls of the desk ${beside.toFixed(0)}/s: ratio ${(beside / alone).toFixed(2)}`,
        );
      }
      if (followers.lost() > 0) throw new Error(`${followers.lost()} streams were lost`);
      return {
        streams,
        alone: median(measured.map((one) => one.alone)),
        beside: median(measured.map((one) => one.beside)),
        ratio: median(measured.map((one) => one.beside / one.alone)),
      };
    } finally {
      followers.end();
      await server.stop();
    }
  } finally {
    await database.close();
  }
}
