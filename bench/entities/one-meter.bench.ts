import type pg from 'pg';
import { databaseTimes, timeBetween } from '#bench/support/database-times.ts';
import { type BenchDatabase, openBenchDatabase } from '#bench/support/seed/bench-database.ts';
import { fillCabinets } from '#bench/support/seed/fill-cabinets.ts';
import type { Call, OutputOf } from '#contract/define-call.ts';
import { readingPoints } from '#contract/readings/points.ts';
import { correctReading, previewReading, submitReading } from '#contract/readings.ts';
import { zoneField } from '#contract/values/energy.ts';
import { firstDayAfter, periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf, kyivInstant } from '#domain/time/kyiv.ts';
import { addDays } from '#domain/time/local-date.ts';
import { systemClock } from '#platform/clock.ts';
import { newId } from '#platform/uuid.ts';
import { median } from '../support/median.ts';
import { type OpenChain, openChain } from '../support/open-chain.ts';
import { chainAccount } from '../support/seed/add-chain.ts';

/** Points of the chain, as in the sample, and of the one beside it. */
const manyPoints = 312;
const fewPoints = 120;
const households = 300;
/** Meters that each call is made for; the first of them warm up. */
const meters = 70;
const warmUps = 10;

/** Processor time of one call, median of the calls, milliseconds. */
interface CallTime {
  readonly serverMs: number;
  /** Of the processes of PostgreSQL. */
  readonly databaseMs: number;
}

export interface OneMeterTime extends CallTime {
  readonly path: string;
  /** Of the server and PostgreSQL together, to the chain of 120 points. */
  readonly ratio: number;
}

interface Side extends OpenChain {
  readonly pool: pg.Pool;
  /** Of the database. */
  readonly name: string;
  readonly meters: readonly {
    readonly meterId: string;
    readonly previous: readonly (readonly [zone: string, value: number])[];
  }[];
}

/** What each call sends beside the meter and its values, which are so many kWh on the dial above the ones before. */
const calls: readonly {
  readonly call: Call;
  readonly above: number;
  readonly fields: () => Readonly<Record<string, unknown>>;
}[] = [
  { call: previewReading, above: 3, fields: () => ({}) },
  { call: submitReading, above: 3, fields: () => ({ requestId: newId() }) },
  { call: correctReading, above: 5, fields: () => ({ requestId: newId(), reason: 'typo' }) },
];

/** What one call of one meter takes, of an account with 312 points and of one with 120, in turn. */
export async function benchOneMeter(
  log: (line: string) => void = () => undefined,
): Promise<readonly OneMeterTime[]> {
  const database = await openBenchDatabase();
  const sides: Side[] = [];
  try {
    const smallUrl = database.url.replace(/\/svitlo$/, '/small');
    await database.pool.query('create database small template svitlo');
    for (const [url, points] of [
      [smallUrl, fewPoints],
      [database.url, manyPoints],
    ] as const) {
      log(`loading ${households} accounts and a chain of ${points} points`);
      await fillCabinets(url, households, database.dataFolder, { chainPoints: points });
      sides.push(await openSide(url, database));
    }
    const [small, large] = sides;
    if (small === undefined || large === undefined) throw new Error('two sides');
    const times: OneMeterTime[] = [];
    for (const one of calls) {
      const [few, many] = await measure(one, small, large);
      const total = ({ serverMs, databaseMs }: CallTime) => serverMs + databaseMs;
      times.push({ path: one.call.path, ...many, ratio: total(many) / total(few) });
      log(`${one.call.path}: ${describe(many)} at ${manyPoints} points, ${describe(few)} at ${fewPoints}`);
    }
    return times;
  } finally {
    for (const { server } of sides) await server.stop();
    await database.close();
  }
}

const describe = ({ serverMs, databaseMs }: CallTime) =>
  `server ${serverMs.toFixed(1)} ms, PostgreSQL ${databaseMs.toFixed(1)} ms`;

const zones: ReadonlySet<string> = new Set(zoneField.options);

/** A server on the last day of the month, when entities may give readings, and the meters of the chain that may be read. */
async function openSide(url: string, { dataFolder, pool }: BenchDatabase): Promise<Side> {
  const today = kyivDateOf(systemClock.now());
  const now = kyivInstant(addDays(firstDayAfter(periodOf(today)), -1), 12, 0);
  const chain = await openChain(url, dataFolder, now);
  const { points } = await post(chain, readingPoints, {});
  const open = points.filter(({ blocked, rows }) => blocked === null && rows.length > 0).slice(0, meters);
  if (open.length < meters) throw new Error(`only ${open.length} meters may be read`);
  return {
    ...chain,
    pool,
    name: new URL(url).pathname.slice(1),
    meters: open.map(({ rows }) => ({
      meterId: rows[0]?.meterId ?? '',
      previous: rows
        .filter(({ kind }) => zones.has(kind))
        .map(({ kind, previousValue }) => [kind, previousValue]),
    })),
  };
}

async function post<C extends Call>({ server, token }: OpenChain, call: C, fields: object) {
  const body = JSON.stringify({ token, account: chainAccount, ...fields });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(server.url + call.path, { method: 'POST', headers, body });
  const text = await response.text();
  if (!response.ok) throw new Error(`${call.path}: ${response.status} ${text}`);
  return JSON.parse(text) as OutputOf<C>;
}

/** Makes a call for each meter of both sides, one after the other. */
async function measure(
  { call, above, fields }: (typeof calls)[number],
  small: Side,
  large: Side,
): Promise<readonly [few: CallTime, many: CallTime]> {
  const times = [small, large].map((side) => ({ side, server: [] as number[], database: [] as number[] }));
  for (let index = 0; index < meters; index += 1) {
    for (const { side, server, database } of times) {
      const { meterId, previous = [] } = side.meters[index] ?? {};
      const values = Object.fromEntries(previous.map(([zone, value]) => [zone, String(value + above)]));
      const before = await databaseTimes(side.pool, side.name);
      const startMs = await side.server.processMs();
      const answer = await post(side, call, { meterId, values, ...fields() });
      const serverMs = (await side.server.processMs()) - startMs;
      const after = await databaseTimes(side.pool, side.name);
      if (!JSON.stringify(answer).includes('"readings.accepted"'))
        throw new Error(`${call.path}: ${JSON.stringify(answer)}`);
      if (index < warmUps) continue;
      server.push(serverMs);
      database.push(timeBetween(before, after));
    }
  }
  const [few, many] = times.map(({ server, database }) => ({
    serverMs: median(server),
    databaseMs: median(database),
  }));
  if (few === undefined || many === undefined) throw new Error('two sides');
  return [few, many];
}
