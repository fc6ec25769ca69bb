import {
  type ChargeGround,
  type ClosingExceptionKind,
  chargeGrounds,
  closingExceptionKinds,
} from '#domain/charges/closing-exceptions.ts';
import { addMoney, type Kopiykas, zeroMoney } from '#domain/money.ts';

/** Accounts with what they were charged for. */
export interface RunShare {
  readonly accounts: number;
  readonly energyWh: number;
  readonly charged: Kopiykas;
}

/** What a run has come to; accounts with an exception that stops a closing are in `exceptions` alone. */
export interface RunTotals extends RunShare {
  readonly recalculated: Kopiykas;
  readonly shares: Readonly<Record<ChargeGround, RunShare>>;
  readonly exceptions: Readonly<Record<ClosingExceptionKind, number>>;
}

/** As JSON keeps it: sums as text of kopiykas. */
type Stored<Value> = Value extends bigint
  ? string
  : Value extends object
    ? { readonly [Field in keyof Value]: Stored<Value[Field]> }
    : Value;
export type StoredTotals = Stored<RunTotals>;

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
};

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
  };
}

export function readStoredTotals(stored: StoredTotals): RunTotals {
  return {
    ...readShare(stored),
    recalculated: BigInt(stored.recalculated) as Kopiykas,
    shares: recordOf(chargeGrounds, (ground) => readShare(stored.shares[ground])),
    exceptions: recordOf(closingExceptionKinds, (kind) => stored.exceptions[kind] ?? 0),
  };
}

/** Adds up the accounts of a chunk, one after another. */
export interface Tally {
  charge(ground: ChargeGround, share: Omit<RunShare, 'accounts'>, recalculated: Kopiykas): void;
  except(kind: ClosingExceptionKind): void;
  totals(): RunTotals;
}

export function createTally(): Tally {
  const shares = recordOf(
    chargeGrounds,
    () => ({ ...noShare }) as { -readonly [Field in keyof RunShare]: RunShare[Field] },
  );
  const exceptions = recordOf(closingExceptionKinds, () => 0);
  let recalculated = zeroMoney;
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
    totals: () => ({
      ...Object.values(shares).reduce(addShares, noShare),
      recalculated,
      shares,
      exceptions,
    }),
  };
}
