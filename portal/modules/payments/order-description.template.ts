import type { PaymentData } from '#billing/api/payments.ts';

type Paid = Pick<PaymentData, 'orderId' | 'account' | 'purpose' | 'actNumber'>;

const named = 3;

/**
 * What the payer reads at the provider: what is paid, and for whom; of many parts the first three. Banks repeat it as the
 * purpose of the transfer: with the order's number a register lands the order, without it the same money would come twice.
 */
export function orderDescription(parts: readonly Paid[]): string {
  const shown = parts.slice(0, named).map(({ account, purpose, actNumber }) => {
    const what = purpose === 'energy' ? 'Електроенергія' : `Акт про порушення № ${actNumber ?? ''}`;
    return `${what}, о/р ${account}`;
  });
  const left = parts.length - shown.length;
  const order = parts[0] === undefined ? '' : `Замовлення ${parts[0].orderId}: `;
  return order + shown.join('; ') + (left > 0 ? ` і ще ${left}` : '');
}
