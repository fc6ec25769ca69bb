import { answer, refuse } from '#billing/api/define-module.ts';
import { PAYMENT_CONFIRM, PAYMENT_FAIL, PAYMENT_RETURN } from '#billing/api/payments.ts';
import { handleModule } from '#billing/module-handler.ts';
import { hearWord } from './hear-word.ts';
import { toPaymentRecord } from './payment-record.ts';
import type { Heard } from './word.ts';

/** What a module answers: its own word for what moved. */
function answerHeard<Moved extends string>(heard: Heard | undefined, moved: Moved) {
  const first = heard?.parts[0];
  if (heard === undefined || first === undefined) return refuse('common.notFound');
  const outcome = heard.outcome === 'moved' ? moved : heard.outcome;
  return answer({ outcome, payment: toPaymentRecord(first) });
}

/**
 * PAYMENT_CONFIRM (product.md §8, facts 5): the sum and the currency must be those of the whole order, to the kopiyka; a
 * replay changes nothing; money proved after a failure or an expiry counts. A mismatch is kept as evidence, once.
 */
export const handlePaymentConfirm = handleModule(
  PAYMENT_CONFIRM,
  (services) =>
    async (input, { actor }) =>
      answerHeard(await hearWord(services, { ...input, kind: 'paid' }, actor), 'confirmed'),
);

/** PAYMENT_FAIL: no money was taken. A refusal that comes after the money is ignored (product.md §8). */
export const handlePaymentFail = handleModule(
  PAYMENT_FAIL,
  (services) =>
    async ({ kind = 'refused', ...input }, { actor }) => {
      const heard = await hearWord(services, { ...input, kind, amount: '', currency: '' }, actor);
      return answerHeard(heard, kind === 'refused' ? 'failed' : 'expired');
    },
);

/** PAYMENT_RETURN: the money went back, whole: what was booked is undone; asked for by us, it is a refund. */
export const handlePaymentReturn = handleModule(PAYMENT_RETURN, (services) => async (input, { actor }) => {
  const heard = await hearWord(services, { ...input, kind: 'returned' }, actor);
  return answerHeard(heard, heard?.parts[0]?.state === 'refunded' ? 'refunded' : 'reversed');
});
