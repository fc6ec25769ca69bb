import { randomUUID } from 'node:crypto';
import { runLoad } from '#bench/support/load/http-load.ts';
import { runPgbench } from '#bench/support/load/pgbench.ts';
import { openBenchDatabase, scaled } from '#bench/support/seed/bench-database.ts';
import { accountOf, idOf, seedReadings } from '#bench/support/seed/seed-readings.ts';
import { replyToTicket } from '#contract/conversations.ts';
import { searchWords } from '#domain/search/search-words.ts';
import { periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { systemClock } from '#platform/clock.ts';
import { newKeyRingText } from '#platform/key-ring.ts';
import { median } from '../support/median.ts';
import { startServer } from '../support/start-server.ts';
import { conversationOf, createBenchTokens, seedConversations } from './seed-conversations.ts';

const connections = 32;
const rounds = 5;
const warmUps = 3;
const sessionKeys = newKeyRingText();
const text =
  'Доброго дня. У рахунку за минулий місяць інше споживання, ніж показує лічильник, перевірте його, будь ласка.';

export interface MessagesBenchResult {
  /** Messages per second: over HTTP, and by plain statements. */
  readonly http: number;
  readonly plain: number;
  /** Median of the rounds' ratios. */
  readonly ratio: number;
  /** Milliseconds over HTTP; median of the rounds. */
  readonly p99: number;
}

/** The rows of a message by themselves: the next number of its conversation, and the message. */
function plainStatements(perConnection: number): readonly string[] {
  const account = `(${accountOf(0)} + :n)::text`;
  const id = (like: string) => `('${like.slice(0, -12)}' || lpad(to_hex(:n + 1), 12, '0'))::uuid`;
  const words = searchWords(text)
    .map((word) => `"${word}"`)
    .join(',');
  return [
    `\\set n :client_id * ${perConnection} + :k - 1`,
    'begin;',
    `update portal.conversation set last_seq = last_seq + 1, customer_read_seq = last_seq + 1,
      customer_delivered_seq = last_seq + 1
      where account_number = ${account} and conversation_id = ${id(conversationOf(0))} returning last_seq as seq \\gset`,
    `insert into portal.conversation_message (account_number, conversation_id, seq, author, author_id, body, client_id, sent_at, words)
      values (${account}, ${id(conversationOf(0))}, :seq, 'customer', ${id(idOf('identity', 0))}, '${text}', uuidv7(), now(),
      array_to_tsvector('{${words}}'::text[]));`,
    'commit;',
  ].map((line) => line.replaceAll(/\s*\n\s*/g, ' '));
}

/**
 * Messages of customers over HTTP (session, ownership, lock of the conversation, repeated requests, the whole ticket as the
 * answer, records of calls, announcement to the nodes) against the same rows written by pgbench with two statements in a
 * transaction, both over 32 connections, in turn, on the same database; each message of a round is of another conversation.
 */
export async function benchMessages(log: (line: string) => void): Promise<MessagesBenchResult> {
  const perRound = scaled(3_200, connections);
  const database = await openBenchDatabase();
  const now = systemClock.now();
  try {
    await seedReadings(database.pool, perRound, periodOf(kyivDateOf(now)));
    await seedConversations(database.pool, { conversations: perRound, operators: 0, now });
    log(`${perRound} conversations are there`);
    const tokens = createBenchTokens(sessionKeys, now);
    const server = await startServer({
      DATABASE_URL: database.url,
      SESSION_KEYS: sessionKeys,
      SVITLO_DATA: database.dataFolder,
    });
    try {
      const sendRound = async () => {
        const next = (index: number) => ({
          path: replyToTicket.path,
          body: {
            token: tokens.ofCustomer(index),
            account: accountOf(index),
            id: conversationOf(index),
            text,
            fileIds: [],
            requestId: randomUUID(),
          },
        });
        const result = await runLoad({ url: server.url, connections, requests: perRound, next });
        if (result.statuses[200] !== perRound) throw new Error(`answers: ${JSON.stringify(result.statuses)}`);
        return result;
      };
      const perConnection = perRound / connections;
      const lines = plainStatements(perConnection);
      for (let warmUp = 1; warmUp <= warmUps; warmUp += 1) await sendRound();
      const measured: { http: number; plain: number; p99: number }[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        const { perSecond: http, p99 } = await sendRound();
        const plain = await runPgbench({ databaseUrl: database.url, lines, connections, perConnection });
        measured.push({ http, plain, p99 });
        log(
          `round ${round}: ${http.toFixed(0)} messages/s over HTTP (p99 ${p99.toFixed(1)} ms), plain statements ${plain.toFixed(0)}/s, ratio ${(http / plain).toFixed(2)}`,
        );
      }
      const { rows } = await database.pool.query<{ count: number }>(
        'select count(*)::int as count from portal.conversation_message where author_id is not null',
      );
      if (rows[0]?.count !== perRound * (1 + warmUps + 2 * rounds)) throw new Error('messages are missing');
      return {
        http: median(measured.map((one) => one.http)),
        plain: median(measured.map((one) => one.plain)),
        ratio: median(measured.map((one) => one.http / one.plain)),
        p99: median(measured.map((one) => one.p99)),
      };
    } finally {
      await server.stop();
    }
  } finally {
    await database.close();
  }
}
