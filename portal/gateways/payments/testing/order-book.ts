import type { Kopiykas } from '#domain/money.ts';
import type { Instant } from '#domain/time/instant.ts';
import type { Clock } from '#platform/clock.ts';

/** What can become of an order at a provider. */
export type FakeDecision = 'paid' | 'refused' | 'expired' | 'returned';

/** An order in the books of a fake provider. */
export interface FakeOrder {
  readonly orderId: string;
  /** The provider's own number of it. */
  readonly reference: string;
  amount: Kopiykas;
  currency: string;
  state: 'waiting' | FakeDecision;
  /** Since when it is so. */
  at: Instant;
  /** How often the money went back. */
  returns: number;
  readonly returnUrl: string;
  readonly callbackUrl: string;
}

export interface OrderBook {
  /** Writes an order down; one that is known already stays as it is. */
  open(
    order: Pick<FakeOrder, 'orderId' | 'amount' | 'currency' | 'returnUrl' | 'callbackUrl'> & {
      readonly reference?: string;
    },
  ): FakeOrder;
  find(orderId: string): FakeOrder | undefined;
  findByReference(reference: string): FakeOrder | undefined;
  /** Throws when there is no such order. */
  get(orderId: string): FakeOrder;
  decide(
    orderId: string,
    decision: FakeDecision,
    changes?: { readonly amount?: Kopiykas; readonly currency?: string },
  ): FakeOrder;
  removeOrder(orderId: string): void;
}

/** The books of a fake provider; references count from 1 unless given. */
export function createOrderBook(clock: Clock): OrderBook {
  const orders = new Map<string, FakeOrder>();

  const book: OrderBook = {
    open(asked) {
      const known = orders.get(asked.orderId);
      if (known !== undefined) return known;
      const reference = asked.reference ?? String(2_400_000_001 + orders.size);
      const order: FakeOrder = { ...asked, reference, state: 'waiting', at: clock.now(), returns: 0 };
      orders.set(order.orderId, order);
      return order;
    },
    find: (orderId) => orders.get(orderId),
    findByReference: (reference) => [...orders.values()].find((order) => order.reference === reference),
    get(orderId) {
      const order = orders.get(orderId);
      if (order === undefined) throw new Error(`the fake server has no order ${orderId}`);
      return order;
    },
    decide(orderId, decision, changes = {}) {
      const order = book.get(orderId);
      if (decision === 'returned') order.returns += 1;
      return Object.assign(order, changes, { state: decision, at: clock.now() });
    },
    removeOrder: (orderId) => void orders.delete(orderId),
  };
  return book;
}
