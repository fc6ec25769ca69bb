import { compareMoney, type Kopiykas, kopiykas } from '../money.ts';

/** Up to which sum an administrator with a role corrects alone; above it a second administrator confirms. */
export type CorrectionLimits = Readonly<Record<'billing' | 'owner', Kopiykas>>;

/** 1 000.00 and 10 000.00 hryvnias unless the supplier configures otherwise. */
export const defaultCorrectionLimits: CorrectionLimits = {
  billing: kopiykas(100_000),
  owner: kopiykas(1_000_000),
};

/** The highest limit of some roles; undefined: none of them corrects. */
export function correctionLimitOf(roles: readonly string[], limits: CorrectionLimits): Kopiykas | undefined {
  const own = (['owner', 'billing'] as const)
    .filter((role) => roles.includes(role))
    .map((role) => limits[role]);
  return own.length === 0 ? undefined : own.reduce((a, b) => (compareMoney(a, b) >= 0 ? a : b));
}

/** Far above any balance, and thousands of such balances stay below what the database counts to. */
const mostBalance = 1_000_000_000_000_000n;

function size(sum: Kopiykas): bigint {
  return sum < 0n ? -sum : sum;
}

/** Whether a balance may be changed by so much: both, and what comes of them, keep to ten trillion hryvnias. */
export function isCorrectionInRange(balance: Kopiykas, change: Kopiykas): boolean {
  return size(change) <= mostBalance && size((balance + change) as Kopiykas) <= mostBalance;
}

/** Whether a correction of this size is confirmed by a second administrator. */
export function needsSecondAdministrator(change: Kopiykas, limit: Kopiykas): boolean {
  return size(change) > limit;
}
