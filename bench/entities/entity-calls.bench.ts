import { runLoad } from '#bench/support/load/http-load.ts';
import { openBenchDatabase } from '#bench/support/seed/bench-database.ts';
import { fillCabinets } from '#bench/support/seed/fill-cabinets.ts';
import { median } from '../support/median.ts';
import { type OpenChain, openChain } from '../support/open-chain.ts';
import { chainAccount } from '../support/seed/add-chain.ts';

const rounds = 9;
const perRound = 6;
const warmUps = 6;
/** Points of the chain, as in the sample. */
const chainPoints = 312;

/** What the pages of a legal entity ask; `period` is filled in. */
const calls: readonly (readonly [path: string, fields: Readonly<Record<string, unknown>>])[] = [
  ['/api/entity/overview', {}],
  ['/api/readings/points', {}],
  ['/api/balance/entity', {}],
  ['/api/invoices/list', {}],
  ['/api/invoices/get', { payee: 'supplier' }],
  ['/api/payments/list', {}],
  ['/api/meters/history', {}],
  ['/api/entity/points', {}],
  ['/api/entity/company', {}],
  ['/api/tariffs/prices', {}],
  ['/api/consumption/history', {}],
];

export interface EntityCallTime {
  readonly path: string;
  /** Milliseconds at the small and the large supplier, median of the rounds. */
  readonly few: number;
  readonly many: number;
  /** Median of the rounds' ratios. */
  readonly ratio: number;
}

/** The calls of a chain at a supplier with 300 other accounts and at one with 100,000, one request at a time, in turn. */
export async function benchEntityCalls({
  few = 300,
  many = 100_000,
  log = () => undefined,
}: {
  readonly few?: number;
  readonly many?: number;
  readonly log?: (line: string) => void;
}): Promise<EntityCallTime[]> {
  const database = await openBenchDatabase();
  const sides: OpenChain[] = [];
  try {
    const smallUrl = database.url.replace(/\/svitlo$/, '/small');
    await database.pool.query('create database small template svitlo');
    for (const [url, accounts] of [
      [smallUrl, few],
      [database.url, many],
    ] as const) {
      log(`loading ${accounts} accounts and a chain`);
      await fillCabinets(url, accounts, database.dataFolder, { chainPoints });
      sides.push(await openChain(url, database.dataFolder));
    }
    const [small, large] = sides;
    if (small === undefined || large === undefined) throw new Error('two sides');
    const times: EntityCallTime[] = [];
    for (const call of calls) {
      const time = await compare(call, small, large);
      times.push(time);
      log(
        `${time.path}: ${time.few.toFixed(2)} ms, ${time.many.toFixed(2)} ms, ratio ${time.ratio.toFixed(2)}`,
      );
    }
    return times;
  } finally {
    for (const { server } of sides) await server.stop();
    await database.close();
  }
}

async function measure(
  [path, fields]: (typeof calls)[number],
  side: OpenChain,
  requests: number,
): Promise<number> {
  const period = path === '/api/invoices/get' ? { period: side.period } : {};
  const body = { token: side.token, account: chainAccount, ...fields, ...period };
  const { p50, statuses } = await runLoad({
    url: side.server.url,
    connections: 1,
    requests,
    next: () => ({ path, body }),
  });
  if (Object.keys(statuses).join() !== '200')
    throw new Error(`${path} answered ${Object.keys(statuses).join()}`);
  return p50;
}

async function compare(
  call: (typeof calls)[number],
  small: OpenChain,
  large: OpenChain,
): Promise<EntityCallTime> {
  await measure(call, small, warmUps);
  await measure(call, large, warmUps);
  const pairs: { few: number; many: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // The order alternates, so that a machine that slows down favours neither side.
    const order = round % 2 === 0 ? [small, large] : [large, small];
    const measured = new Map<OpenChain, number>();
    for (const side of order) measured.set(side, await measure(call, side, perRound));
    pairs.push({ few: measured.get(small) ?? 0, many: measured.get(large) ?? 0 });
  }
  return {
    path: call[0],
    few: median(pairs.map((pair) => pair.few)),
    many: median(pairs.map((pair) => pair.many)),
    ratio: median(pairs.map((pair) => pair.many / pair.few)),
  };
}

/** `node bench/entities/entity-calls.bench.ts 20000`: a quick run with fewer accounts. */
if (process.argv[1] === import.meta.filename) {
  await benchEntityCalls({
    ...(process.argv[2] && { many: Number(process.argv[2]) }),
    log: (line) => console.log(line),
  });
}
