import type * as z from 'zod/mini';
import type { paymentRecordSchema } from '#billing/api/payments.ts';

type Paid = Pick<z.infer<typeof paymentRecordSchema>, 'accountNumber' | 'purpose' | 'actNumber'>;

const named = 3;

/** What the payer reads at the provider: what is paid, and for whom; of many parts the first three. */
export function orderDescription(parts: readonly Paid[]): string {
  const told = parts.slice(0, named).map(({ accountNumber, purpose, actNumber }) => {
    const what = purpose === 'energy' ? 'Електроенергія' : `Акт про порушення № ${actNumber ?? ''}`;
    return `${what}, о/р ${accountNumber}`;
  });
  const left = parts.length - told.length;
  return told.join('; ') + (left > 0 ? ` і ще ${left}` : '');
}
