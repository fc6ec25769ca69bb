import { answer, refuse } from '#billing/api/define-module.ts';
import { ACT_LIST } from '#billing/api/violation-acts.ts';
import { handleModule } from '#billing/module-handler.ts';
import { cachedPaymentLimits, cachedSupplier } from '#billing/modules/supplier/public.ts';
import { moneyToWire, sumMoney, zeroMoney } from '#domain/money.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { actData, owedOf, payAct } from './act-data.ts';
import { findActHolder, listActs } from './act-facts-store.ts';

/** ACT_LIST: violation acts of an account, newest first, separate from energy (facts 2.5, product.md §7). */
export const handleActList = handleModule(ACT_LIST, ({ db, clock }) => async ({ accountNumber, state }) => {
  const [holder, acts, supplier, limits] = await Promise.all([
    findActHolder(db, accountNumber),
    listActs(db, accountNumber),
    cachedSupplier(db),
    cachedPaymentLimits(db),
  ]);
  if (holder === undefined || supplier === undefined) return refuse('common.notFound');
  const today = kyivDateOf(clock.now());
  const unpaid = acts.filter((act) => owedOf(act) > zeroMoney);
  return answer({
    acts: (state === 'unpaid' ? unpaid : acts).map((row) => {
      const act = actData(row, today);
      const { qr, purpose } = payAct(accountNumber, act, supplier, { today, limits });
      return { ...act, qr, paymentPurpose: purpose };
    }),
    count: acts.length,
    unpaidCount: unpaid.length,
    owed: moneyToWire(sumMoney(unpaid.map(owedOf))),
  });
});
