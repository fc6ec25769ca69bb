import type { QueryClient } from '@tanstack/react-query';
import type { InputOf, OutputOf } from '#contract/define-call.ts';
import { paymentOptions, paymentState, startPayment } from '#contract/payments.ts';
import { accountKey, accountQuery } from '#web/lib/account-query.ts';
import { type ApiResult, callApi } from '#web/lib/api.ts';
import type { Payable } from './payable.ts';

export type PaymentAnswer = OutputOf<typeof paymentState>;
export type PaymentData = PaymentAnswer['payment'];
export type Provider = InputOf<typeof startPayment>['provider'];
export type PaymentOptions = OutputOf<typeof paymentOptions>;

/** Where a payment stands. */
export const paymentQuery = (account: string, paymentId: string) =>
  accountQuery(paymentState, account, { paymentId });

/** How something can be paid. With a sum the codes for the apps of banks carry exactly it. */
export const optionsQuery = ({ account, actNumber }: Pick<Payable, 'account' | 'actNumber'>, sum?: string) =>
  accountQuery(paymentOptions, account, {
    purpose: actNumber === undefined ? 'energy' : 'violationAct',
    ...(actNumber !== undefined && { actNumber }),
    ...(sum !== undefined && { sum }),
  });

/** Starts a payment; the answer says where it is paid. */
export function beginPayment(
  payment: Omit<InputOf<typeof startPayment>, 'token'>,
): Promise<ApiResult<OutputOf<typeof startPayment>>> {
  return callApi(startPayment, payment);
}

/** After a payment moved, everything known of its accounts may differ. */
export async function forgetAccounts(client: QueryClient, accounts: readonly string[]): Promise<void> {
  await Promise.all(
    [...new Set(accounts)].map((account) => client.invalidateQueries({ queryKey: accountKey(account) })),
  );
}
