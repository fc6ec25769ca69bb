import {
  type PaymentGateway,
  type ProviderStatus,
  ProviderUnavailable,
  RefundNotOffered,
  RefundRefused,
} from '#portal/gateways/payments/payment-gateway.ts';

/** State of a fake provider: what it reports of its orders, was asked about, and does with refunds. */
export interface FakeGateway extends PaymentGateway {
  readonly statuses: Map<string, ProviderStatus['kind']>;
  readonly asked: string[];
  isDown: boolean;
  /** Orders of which no sensible answer comes. */
  readonly unavailableOrders: Set<string>;
  refunding: 'returns' | 'later' | 'notOffered' | 'refuses';
  refunds: number;
}

/** A word of a provider of an order of 432.50. */
export function statusOf(orderId: string, kind: ProviderStatus['kind']): ProviderStatus {
  const amount = 43_250n as ProviderStatus['amount'];
  const reported = { orderId, kind, amount, currency: 'UAH', providerReference: null };
  return { ...reported, reportedAt: null, evidence: { kind } };
}

/** A provider that does as a test says. */
export function createFakeGateway(provider: string): FakeGateway {
  const me: FakeGateway = {
    statuses: new Map(),
    asked: [],
    isDown: false,
    unavailableOrders: new Set(),
    refunding: 'returns',
    refunds: 0,
    provider,
    isSandbox: true,
    async createPayment({ orderId }) {
      if (me.isDown) throw new ProviderUnavailable(provider, 'down');
      return { payUrl: `https://pay.test/${orderId}`, payFields: null, providerReference: `r-${orderId}` };
    },
    verifyCallback: async () => undefined,
    async queryState({ orderId }) {
      me.asked.push(orderId);
      if (me.isDown || me.unavailableOrders.has(orderId)) throw new ProviderUnavailable(provider, 'down');
      const kind = me.statuses.get(orderId);
      return kind && statusOf(orderId, kind);
    },
    async refund({ orderId }) {
      me.refunds += 1;
      if (me.refunding === 'notOffered') throw new RefundNotOffered(provider);
      if (me.refunding === 'refuses') throw new RefundRefused(provider, 'too late');
      if (me.refunding === 'later') return statusOf(orderId, 'waiting');
      me.statuses.set(orderId, 'returned');
      return statusOf(orderId, 'returned');
    },
  };
  return me;
}
