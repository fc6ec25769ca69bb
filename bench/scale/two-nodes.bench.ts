import { parseArgs } from 'node:util';
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

const connections = 32;
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
    /** Readings per second of a round that some nodes share. */
    const submitRound = async (sharers: readonly BenchServer[]): Promise<number> => {
      const requests = perRound / sharers.length;
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
      return (perRound * 1000) / (performance.now() - begun);
    };
    for (let warmUp = 0; warmUp < warmUps; warmUp += 1) for (const node of nodes) await submitRound([node]);
    const measured: { one: number; two: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // The order and the single node alternate, so that a machine that slows down favours neither side.
      const single = [nodes[round % 2] as BenchServer];
      const sides = round % 2 === 0 ? [single, nodes] : [nodes, single];
      const rates = new Map<readonly BenchServer[], number>();
      for (const side of sides) rates.set(side, await submitRound(side));
      const [one, two] = [rates.get(single) ?? 0, rates.get(nodes) ?? 0];
      measured.push({ one, two });
      log(
        `round ${round + 1}: one node ${one.toFixed(0)}/s, two ${two.toFixed(0)}/s, ratio ${(two / one).toFixed(2)}`,
      );
    }
    return {
      one: median(measured.map(({ one }) => one)),
      two: median(measured.map(({ two }) => two)),
      ratio: median(measured.map(({ one, two }) => two / one)),
    };
  } finally {
    for (const node of nodes) await node.stop();
    await database.close();
  }
}

/** `node bench/scale/two-nodes.bench.ts --accounts 100000`. */
if (import.meta.main) {
  const { values } = parseArgs({ options: { accounts: { type: 'string' } } });
  const { one, two, ratio } = await benchTwoNodes({
    ...(values.accounts !== undefined && { accounts: Number(values.accounts) }),
    log: (line) => console.log(line),
  });
  console.log(`two nodes ${two.toFixed(0)} readings/s, one ${one.toFixed(0)}/s: ratio ${ratio.toFixed(2)}`);
}
