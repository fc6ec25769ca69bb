import { answer, refuse } from '#billing/api/define-module.ts';
import { ACT_LIST, ACT_PDF } from '#billing/api/violation-acts.ts';
import { handleModule } from '#billing/module-handler.ts';
import { rulesAt } from '#billing/modules/rules/public.ts';
import { cachedSupplier } from '#billing/modules/supplier/public.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { moneyToWire, sumMoney, zeroMoney } from '#domain/money.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { drawnByWorker } from '#platform/workers/worker-pool.ts';
import { actData, owedOf, payAct } from './act-data.ts';
import { findActHolder, listActs } from './act-facts-store.ts';
import type { createActDocument } from './document/act-document.ts';

const drawActDocument = drawnByWorker<typeof createActDocument>(
  new URL('./document/act-document.ts', import.meta.url).href,
  'createActDocument',
);

/** Characters that are not portable in a file name. */
const OUTSIDE_FILE_NAMES = /[^\p{L}\d-]+/gu;

const namesOfPapers = {
  act: 'violationAct',
  calculation: 'violationCalculation',
  bill: 'violationBill',
} as const;

/**
 * ACT_PDF: a document of an act drawn from its record. Refuses common.notFound for an act of another
 * account and for a document that the act does not have yet.
 */
export const handleActPdf = handleModule(
  ACT_PDF,
  ({ db, clock }) =>
    async ({ accountNumber, actNumber, kind }) => {
      const now = clock.now();
      const [holder, [row], supplier, rules] = await Promise.all([
        findActHolder(db, accountNumber, actNumber),
        listActs(db, accountNumber, actNumber),
        cachedSupplier(db),
        rulesAt(db, now),
      ]);
      if (holder === undefined || row === undefined || supplier === undefined)
        return refuse('common.notFound');
      const today = kyivDateOf(now);
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
        ...payAct(accountNumber, act, supplier, { today, limits: rules.payments.person }),
      });
      const name = actNumber.replace(OUTSIDE_FILE_NAMES, '-');
      return answer({
        fileName: `${fileNameOf(namesOfPapers[kind], accountNumber, name)}.pdf`,
        content: content.toString('base64'),
      });
    },
);

/** ACT_LIST: violation acts of an account, newest first, separate from energy (facts 2.5, product.md §7). */
export const handleActList = handleModule(ACT_LIST, ({ db, clock }) => async ({ accountNumber, state }) => {
  const now = clock.now();
  const [holder, acts, supplier, rules] = await Promise.all([
    findActHolder(db, accountNumber),
    listActs(db, accountNumber),
    cachedSupplier(db),
    rulesAt(db, now),
  ]);
  if (holder === undefined || supplier === undefined) return refuse('common.notFound');
  const today = kyivDateOf(now);
  const unpaid = acts.filter((act) => owedOf(act, today) > zeroMoney);
  return answer({
    acts: (state === 'unpaid' ? unpaid : acts).map((row) => {
      const act = actData(row, today);
      const { qr, purpose } = payAct(accountNumber, act, supplier, { today, limits: rules.payments.person });
      return { ...act, qr, paymentPurpose: purpose };
    }),
    count: acts.length,
    unpaidCount: unpaid.length,
    owed: moneyToWire(sumMoney(unpaid.map((act) => owedOf(act, today)))),
  });
});
