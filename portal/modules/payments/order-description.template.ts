import type * as z from 'zod/mini';
import type { paymentRecordSchema } from '#billing/api/payments.ts';

type Paid = Pick<z.infer<typeof paymentRecordSchema>, 'accountNumber' | 'purpose' | 'actNumber'>;

/** What the payer reads at the provider: what is paid, and for whom. */
export function orderDescription({ accountNumber, purpose, actNumber }: Paid): string {
  const what = purpose === 'energy' ? 'Електроенергія' : `Акт про порушення № ${actNumber ?? ''}`;
  return `${what}, о/р ${accountNumber}`;
}
