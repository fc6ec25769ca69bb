import type { QueryClient } from '@tanstack/react-query';
import type { InputOf, OutputOf } from '#contract/define-call.ts';
import { paymentState, startPayment } from '#contract/payments.ts';
import { accountKey, accountQuery } from '#web/lib/account-query.ts';
import { type ApiResult, callApi } from '#web/lib/api.ts';

export type PaymentData = OutputOf<typeof paymentState>['payment'];
export type Provider = InputOf<typeof startPayment>['provider'];

/** Where a payment stands. */
export const paymentQuery = (account: string, paymentId: string) =>
  accountQuery(paymentState, account, { paymentId });

/** Starts a payment; the answer says where it is paid. */
export function beginPayment(
  payment: Omit<InputOf<typeof startPayment>, 'token'>,
): Promise<ApiResult<OutputOf<typeof startPayment>>> {
  return callApi(startPayment, payment);
}

/** After a payment moved, everything known of the account may differ. */
export function forgetAccount(client: QueryClient, account: string): Promise<void> {
  return client.invalidateQueries({ queryKey: accountKey(account) });
}
