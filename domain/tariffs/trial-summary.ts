import type { WattHours } from '../energy.ts';
import { addMoney, type Kopiykas, kopiykas, moneyFromWire, moneyToWire, zeroMoney } from '../money.ts';

/** What an account would be charged by a planned version and what by the present one. */
export interface TrialAccount {
  readonly accountNumber: string;
  readonly energy: WattHours;
  readonly before: Kopiykas;
  readonly after: Kopiykas;
}

/** Upper ends of the groups of differences, in hryvnias; the last group has none. A difference of nought is a group of its own. */
export const trialGroupEnds = [-500, -200, -100, -50, -10, 0, 0, 10, 50, 100, 200, 500] as const;
const groupCount = trialGroupEnds.length + 1;
/** The group without a difference. */
export const sameGroup = 6;

/** Accounts with the largest rise, and with the largest fall, that are kept. */
const keptExtremes = 10;

/** What a trial has found so far. */
export interface TrialSummary {
  readonly accounts: number;
  readonly energyWh: number;
  readonly before: Kopiykas;
  readonly after: Kopiykas;
  /** Accounts by the group of their difference (`trialGroupEnds`). */
  readonly groups: readonly number[];
  /** The largest first. */
  readonly rises: readonly TrialAccount[];
  readonly falls: readonly TrialAccount[];
}

export const emptyTrial: TrialSummary = {
  accounts: 0,
  energyWh: 0,
  before: zeroMoney,
  after: zeroMoney,
  groups: Array.from({ length: groupCount }, () => 0),
  rises: [],
  falls: [],
};

/** The group of a difference. */
function trialGroup(difference: Kopiykas): number {
  if (difference === zeroMoney) return sameGroup;
  if (difference < 0n) {
    const found = trialGroupEnds.findIndex((end) => difference < BigInt(end) * 100n);
    return found;
  }
  const found = trialGroupEnds.findIndex((end) => end > 0 && difference <= BigInt(end) * 100n);
  return found === -1 ? groupCount - 1 : found;
}

function byDifference(a: TrialAccount, b: TrialAccount): number {
  const [first, second] = [a.after - a.before, b.after - b.before];
  if (first !== second) return first > second ? -1 : 1;
  return a.accountNumber < b.accountNumber ? -1 : 1;
}

/** Adds accounts to what was found; the order in which they come does not matter. */
export function addToTrial(summary: TrialSummary, accounts: readonly TrialAccount[]): TrialSummary {
  let { energyWh, before, after } = summary;
  const groups = [...summary.groups];
  for (const account of accounts) {
    energyWh += account.energy;
    before = addMoney(before, account.before);
    after = addMoney(after, account.after);
    const group = trialGroup(kopiykas(account.after - account.before));
    groups[group] = (groups[group] ?? 0) + 1;
  }
  const rising = accounts.filter((account) => account.after > account.before);
  const falling = accounts.filter((account) => account.after < account.before);
  return {
    accounts: summary.accounts + accounts.length,
    energyWh,
    before,
    after,
    groups,
    rises: [...summary.rises, ...rising].sort(byDifference).slice(0, keptExtremes),
    falls: [...summary.falls, ...falling].sort((a, b) => byDifference(b, a)).slice(0, keptExtremes),
  };
}

/** An account of a trial with sums as decimal texts. */
interface TrialAccountJson {
  readonly accountNumber: string;
  readonly energyWh: number;
  readonly before: string;
  readonly after: string;
}

/** A summary as a jsonb column keeps it. */
export interface TrialSummaryJson {
  readonly accounts: number;
  readonly energyWh: number;
  readonly before: string;
  readonly after: string;
  readonly groups: readonly number[];
  readonly rises: readonly TrialAccountJson[];
  readonly falls: readonly TrialAccountJson[];
}

export function trialToJson(summary: TrialSummary): TrialSummaryJson {
  const account = ({ accountNumber, energy, before, after }: TrialAccount) => ({
    accountNumber,
    energyWh: energy,
    before: moneyToWire(before),
    after: moneyToWire(after),
  });
  return {
    ...summary,
    before: moneyToWire(summary.before),
    after: moneyToWire(summary.after),
    rises: summary.rises.map(account),
    falls: summary.falls.map(account),
  };
}

export function trialFromJson(json: TrialSummaryJson): TrialSummary {
  const account = ({ accountNumber, energyWh, before, after }: TrialAccountJson): TrialAccount => ({
    accountNumber,
    energy: energyWh as WattHours,
    before: moneyFromWire(before),
    after: moneyFromWire(after),
  });
  return {
    ...json,
    before: moneyFromWire(json.before),
    after: moneyFromWire(json.after),
    rises: json.rises.map(account),
    falls: json.falls.map(account),
  };
}
