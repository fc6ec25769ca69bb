import { ACT_PDF } from '#billing/api/acts.ts';
import { answer, refuse } from '#billing/api/define-module.ts';
import { handleModule } from '#billing/module-handler.ts';
import { cachedPaymentLimits, cachedSupplier } from '#billing/modules/supplier/public.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { drawnByWorker } from '#platform/workers/drawing.ts';
import { actData } from './act-data.ts';
import { findActHolder, listActs } from './act-facts-store.ts';
import type { createActDocument } from './document/act-document.ts';
import { payAct } from './pay-act.ts';

const drawActDocument = drawnByWorker<typeof createActDocument>(
  new URL('./document/act-document.ts', import.meta.url).href,
  'createActDocument',
);

/** Letters and signs that a file name does not carry everywhere. */
const OUTSIDE_FILE_NAMES = /[^\p{L}\d-]+/gu;

/**
 * ACT_PDF: a paper of an act drawn from its record (decision 0034). Refuses common.notFound for an act that is not of the
 * account and for a paper that the act does not have yet.
 */
export const handleActPdf = handleModule(
  ACT_PDF,
  ({ db, clock }) =>
    async ({ accountNumber, actNumber, kind }) => {
      const [holder, [row], supplier, limits] = await Promise.all([
        findActHolder(db, accountNumber, actNumber),
        listActs(db, accountNumber, actNumber),
        cachedSupplier(db),
        cachedPaymentLimits(db),
      ]);
      if (holder === undefined || row === undefined || supplier === undefined)
        return refuse('common.notFound');
      const today = kyivDateOf(clock.now());
      const act = actData(row, today);
      if (!act.files.includes(kind)) return refuse('common.notFound');
      const content = await drawActDocument(kind, {
        accountNumber,
        act,
        holder,
        supplier: {
          name: supplier.name,
          edrpou: supplier.edrpou,
          address: supplier.address,
          iban: supplier.iban,
          bank: supplier.bank_name,
        },
        today,
        ...payAct(accountNumber, act, supplier, { today, limits }),
      });
      const name = actNumber.replace(OUTSIDE_FILE_NAMES, '-');
      return answer({
        fileName: `violation-${accountNumber}-${name}-${kind}.pdf`,
        content: content.toString('base64'),
      });
    },
);
