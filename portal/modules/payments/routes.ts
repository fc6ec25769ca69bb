import { PAYMENT_GET, PAYMENT_LIST } from '#billing/api/payments.ts';
import { listPayments, paymentState, startPayment } from '#contract/payments.ts';
import type { PaymentGateways } from '#portal/gateways/payments/all-gateways.ts';
import { relay } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { beginPayment } from './begin-payment.ts';
import { paymentOnTheWire } from './payment-on-the-wire.ts';

const shownPayments = 100;

/** Payments of an account: start, state, list (product.md §8). */
export function paymentRoutes({ config }: PortalServices, gateways: PaymentGateways): Route[] {
  return [
    route(startPayment, (input, context) =>
      beginPayment(input, context, { gateways, publicUrl: config.publicUrl }),
    ),

    route(paymentState, async ({ account, paymentId }, { billing }) =>
      relay(await billing(PAYMENT_GET, { accountNumber: account, paymentId }), ({ payment }) => ({
        payment: paymentOnTheWire(payment),
      })),
    ),

    route(listPayments, async ({ account }, { billing }) =>
      relay(
        await billing(PAYMENT_LIST, { accountNumber: account, limit: shownPayments }),
        ({ payments }) => ({ payments: payments.map(paymentOnTheWire) }),
      ),
    ),
  ];
}
