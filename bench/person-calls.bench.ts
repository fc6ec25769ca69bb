import pg from 'pg';
import { runLoad } from '#bench/support/load/http-load.ts';
import { type PersonCall, personCalls } from '#bench/support/load/person-payloads.ts';
import { openBenchDatabase } from '#bench/support/seed/bench-database.ts';
import { type CabinetOwner, readOwners } from '#bench/support/seed/cabinet-owner.ts';
import { fillCabinets } from '#bench/support/seed/fill-cabinets.ts';
import type { Instant } from '#domain/time/instant.ts';
import { systemClock } from '#platform/clock.ts';
import { newKeyRingText, parseKeyRing } from '#platform/key-ring.ts';
import { createTokens } from '#portal/http/session/token.ts';
import { median } from './support/median.ts';
import { type BenchServer, startServer } from './support/start-server.ts';

const sessionKeys = newKeyRingText();
const rounds = 7;
const maxRounds = 21;
/** Maximum ratio of the large supplier to the small one. */
const maxRatio = 1.5;
const perRound = 8;
const warmUps = 8;

export interface PersonCallsOptions {
  readonly few?: number;
  readonly many?: number;
  /** Substrings of call names; absent: all calls. */
  readonly only?: readonly string[];
  readonly log?: (line: string) => void;
}

export interface PersonCallTime {
  readonly name: string;
  /** Milliseconds at the small and the large supplier, median of the rounds. */
  readonly few: number;
  readonly many: number;
  /** Median of the rounds' ratios. */
  readonly ratio: number;
  /** HTTP status of the answers, equal at both. */
  readonly status: number;
}

/** A supplier of one size with its server. */
interface Side {
  readonly server: BenchServer;
  readonly owners: readonly CabinetOwner[];
}

/**
 * Every call of a person's pages at a supplier with 300 accounts and one with 100,000, both imported and served in
 * parallel: one request at a time, alternating within each round, each from another household.
 */
export async function benchPersonCalls(options: PersonCallsOptions = {}): Promise<PersonCallTime[]> {
  const { few = 300, many = 100_000, only, log = () => undefined } = options;
  const database = await openBenchDatabase();
  const sides: Side[] = [];
  try {
    const smallUrl = database.url.replace(/\/svitlo$/, '/small');
    await database.pool.query('create database small template svitlo');
    for (const [url, accounts] of [
      [smallUrl, few],
      [database.url, many],
    ] as const) {
      log(`loading ${accounts} accounts`);
      await fillCabinets(url, accounts, database.dataFolder);
      sides.push(await openSide(url, database.dataFolder));
    }
    const [small, large] = sides;
    if (small === undefined || large === undefined) throw new Error('two sides');
    const times: PersonCallTime[] = [];
    for (const call of personCalls()) {
      if (only !== undefined && !only.some((part) => call.name.includes(part))) continue;
      const time = await compare(call, small, large);
      times.push(time);
      log(describe(time));
    }
    return times;
  } finally {
    for (const { server } of sides) await server.stop();
    await database.close();
  }
}

async function openSide(url: string, dataFolder: string): Promise<Side> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const owners = await readOwners(pool, warmUps + rounds * perRound).finally(() => pool.end());
  if (owners.length < warmUps + rounds * perRound) throw new Error(`only ${owners.length} households`);
  const environment = {
    DATABASE_URL: url,
    SESSION_KEYS: sessionKeys,
    SVITLO_DATA: dataFolder,
    // A payment is started by a form that is signed locally; no provider is called.
    LIQPAY_PUBLIC_KEY: 'bench',
    LIQPAY_PRIVATE_KEY: 'bench',
    LIQPAY_URL: 'https://liqpay.invalid',
  };
  return { server: await startServer(environment), owners };
}

const tokens = createTokens(parseKeyRing('SESSION_KEYS', sessionKeys));
const expiresAt = (systemClock.now() + 12 * 3_600_000) as Instant;

/** Median time of some requests, milliseconds. */
async function ask(call: PersonCall, { server, owners }: Side, first: number, requests: number) {
  const { p50, statuses } = await runLoad({
    url: server.url,
    connections: 1,
    requests,
    next: (index) => {
      const owner = owners[(first + index) % owners.length] as CabinetOwner;
      const token = tokens.sign({ sessionId: owner.sessionId, type: 'person', expiresAt });
      const { file, ...fields } = call.fields(owner);
      return {
        path: call.path,
        body: { ...fields, token },
        ...(file instanceof Uint8Array && { file }),
      };
    },
  });
  return { p50, statuses: Object.keys(statuses) };
}

async function compare(call: PersonCall, small: Side, large: Side): Promise<PersonCallTime> {
  const seen = new Set<string>();
  const measure = async (side: Side, first: number, requests: number): Promise<number> => {
    const { p50, statuses } = await ask(call, side, first, requests);
    for (const status of statuses) seen.add(status);
    return p50;
  };
  await measure(small, 0, warmUps);
  await measure(large, 0, warmUps);
  const pairs: { few: number; many: number }[] = [];
  // A call that seems too slow gets more rounds, because other work on the machine disturbs single rounds.
  const isTooSlow = () => median(pairs.map((pair) => pair.many / pair.few)) > maxRatio;
  for (let round = 0; round < rounds || (round < maxRounds && !call.once && isTooSlow()); round += 1) {
    const first = warmUps + (round % rounds) * perRound;
    // The order alternates, so that a machine that slows down favours neither side.
    const order = round % 2 === 0 ? [small, large] : [large, small];
    const measured = new Map<Side, number>();
    for (const side of order) measured.set(side, await measure(side, first, perRound));
    pairs.push({ few: measured.get(small) ?? 0, many: measured.get(large) ?? 0 });
  }
  const [status] = seen;
  if (status === undefined || seen.size > 1 || status === '400')
    throw new Error(`${call.name} answered ${[...seen].join(', ')}`);
  return {
    name: call.name,
    few: median(pairs.map((pair) => pair.few)),
    many: median(pairs.map((pair) => pair.many)),
    ratio: median(pairs.map((pair) => pair.many / pair.few)),
    status: Number(status),
  };
}

function describe({ name, few, many, ratio, status }: PersonCallTime): string {
  const refused = status === 200 ? '' : ` (answers ${status})`;
  return `${name}: ${few.toFixed(2)} ms, ${many.toFixed(2)} ms, ratio ${ratio.toFixed(2)}${refused}`;
}
