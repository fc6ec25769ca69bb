import type { BillingClient } from '#billing/client.ts';
import type { MessageCode } from '#contract/messages/catalogue.ts';
import type { PaymentGateways } from '#portal/gateways/payments/all-gateways.ts';
import { type Callback, ProviderUnavailable } from '#portal/gateways/payments/payment-gateway.ts';
import { applyReportedStatus, NotBooked, type StatusResult } from './apply-reported-status.ts';

/** What came of a report: what the billing made of it, or why it leads to nothing. */
export type CallbackResult =
  | { readonly kind: 'heard'; readonly outcome: StatusResult }
  | { readonly kind: 'refused'; readonly httpStatus: number; readonly code: MessageCode };

function refused(httpStatus: number, code: MessageCode): CallbackResult {
  return { kind: 'refused', httpStatus, code };
}

/** Lets the adapter prove a report and passes it on; nothing that is not proved to come from the provider gets further. */
export async function handleCallback(
  { billing, gateways }: { readonly billing: BillingClient; readonly gateways: PaymentGateways },
  provider: string,
  callback: Callback,
  reference: string,
): Promise<CallbackResult> {
  const gateway = gateways.get(provider);
  if (gateway === undefined) return refused(404, 'common.notFound');
  try {
    const word = await gateway.verifyCallback(callback);
    if (word === undefined) return refused(403, 'common.forbidden');
    const outcome = await applyReportedStatus(billing, provider, word, reference, gateway.reportsAreUnsigned);
    return outcome === 'unknownOrder' ? refused(404, 'common.notFound') : { kind: 'heard', outcome };
  } catch (error) {
    if (error instanceof ProviderUnavailable || error instanceof NotBooked)
      return refused(503, 'common.serviceDown');
    throw error;
  }
}
