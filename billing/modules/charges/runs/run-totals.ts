import {
  type ChargeGround,
  type ClosingExceptionKind,
  chargeGrounds,
  closingExceptionKinds,
} from '#domain/charges/closing-exceptions.ts';
import { addMoney, type Kopiykas, zeroMoney } from '#domain/money.ts';
import type { MeasuredConsumption } from '../consumption/measure-account.ts';

/** Accounts with what they were charged for. */
export interface RunShare {
  readonly accounts: number;
  readonly energyWh: number;
  readonly charged: Kopiykas;
}

/** Undecided readings, the energy by their values, and what is charged in their place. */
export interface UndecidedShare {
  readonly readings: number;
  readonly givenWh: number;
  readonly energyWh: number;
  readonly charged: Kopiykas;
}

/** Meters that count, and those with a reading at the end of the month. */
interface MeterCount {
  readonly meters: number;
  readonly read: number;
}

/** What a run has come to; accounts with an exception that stops a closing are in `exceptions` alone. */
export interface RunTotals extends RunShare {
  readonly recalculated: Kopiykas;
  readonly shares: Readonly<Record<ChargeGround, RunShare>>;
  readonly exceptions: Readonly<Record<ClosingExceptionKind, number>>;
  readonly undecided: UndecidedShare;
  readonly meters: MeterCount;
}

/** As JSON keeps it: sums as text of kopiykas. */
type Stored<Value> = Value extends bigint
  ? string
  : Value extends object
    ? { readonly [Field in keyof Value]: Stored<Value[Field]> }
    : Value;
export type StoredTotals = Stored<RunTotals>;

const nothingUndecided: UndecidedShare = { readings: 0, givenWh: 0, energyWh: 0, charged: zeroMoney };
const noMeters: MeterCount = { meters: 0, read: 0 };
const noShare: RunShare = { accounts: 0, energyWh: 0, charged: zeroMoney };

/** A record with a value for each of its names. */
function recordOf<Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;
}

export const emptyTotals: RunTotals = {
  ...noShare,
  recalculated: zeroMoney,
  shares: recordOf(chargeGrounds, () => noShare),
  exceptions: recordOf(closingExceptionKinds, () => 0),
  undecided: nothingUndecided,
  meters: noMeters,
};

function addUndecided(one: UndecidedShare, other: UndecidedShare): UndecidedShare {
  return {
    readings: one.readings + other.readings,
    givenWh: one.givenWh + other.givenWh,
    energyWh: one.energyWh + other.energyWh,
    charged: addMoney(one.charged, other.charged),
  };
}

function addShares(one: RunShare, other: RunShare): RunShare {
  return {
    accounts: one.accounts + other.accounts,
    energyWh: one.energyWh + other.energyWh,
    charged: addMoney(one.charged, other.charged),
  };
}

export function addTotals(one: RunTotals, other: RunTotals): RunTotals {
  return {
    ...addShares(one, other),
    recalculated: addMoney(one.recalculated, other.recalculated),
    shares: recordOf(chargeGrounds, (ground) => addShares(one.shares[ground], other.shares[ground])),
    exceptions: recordOf(closingExceptionKinds, (kind) => one.exceptions[kind] + other.exceptions[kind]),
    undecided: addUndecided(one.undecided, other.undecided),
    meters: {
      meters: one.meters.meters + other.meters.meters,
      read: one.meters.read + other.meters.read,
    },
  };
}

const storedShare = ({ accounts, energyWh, charged }: RunShare) => ({
  accounts,
  energyWh,
  charged: String(charged),
});
const readShare = ({ accounts, energyWh, charged }: StoredTotals['shares'][ChargeGround]): RunShare => ({
  accounts,
  energyWh,
  charged: BigInt(charged) as Kopiykas,
});

export function toStoredTotals(totals: RunTotals): StoredTotals {
  return {
    ...storedShare(totals),
    recalculated: String(totals.recalculated),
    shares: recordOf(chargeGrounds, (ground) => storedShare(totals.shares[ground])),
    exceptions: totals.exceptions,
    undecided: { ...totals.undecided, charged: String(totals.undecided.charged) },
    meters: totals.meters,
  };
}

/** A run that an earlier version began lacks what that did not count. */
export function readStoredTotals(stored: StoredTotals): RunTotals {
  const { undecided = { ...nothingUndecided, charged: '0' } } = stored as Partial<StoredTotals>;
  return {
    ...readShare(stored),
    recalculated: BigInt(stored.recalculated) as Kopiykas,
    shares: recordOf(chargeGrounds, (ground) => readShare(stored.shares[ground])),
    exceptions: recordOf(closingExceptionKinds, (kind) => stored.exceptions[kind] ?? 0),
    undecided: { ...undecided, charged: BigInt(undecided.charged) as Kopiykas },
    meters: (stored as Partial<StoredTotals>).meters ?? noMeters,
  };
}

/** Adds up the accounts of a chunk, one after another. */
export interface Tally {
  charge(ground: ChargeGround, share: Omit<RunShare, 'accounts'>, recalculated: Kopiykas): void;
  except(kind: ClosingExceptionKind): void;
  undecide(share: UndecidedShare): void;
  /** Counts the meters of an account. */
  count(consumptions: readonly MeasuredConsumption[]): void;
  totals(): RunTotals;
}

export function createTally(): Tally {
  const shares = recordOf(
    chargeGrounds,
    () => ({ ...noShare }) as { -readonly [Field in keyof RunShare]: RunShare[Field] },
  );
  const exceptions = recordOf(closingExceptionKinds, () => 0);
  let recalculated = zeroMoney;
  let undecided = nothingUndecided;
  let meters = 0;
  let read = 0;
  return {
    charge(ground, { energyWh, charged }, more) {
      const share = shares[ground];
      share.accounts += 1;
      share.energyWh += energyWh;
      share.charged = addMoney(share.charged, charged);
      recalculated = addMoney(recalculated, more);
    },
    except(kind) {
      exceptions[kind] += 1;
    },
    undecide(share) {
      undecided = addUndecided(undecided, share);
    },
    count(consumptions) {
      const all = new Set(consumptions.map(({ register }) => register.meterId));
      const unread = new Set(
        consumptions.flatMap(({ register, basis }) => (basis === 'actual' ? [] : [register.meterId])),
      );
      meters += all.size;
      read += all.size - unread.size;
    },
    totals: () => ({
      ...Object.values(shares).reduce(addShares, noShare),
      recalculated,
      shares,
      exceptions,
      undecided,
      meters: { meters, read },
    }),
  };
}
