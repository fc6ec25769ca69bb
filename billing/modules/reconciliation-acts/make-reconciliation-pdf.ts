import { answer } from '#billing/api/define-module.ts';
import { RECONCILIATION_PDF } from '#billing/api/reconciliation-acts.ts';
import { handleModule } from '#billing/module-handler.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { addMoney, moneyFromWire, subtractMoney } from '#domain/money.ts';
import { drawnByWorker } from '#platform/workers/worker-pool.ts';
import type { createReconciliationDocument } from './document/reconciliation-document.ts';

const drawReconciliationDocument = drawnByWorker<typeof createReconciliationDocument>(
  new URL('./document/reconciliation-document.ts', import.meta.url).href,
  'createReconciliationDocument',
);

/** RECONCILIATION_PDF: throws when the sums of the act don't add up. */
export const handleReconciliationPdf = handleModule(RECONCILIATION_PDF, () => async (input) => {
  const { accountNumber, from, to, act } = input;
  const { opening, turnover, closing } = act;
  const counted = subtractMoney(
    addMoney(moneyFromWire(opening), moneyFromWire(turnover.debit)),
    moneyFromWire(turnover.credit),
  );
  if (counted !== moneyFromWire(closing)) throw new Error('the sums of the act do not add up');
  const document = await drawReconciliationDocument(input);
  return answer({
    fileName: `${fileNameOf('reconciliation', accountNumber, from, to)}.pdf`,
    content: document.toString('base64'),
  });
});
