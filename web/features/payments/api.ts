import type { InputOf, OutputOf } from '#contract/define-call.ts';
import { paymentOptions, paymentState, startPayment } from '#contract/payments/payments.ts';
import { type ApiResult, callApi } from '#web/lib/api.ts';
import { accountQuery } from '#web/lib/query/account-query.ts';
import type { Payable } from './pay/payable.ts';

export type PaymentAnswer = OutputOf<typeof paymentState>;
export type PaymentData = PaymentAnswer['payment'];
export type Provider = InputOf<typeof startPayment>['provider'];
export type PaymentOptions = OutputOf<typeof paymentOptions>;

/** The state of a payment. */
export const paymentQuery = (account: string, paymentId: string) =>
  accountQuery(paymentState, account, { paymentId });

/** The payment methods. With a sum, the QR codes for banking apps contain exactly that sum. */
export const optionsQuery = ({ account, actNumber }: Pick<Payable, 'account' | 'actNumber'>, sum?: string) =>
  accountQuery(paymentOptions, account, {
    purpose: actNumber === undefined ? 'energy' : 'violationAct',
    ...(actNumber !== undefined && { actNumber }),
    ...(sum !== undefined && { sum }),
  });

/** Starts a payment; the answer has the address of the payment page. */
export function beginPayment(
  payment: Omit<InputOf<typeof startPayment>, 'token'>,
): Promise<ApiResult<OutputOf<typeof startPayment>>> {
  return callApi(startPayment, payment);
}
