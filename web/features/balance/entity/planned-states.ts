import type { EntityBalanceData } from '#contract/values/entity-balance.ts';
import {
  compareMoney,
  type Kopiykas,
  moneyFromWire,
  moneyToWire,
  subtractMoney,
  zeroMoney,
} from '#domain/money.ts';

type Advances = NonNullable<EntityBalanceData['advances']>;

/** A planned payment with what of it is paid. */
export type PlannedPayment = Advances['parts'][number] & {
  readonly state: 'paid' | 'partly' | 'late' | 'ahead';
  /** As on the wire. */
  readonly paid: string;
};

/** What was paid in the month covers the planned payments in their order. `on`: the day of the balance. */
export function plannedPayments({ parts, paid }: Advances, on: string): readonly PlannedPayment[] {
  let left = moneyFromWire(paid);
  return parts.map((part) => {
    const sum = moneyFromWire(part.sum);
    const covered = smaller(left, sum);
    left = subtractMoney(left, covered);
    return { ...part, state: stateOf(covered, sum, part.dueOn < on), paid: moneyToWire(covered) };
  });
}

function stateOf(covered: Kopiykas, sum: Kopiykas, isOver: boolean): PlannedPayment['state'] {
  if (compareMoney(covered, sum) === 0) return 'paid';
  if (isOver) return 'late';
  return compareMoney(covered, zeroMoney) > 0 ? 'partly' : 'ahead';
}

function smaller(one: Kopiykas, other: Kopiykas): Kopiykas {
  if (compareMoney(one, zeroMoney) < 0) return zeroMoney;
  return compareMoney(one, other) < 0 ? one : other;
}
