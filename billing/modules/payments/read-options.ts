import { answer, refuse } from '#billing/api/define-module.ts';
import { PAYMENT_OPTIONS } from '#billing/api/payments.ts';
import { handleModule } from '#billing/module-handler.ts';
import { findDueNow } from '#billing/modules/ledger/public.ts';
import { cachedPaymentLimits, cachedSupplier } from '#billing/modules/supplier/public.ts';
import type { DueAct, DueNow } from '#domain/ledger/due-now.ts';
import { moneyToWire, parseMoney, zeroMoney } from '#domain/money.ts';
import { isPayableAmount } from '#domain/payments/payment-limits.ts';
import { supplierQr, supplierQr002 } from '#domain/payments/supplier-qr.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { paymentPurpose } from './document/payment-purpose.template.ts';

/** Due now for energy, or for an act; undefined: the act is not owed. */
function dueFor(
  due: DueNow,
  actNumber: string | null,
): (Pick<DueAct, 'amount'> & { drawnOn: string | null }) | undefined {
  return actNumber === null
    ? { amount: due.energy, drawnOn: null }
    : due.acts.find((act) => act.actNumber === actNumber);
}

/**
 * PAYMENT_OPTIONS: bank details and QR codes for bank apps, with a purpose that identifies the payment (facts 4.2).
 * Refuses common.notFound for an unknown account and an act that is not owed.
 */
export const handlePaymentOptions = handleModule(
  PAYMENT_OPTIONS,
  ({ db, clock }) =>
    async ({ accountNumber, purpose, actNumber, amount }) => {
      if ((purpose === 'violationAct') !== (actNumber !== null)) return refuse('common.notFound');
      const now = clock.now();
      const [dueOfAccount, supplier, limits] = await Promise.all([
        findDueNow(db, accountNumber, kyivDateOf(now)),
        cachedSupplier(db),
        cachedPaymentLimits(db),
      ]);
      const due = dueOfAccount && dueFor(dueOfAccount, actNumber);
      if (due === undefined || supplier === undefined) return refuse('common.notFound');
      const { name: recipient, iban, edrpou, bank_name: bank } = supplier;
      const words = paymentPurpose({ accountNumber, actNumber, drawnOn: due.drawnOn, period: null });
      const sum = (amount === null ? undefined : parseMoney(amount)) ?? due.amount;
      const code = { recipient, iban, edrpou, amount: sum, purpose: words, limits };
      const isOutsideLimits = sum > zeroMoney && !isPayableAmount(sum, limits);
      const url = supplierQr({ ...code, reference: accountNumber, madeAt: now });
      return answer({
        limits: { least: moneyToWire(limits.least), most: moneyToWire(limits.most) },
        transfer: { recipient, iban, bank, edrpou, purpose: words },
        isOutsideLimits,
        qr: url === null ? null : { url, url002: supplierQr002(code) },
      });
    },
);
