import { parseArgs } from 'node:util';

/** What a computation of sizes starts from. Sources of the defaults: docs/scale.md. */
export const scaleInputs = {
  /** Measured: growth of the database by a closing, a reading and a payment, and by a call with its records; bytes. */
  closingBytes: 1600,
  readingBytes: 1450,
  paymentBytes: 3250,
  callBytes: 770,
  /** Measured: what one core does in a second; a reading and a call take it of the server and of PostgreSQL together. */
  readingsPerCore: 2000,
  callsPerCore: 200,
  /** Measured: accounts that one closing charges in a second. */
  closedPerSecond: 5650,
  /** Measured: share of PostgreSQL in the processor time of a reading; taken for calls too. */
  databaseShare: 0.57,
  /** Assumed: shares of accounts that give a reading and pay online in a month, and calls of such a visit. */
  readShare: 0.6,
  paidShare: 0.5,
  callsPerVisit: 14,
  /** Assumed: of all visits of the five days, those of the last day; of that day, those of its busiest hour; the peak within it. */
  lastDayShare: 0.35,
  busiestHourShare: 0.12,
  peakFactor: 2,
  /** Chosen: months that stay in the database, and of the log of calls; cores of a node and the use of them at the peak. */
  monthsOnline: 36,
  monthsOfCalls: 3,
  coresOfNode: 8,
  usage: 0.5,
};

export type ScaleInputs = Readonly<Record<keyof typeof scaleInputs, number>>;

export interface Scale {
  /** GB a month, and in the database: with what stays of the months and of the log of calls. */
  readonly monthGb: number;
  readonly databaseGb: number;
  readonly closingMinutes: number;
  /** At the peak of the last of the five days, per second. */
  readonly visitsPerSecond: number;
  readonly callsPerSecond: number;
  /** At the peak, cores at full use. */
  readonly portalCores: number;
  readonly databaseCores: number;
  /** Of the portal at the chosen use, one more than needed, so that one may be unavailable. */
  readonly portalNodes: number;
  /** Cores of the database at the chosen use. */
  readonly databaseCoresAtUsage: number;
}

/** Sizes for a number of accounts. */
export function computeScale(accounts: number, inputs: ScaleInputs): Scale {
  const bytesOfMonth =
    inputs.closingBytes + inputs.readShare * inputs.readingBytes + inputs.paidShare * inputs.paymentBytes;
  const callBytesOfMonth = inputs.readShare * inputs.callsPerVisit * inputs.callBytes;
  const visitsPerSecond =
    (accounts * inputs.readShare * inputs.lastDayShare * inputs.busiestHourShare * inputs.peakFactor) / 3600;
  const callsPerSecond = visitsPerSecond * inputs.callsPerVisit;
  const cores = callsPerSecond / inputs.callsPerCore + visitsPerSecond / inputs.readingsPerCore;
  const portalCores = cores * (1 - inputs.databaseShare);
  const databaseCores = cores * inputs.databaseShare;
  return {
    monthGb: (accounts * bytesOfMonth) / 1e9,
    databaseGb:
      (accounts * (bytesOfMonth * inputs.monthsOnline + callBytesOfMonth * inputs.monthsOfCalls)) / 1e9,
    closingMinutes: accounts / inputs.closedPerSecond / 60,
    visitsPerSecond,
    callsPerSecond,
    portalCores,
    databaseCores,
    portalNodes: Math.ceil(portalCores / (inputs.coresOfNode * inputs.usage)) + 1,
    databaseCoresAtUsage: Math.ceil(databaseCores / inputs.usage),
  };
}

/** A table for some sizes, as `docs/scale.md` has it. */
export function renderScale(sizes: readonly number[], inputs: ScaleInputs): string {
  const scales = sizes.map((accounts) => computeScale(accounts, inputs));
  const number = (value: number) => value.toLocaleString('en-US', { maximumSignificantDigits: 3 });
  const row = (title: string, value: (scale: Scale) => number) =>
    `| ${[title, ...scales.map((scale) => number(value(scale)))].join(' | ')} |`;
  return [
    `| ${['accounts', ...sizes.map((size) => size.toLocaleString('en-US'))].join(' | ')} |`,
    `|---${'|--:'.repeat(sizes.length)}|`,
    row('growth of the database, GB a month', ({ monthGb }) => monthGb),
    row(`the database with ${inputs.monthsOnline} months, GB`, ({ databaseGb }) => databaseGb),
    row('closing a month, minutes', ({ closingMinutes }) => closingMinutes),
    row('visits at the peak of the five days, per second', ({ visitsPerSecond }) => visitsPerSecond),
    row('calls at that peak, per second', ({ callsPerSecond }) => callsPerSecond),
    row('cores of the portal for them', ({ portalCores }) => portalCores),
    row('cores of PostgreSQL for them', ({ databaseCores }) => databaseCores),
    row(
      `nodes of the portal with ${inputs.coresOfNode} cores at ${inputs.usage * 100} %, one of them spare`,
      ({ portalNodes }) => portalNodes,
    ),
    row(
      `cores of the primary at ${inputs.usage * 100} %`,
      ({ databaseCoresAtUsage }) => databaseCoresAtUsage,
    ),
  ].join('\n');
}

export const documentedSizes: readonly number[] = [1_000_000, 3_500_000, 17_000_000];

/** `npm run scale -- --accounts 17000000 --reading-bytes 3000`: each input is a flag. */
if (import.meta.main) {
  const flagOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const { values } = parseArgs({
    options: Object.fromEntries(
      ['accounts', ...Object.keys(scaleInputs)].map((name) => [flagOf(name), { type: 'string' as const }]),
    ),
  });
  const given = (name: string, otherwise: number): number => {
    const value = Number(values[flagOf(name)] ?? otherwise);
    if (!(value > 0)) throw new Error(`--${flagOf(name)} must be a number above 0`);
    return value;
  };
  const inputs = Object.fromEntries(
    Object.entries(scaleInputs).map(([name, value]) => [name, given(name, value)]),
  ) as ScaleInputs;
  const sizes = values.accounts === undefined ? documentedSizes : [given('accounts', 0)];
  console.log(renderScale(sizes, inputs));
}
