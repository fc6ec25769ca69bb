import type { PaymentGateways } from '#portal/gateways/payments/all-gateways.ts';
import { expireForgotten, type SettleServices, settleProvider } from '../settle-waiting-payments.ts';

/** What the jobs of all providers do in one round, each provider by itself. */
export async function settleWaitingPayments(
  services: SettleServices & { readonly gateways: PaymentGateways },
): Promise<void> {
  const { gateways } = services;
  const settled = await Promise.allSettled([
    ...[...gateways.values()].map((gateway) => settleProvider(services, gateway)),
    expireForgotten(services, gateways),
  ]);
  const failures = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  if (failures.length > 0) throw new AggregateError(failures, 'providers did not answer');
}
