import { insertFrom } from '#platform/database/insert-from.ts';

/** SQL that adds what a relation says was paid to operators for reactive energy; those that are there stay. */
export const reactivePaymentsFrom = insertFrom(
  'billing.reactive_payment',
  'account_number, reference, paid_on, amount_kopiykas',
  'on conflict do nothing',
);
