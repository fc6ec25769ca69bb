import { compareMoney, type Kopiykas } from '../money.ts';

/** The limit up to which an administrator of a role corrects alone; above it a second administrator confirms. */
export type CorrectionLimits = Readonly<Record<'billing' | 'owner', Kopiykas>>;

/** The highest limit of the roles; undefined: none of them may correct. */
export function correctionLimitOf(roles: readonly string[], limits: CorrectionLimits): Kopiykas | undefined {
  const own = (['owner', 'billing'] as const)
    .filter((role) => roles.includes(role))
    .map((role) => limits[role]);
  return own.length === 0 ? undefined : own.reduce((a, b) => (compareMoney(a, b) >= 0 ? a : b));
}

/** Far above any balance; sums of thousands of such balances fit a bigint column. */
const maxBalance = 1_000_000_000_000_000n;

function size(sum: Kopiykas): bigint {
  return sum < 0n ? -sum : sum;
}

/** Whether the balance, the change and the result are within ten trillion hryvnias. */
export function isCorrectionInRange(balance: Kopiykas, change: Kopiykas): boolean {
  return size(change) <= maxBalance && size((balance + change) as Kopiykas) <= maxBalance;
}

/** Whether a second administrator must confirm a correction of this size. */
export function needsSecondAdministrator(change: Kopiykas, limit: Kopiykas): boolean {
  return size(change) > limit;
}
