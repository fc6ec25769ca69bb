import type { personBalance } from '#contract/balance.ts';
import type { OutputOf } from '#contract/define-call.ts';
import {
  addMoney,
  compareMoney,
  type Kopiykas,
  moneyFromWire,
  moneyToWire,
  zeroMoney,
} from '#domain/money.ts';

export type Balance = OutputOf<typeof personBalance>['balance'];

/** The parts of a balance, shown separately; absent when there is nothing to show. */
export interface BalanceFacts {
  toPay: string;
  overpaid: string | undefined;
  inTransit: { sum: string; until: string | null } | undefined;
  acts: { sum: string; count: number } | undefined;
  expected: string | undefined;
  /** Why there is no forecast. */
  noForecast: string | undefined;
}

/**
 * Splits the balance into «до сплати», «переплата», «в дорозі», «борг за актами». Money in transit is already not
 * debt; violation acts are never part of the energy debt. The expected sum is shown when it differs from the current
 * debt. Source: product.md 5, 7, 8.
 */
export function balanceFacts(balance: Balance): BalanceFacts {
  const debt = wire(balance.debet);
  const credit = wire(balance.credit);
  const inTransit = wire(balance.inTransit);
  const expected = wire(balance.endDebet);
  const acts = balance.debetAct.items.map((act) => wire(act.sum)).reduce(addMoney, zeroMoney);
  return {
    toPay: moneyToWire(debt),
    overpaid: isSome(credit) ? moneyToWire(credit) : undefined,
    inTransit: isSome(inTransit) ? { sum: moneyToWire(inTransit), until: balance.inTransitUntil } : undefined,
    acts: isSome(acts) ? { sum: moneyToWire(acts), count: balance.debetAct.items.length } : undefined,
    expected: isSome(expected) && compareMoney(expected, debt) !== 0 ? moneyToWire(expected) : undefined,
    noForecast: balance.noForecast?.message,
  };
}

function isSome(sum: Kopiykas): boolean {
  return compareMoney(sum, zeroMoney) > 0;
}

/** Balances have "0" for nothing. */
function wire(text: string): Kopiykas {
  return text === '' || text === '0' ? zeroMoney : moneyFromWire(text);
}
