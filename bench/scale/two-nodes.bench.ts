import { parseArgs } from 'node:util';
import { databaseTimes, timeBetween } from '#bench/support/database-times.ts';
import { runLoad } from '#bench/support/load/http-load.ts';
import { createReadingRequests } from '#bench/support/load/reading-requests.ts';
import { median } from '#bench/support/median.ts';
import { openBenchDatabase, scaled } from '#bench/support/seed/bench-database.ts';
import { seedReadings } from '#bench/support/seed/seed-readings.ts';
import { type BenchServer, startServer } from '#bench/support/start-server.ts';
import { placeReading } from '#domain/readings/submission-window.ts';
import { standardRules } from '#domain/rules/testing/standard-rules.ts';
import { systemClock } from '#platform/clock.ts';
import { newKeyRingText } from '#platform/key-ring.ts';

const connections = 128;
const rounds = 5;
/** Of each node. */
const warmUps = 2;

export interface TwoNodesOptions {
  readonly accounts?: number;
  readonly log?: (line: string) => void;
}

export interface TwoNodesResult {
  /** Readings per second, medians of the rounds. */
  readonly one: number;
  readonly two: number;
  /** Median of the rounds' ratios. */
  readonly ratio: number;
  /** The same of processor time for a reading, of the nodes and of PostgreSQL: what other programs of the machine do does not matter. */
  readonly processorRatio: number;
}

interface Round {
  readonly perSecond: number;
  /** Processor time of the round, milliseconds. */
  readonly processorMs: number;
}

/**
 * Readings over HTTP by two nodes on one database ÷ by one of them, over as many connections together, in turns. On the cores of one
 * machine the second node adds no processor: what is measured is what it costs, locks and smaller batches.
 */
export async function benchTwoNodes(options: TwoNodesOptions = {}): Promise<TwoNodesResult> {
  const { accounts = scaled(60_000), log = () => undefined } = options;
  const perRound = Math.floor(accounts / (2 * rounds + 2 * warmUps) / (2 * connections)) * 2 * connections;
  if (perRound === 0) throw new Error('too few accounts');
  const sessionKeys = newKeyRingText();
  const database = await openBenchDatabase();
  const nodes: BenchServer[] = [];
  try {
    const now = systemClock.now();
    const placement = placeReading(now, () => 'open', standardRules.readings.window.person);
    log(`making ${accounts} accounts for ${placement.period}`);
    await seedReadings(database.pool, accounts, placement.period);
    const requestOf = createReadingRequests({ sessionKeys, now, placement });
    for (const name of ['one', 'two'])
      nodes.push(
        await startServer({
          DATABASE_URL: database.url,
          SESSION_KEYS: sessionKeys,
          SVITLO_DATA: database.dataFolder,
          NODE_NAME: name,
        }),
      );
    let nextIndex = 0;
    const processorMs = async () => {
      let ms = 0;
      for (const node of nodes) ms += await node.processMs();
      return ms;
    };
    /** A round that some nodes share. */
    const submitRound = async (sharers: readonly BenchServer[]): Promise<Round> => {
      const requests = perRound / sharers.length;
      const [nodesBefore, databaseBefore] = [
        await processorMs(),
        await databaseTimes(database.pool, 'svitlo'),
      ];
      const begun = performance.now();
      await Promise.all(
        sharers.map(async ({ url }) => {
          const first = nextIndex;
          nextIndex += requests;
          const result = await runLoad({
            url,
            connections: connections / sharers.length,
            requests,
            next: (index) => requestOf(first + index),
          });
          if (result.statuses[200] !== requests)
            throw new Error(`answers: ${JSON.stringify(result.statuses)}`);
        }),
      );
      const perSecond = (perRound * 1000) / (performance.now() - begun);
      const databaseMs = timeBetween(databaseBefore, await databaseTimes(database.pool, 'svitlo'));
      return { perSecond, processorMs: (await processorMs()) - nodesBefore + databaseMs };
    };
    for (let warmUp = 0; warmUp < warmUps; warmUp += 1) for (const node of nodes) await submitRound([node]);
    const measured: { one: Round; two: Round }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // The order and the single node alternate, so that a machine that slows down favours neither side.
      const single = [nodes[round % 2] as BenchServer];
      const first = await submitRound(round % 2 === 0 ? single : nodes);
      const second = await submitRound(round % 2 === 0 ? nodes : single);
      const [one, two] = round % 2 === 0 ? [first, second] : [second, first];
      measured.push({ one, two });
      log(
        `round ${round + 1}: one node ${one.perSecond.toFixed(0)}/s, two ${two.perSecond.toFixed(0)}/s, ratio ${(two.perSecond / one.perSecond).toFixed(2)}; by processor time ${(one.processorMs / two.processorMs).toFixed(2)}`,
      );
    }
    return {
      one: median(measured.map(({ one }) => one.perSecond)),
      two: median(measured.map(({ two }) => two.perSecond)),
      ratio: median(measured.map(({ one, two }) => two.perSecond / one.perSecond)),
      processorRatio: median(measured.map(({ one, two }) => one.processorMs / two.processorMs)),
    };
  } finally {
    for (const node of nodes) await node.stop();
    await database.close();
  }
}

/** `node bench/scale/two-nodes.bench.ts --accounts 100000`. */
if (import.meta.main) {
  const { values } = parseArgs({ options: { accounts: { type: 'string' } } });
  const { one, two, ratio, processorRatio } = await benchTwoNodes({
    ...(values.accounts !== undefined && { accounts: Number(values.accounts) }),
    log: (line) => console.log(line),
  });
  console.log(
    `two nodes ${two.toFixed(0)} readings/s, one ${one.toFixed(0)}/s: ratio ${ratio.toFixed(2)}, by processor time ${processorRatio.toFixed(2)}`,
  );
}
