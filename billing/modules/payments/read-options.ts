import { answer, refuse } from '#billing/api/define-module.ts';
import { PAYMENT_OPTIONS } from '#billing/api/payments.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { listUnpaidActs } from '#billing/modules/acts/public.ts';
import { findBalance } from '#billing/modules/ledger/public.ts';
import { cachedPaymentLimits, cachedSupplier } from '#billing/modules/supplier/public.ts';
import { type Kopiykas, kopiykas, moneyToWire, parseMoney } from '#domain/money.ts';
import { supplierQr, supplierQr002 } from '#domain/payments/supplier-qr.ts';
import { periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { paymentPurpose } from './document/payment-purpose.template.ts';

/** What is due now for energy, or for an act; undefined: no such account, or the act is not owed. */
async function findDue(
  db: BillingDatabase,
  accountNumber: string,
  actNumber: string | null,
  today: LocalDate,
): Promise<{ readonly amount: Kopiykas; readonly drawnOn: string | null } | undefined> {
  if (actNumber === null) {
    const balance = await findBalance(db, accountNumber, periodOf(today));
    return balance && { amount: balance.receivable, drawnOn: null };
  }
  const act = (await listUnpaidActs(db, accountNumber)).find((one) => one.actNumber === actNumber);
  return act && { amount: kopiykas(act.owedKopiykas), drawnOn: act.drawnOn };
}

/**
 * PAYMENT_OPTIONS: details to copy and codes for the apps of banks, with a purpose by which the money finds its way
 * (facts 4.2). Refuses common.notFound for an unknown account and an act that is not owed.
 */
export const handlePaymentOptions = handleModule(
  PAYMENT_OPTIONS,
  ({ db, clock }) =>
    async ({ accountNumber, purpose, actNumber, amount }) => {
      if ((purpose === 'violationAct') !== (actNumber !== null)) return refuse('common.notFound');
      const now = clock.now();
      const [due, supplier, limits] = await Promise.all([
        findDue(db, accountNumber, actNumber, kyivDateOf(now)),
        cachedSupplier(db),
        cachedPaymentLimits(db),
      ]);
      if (due === undefined || supplier === undefined) return refuse('common.notFound');
      const { name: recipient, iban, edrpou, bank_name: bank } = supplier;
      const words = paymentPurpose({ accountNumber, actNumber, drawnOn: due.drawnOn, period: null });
      const sum = (amount === null ? undefined : parseMoney(amount)) ?? due.amount;
      const code = { recipient, iban, edrpou, amount: sum, purpose: words };
      const url = supplierQr({ ...code, reference: accountNumber, madeAt: now });
      return answer({
        limits: { least: moneyToWire(limits.least), most: moneyToWire(limits.most) },
        transfer: { recipient, iban, bank, edrpou, purpose: words },
        qr: url === null ? null : { url, url002: supplierQr002(code) },
      });
    },
);
