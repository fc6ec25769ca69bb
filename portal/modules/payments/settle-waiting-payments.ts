import { PAYMENT_EXPIRE, PAYMENT_PICK_QUERIES } from '#billing/api/payments.ts';
import type { BillingClient } from '#billing/client.ts';
import { moneyFromWire } from '#domain/money.ts';
import { orderExpiryMinutes } from '#domain/payments/payment-orders.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { Clock } from '#platform/clock.ts';
import type { PaymentGateways } from '#portal/gateways/payments/all-gateways.ts';
import {
  type KnownOrder,
  type PaymentGateway,
  type ProviderStatus,
  ProviderUnavailable,
} from '#portal/gateways/payments/payment-gateway.ts';
import { applyReportedStatus, holdRefund, tryRefund } from './apply-reported-status.ts';

const pickedAtOnce = 50;
const askedAtOnce = 10;
const expiredAtOnce = 500;

export interface SettleServices {
  /** Of the job, for function modules. */
  readonly reference: string;
  readonly billing: BillingClient;
  readonly clock: Clock;
}

function isUnavailable(failure: unknown): boolean {
  return failure instanceof ProviderUnavailable;
}

/** Ends the orders that nobody paid in time, of one provider or of all but some. */
async function expireOrders(
  { billing, clock, reference }: SettleServices,
  whose: { readonly provider: string } | { readonly butOf: string[] },
): Promise<void> {
  const startedUntil = instantToIso((clock.now() - orderExpiryMinutes * 60_000) as Instant);
  const result = await billing.call(
    PAYMENT_EXPIRE,
    { startedUntil, limit: expiredAtOnce, ...whose },
    { reference, actor: 'portal' },
  );
  if (!result.ok) throw new Error(`PAYMENT_EXPIRE refused: ${result.code}`);
}

/** Asks where an order stands and hears what is said of it; undefined: the provider does not know it. */
async function askAbout(
  billing: BillingClient,
  gateway: PaymentGateway,
  order: KnownOrder,
  reference: string,
): Promise<ProviderStatus | undefined> {
  const reported = await gateway.queryState(order);
  if (reported !== undefined) await applyReportedStatus(billing, gateway.provider, reported, reference, true);
  return reported;
}

/**
 * Asks one provider about its orders that are due (pauses: domain/payments/payment-orders.ts), so that a lost callback loses
 * no money; then ends those that were not paid in time. Money that is asked back and still there is asked back again. A
 * provider that does not answer is left until the next round, and none of its orders ends meanwhile; one order that it has no
 * sensible answer for holds up no other.
 */
export async function settleProvider(services: SettleServices, gateway: PaymentGateway): Promise<void> {
  const { billing, reference } = services;
  const { provider } = gateway;
  const context = { reference, actor: `provider:${provider}` };
  const failures: unknown[] = [];
  for (;;) {
    const picked = await billing.call(PAYMENT_PICK_QUERIES, { provider, limit: pickedAtOnce }, context);
    if (!picked.ok) throw new Error(`PAYMENT_PICK_QUERIES refused: ${picked.code}`);
    const { orders } = picked.data;
    for (let from = 0; from < orders.length; from += askedAtOnce) {
      const group = orders.slice(from, from + askedAtOnce);
      const asked = await Promise.allSettled(
        group.map(async ({ amount, refundClaim: claim, ...order }) => {
          const known = { ...order, amount: moneyFromWire(amount) };
          const { orderId } = order;
          const ask = () => askAbout(billing, gateway, known, reference);
          if (claim === null) return ask();
          return holdRefund(billing, { provider, orderId, claim }, reference, async () => {
            const reported = await ask();
            if (reported?.kind === 'returned') return { kind: 'refunded' };
            return reported?.kind === 'paid'
              ? tryRefund(billing, gateway, known, reference)
              : { kind: 'asked' };
          });
        }),
      );
      const failed = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
      failures.push(...failed);
      if (failed.length === group.length && failed.every(isUnavailable)) throw failed[0];
    }
    if (orders.length < pickedAtOnce) break;
  }
  const silence = failures.find(isUnavailable);
  if (silence !== undefined) throw silence;
  if (failures.length > 0) throw new AggregateError(failures, `orders of ${provider} could not be settled`);
  await expireOrders(services, { provider });
}

/** Ends the orders of providers that are off by now. */
export function expireForgotten(services: SettleServices, gateways: PaymentGateways): Promise<void> {
  return expireOrders(services, { butOf: [...gateways.keys()] });
}
