import { answer, refuse } from '#billing/api/define-module.ts';
import { PAYMENT_CONFIRM, PAYMENT_FAIL, PAYMENT_RETURN } from '#billing/api/payments.ts';
import { handleModule } from '#billing/module-handler.ts';
import { applyProviderStatus } from './apply-provider-status.ts';
import { toPaymentRecord } from './payment-record.ts';
import type { StatusResult } from './status-report.ts';

/** Answer of a status module; `moved` is its outcome for an applied transition. */
function answerResult<Moved extends string>(result: StatusResult | undefined, moved: Moved) {
  const first = result?.parts[0];
  if (result === undefined || first === undefined) return refuse('common.notFound');
  const outcome = result.outcome === 'moved' ? moved : result.outcome;
  return answer({ outcome, payment: toPaymentRecord(first) });
}

/**
 * PAYMENT_CONFIRM (product.md §8, facts 5): sum and currency must equal those of the whole order, to the kopiyka; a
 * replay changes nothing; money proved after a failure or an expiry counts. A mismatch is stored as evidence, once.
 */
export const handlePaymentConfirm = handleModule(
  PAYMENT_CONFIRM,
  (services) =>
    async (input, { actor }) =>
      answerResult(await applyProviderStatus(services, { ...input, kind: 'paid' }, actor), 'confirmed'),
);

/** PAYMENT_FAIL: no money was taken. A refusal after the confirmation is ignored (product.md §8). */
export const handlePaymentFail = handleModule(
  PAYMENT_FAIL,
  (services) =>
    async ({ kind = 'refused', ...input }, { actor }) => {
      const result = await applyProviderStatus(services, { ...input, kind, amount: '', currency: '' }, actor);
      return answerResult(result, kind === 'refused' ? 'failed' : 'expired');
    },
);

/**
 * PAYMENT_RETURN: the whole sum was returned, so the bookings are reversed; 'refunded' when the supplier requested it.
 */
export const handlePaymentReturn = handleModule(PAYMENT_RETURN, (services) => async (input, { actor }) => {
  const result = await applyProviderStatus(services, { ...input, kind: 'returned' }, actor);
  return answerResult(result, result?.parts[0]?.state === 'refunded' ? 'refunded' : 'reversed');
});
