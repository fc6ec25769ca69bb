import { PAYMENT_FIND } from '#billing/api/payments.ts';
import { findPayments, refundPayment } from '#contract/payments/admin-payments.ts';
import type { PaymentGateways } from '#portal/gateways/payments/all-gateways.ts';
import { relay } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { toPaymentDto } from './payment-dto.ts';
import { refundOrder } from './refund-order.ts';

/** Payments for operators: found by account, order or the provider's number; given back (product.md §8). */
export function adminPaymentRoutes({ billing }: PortalServices, gateways: PaymentGateways): Route[] {
  return [
    route(findPayments, async ({ query }, context) =>
      relay(await context.billing(PAYMENT_FIND, { query }), ({ payments }) => ({
        payments: payments.map(({ payment, ...rest }) => ({
          payment: toPaymentDto(payment),
          providerReference: payment.providerReference,
          ...rest,
        })),
      })),
    ),

    route(refundPayment, (input, context) => refundOrder(input, context, { billing, gateways })),
  ];
}
