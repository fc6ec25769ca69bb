import { sql } from 'kysely';
import { answer, refuse } from '#billing/api/define-module.ts';
import {
  PAYMENT_EXPIRE,
  PAYMENT_FIND,
  PAYMENT_LAND,
  PAYMENT_OPTIONS,
  PAYMENT_RECEIPT_PDF,
  PAYMENT_SENT,
} from '#billing/api/payments.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { customerNameText, holderOn, isOfEntity } from '#billing/modules/accounts/public.ts';
import { findDueNow } from '#billing/modules/ledger/public.ts';
import { rulesAt } from '#billing/modules/rules/public.ts';
import { cachedSupplier } from '#billing/modules/supplier/public.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { tidyAccountNumber } from '#domain/identifiers/account-codes.ts';
import type { DueAct, DueNow } from '#domain/ledger/due-now.ts';
import { moneyToWire, parseMoney, zeroMoney } from '#domain/money.ts';
import { isPayableAmount, type PaymentLimits } from '#domain/payments/payment-orders.ts';
import { canMove } from '#domain/payments/payment-state.ts';
import { supplierQr, supplierQr002 } from '#domain/payments/supplier-qr.ts';
import { type Instant, instantFromIso, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { bool, text, typedSql } from '#platform/database/typed-sql.ts';
import { drawnByWorker } from '#platform/workers/worker-pool.ts';
import { canAskRefund } from './ask-refund.ts';
import { bookLanded } from './book-payment.ts';
import { paymentPurpose } from './document/payment-purpose.template.ts';
import type { createReceiptDocument } from './document/receipt-document.ts';
import { movePayments } from './move-payments.ts';
import { listPaymentEvents, toPaymentData } from './payment-record.ts';
import {
  listOrderOf,
  lockConfirmedUntil,
  lockOrderOf,
  lockWaitingSince,
  type Payment,
  paymentColumns,
  paymentSelectList,
} from './payment-store.ts';
import { toEventRecord } from './read-payments.ts';

const drawReceiptDocument = drawnByWorker<typeof createReceiptDocument>(
  new URL('./document/receipt-document.ts', import.meta.url).href,
  'createReceiptDocument',
);

const statesWithReceipt: readonly Payment['state'][] = ['confirmed', 'landed', 'matched'];

/** Customer who held the account on the day of the payment; '' when not known. */
async function findPayer(db: BillingDatabase, accountNumber: string, paymentId: string): Promise<string> {
  const paidOn = sql`(p.started_at at time zone 'Europe/Kyiv')::date`;
  const { rows } = await typedSql({ name: text() })`
    select ${customerNameText} as name
    from billing.payment p
    join billing.account a on a.account_number = p.account_number
    join billing.customer c on c.customer_id = ${holderOn(paidOn)}
    where p.account_number = ${accountNumber} and p.payment_id = ${paymentId}::uuid`.execute(db);
  return rows[0]?.name ?? '';
}

/**
 * PAYMENT_RECEIPT_PDF: receipt of a confirmed payment, in transit or landed. Refuses payments.noReceipt before the
 * confirmation and after a return.
 */
export const handlePaymentReceiptPdf = handleModule(
  PAYMENT_RECEIPT_PDF,
  ({ db }) =>
    async ({ accountNumber, paymentId, mayShow, testProviders, proofUrl }) => {
      const [order, supplier, payer] = await Promise.all([
        listOrderOf(db, accountNumber, paymentId),
        cachedSupplier(db),
        findPayer(db, accountNumber, paymentId),
      ]);
      const payment = order.find((part) => part.paymentId === paymentId);
      if (payment === undefined || supplier === undefined) return refuse('common.notFound');
      if (!statesWithReceipt.includes(payment.state)) return refuse('payments.noReceipt');
      const { name, iban, edrpou, bank_name: bank, phones, mobile_phones: mobilePhones, email } = supplier;
      const shown = new Set([accountNumber, ...mayShow]);
      const content = await drawReceiptDocument({
        payment: toPaymentData(payment),
        parts: order.filter((part) => shown.has(part.accountNumber)).map(toPaymentData),
        isTest: testProviders.includes(payment.provider),
        supplier: { name, iban, edrpou, bank, email, phones: [...phones, ...mobilePhones] },
        payer,
        proofUrl,
      });
      return answer({
        fileName: `${fileNameOf('payment', payment.orderId)}.pdf`,
        content: content.toString('base64'),
      });
    },
);

/** PAYMENT_EXPIRE: expires unpaid orders. Money that the provider proves later still counts. */
export const handlePaymentExpire = handleModule(
  PAYMENT_EXPIRE,
  ({ db, clock }) =>
    async ({ startedUntil, limit, ...whose }, by) =>
      db.transaction().execute(async (transaction) => {
        const payments = await lockWaitingSince(transaction, instantFromIso(startedUntil), whose, limit);
        const moves = payments.map((payment) => ({ payment, to: ['expired'], evidence: {} }) as const);
        await movePayments(transaction, moves, by, clock.now());
        return answer({ expired: payments.filter(({ partNumber }) => partNumber === 1).length });
      }),
);

/** PAYMENT_SENT: stores the payment URL from the provider. A repeated call does not change it. */
export const handlePaymentSent = handleModule(
  PAYMENT_SENT,
  ({ db, clock }) =>
    async ({ accountNumber, paymentId, payUrl, payFields = null, providerReference }, by) =>
      db.transaction().execute(async (transaction) => {
        const parts = await lockOrderOf(transaction, accountNumber, paymentId);
        const [first] = parts;
        if (first === undefined) return refuse('common.notFound');
        const marked = { payUrl, payFields, providerReference };
        const isNew = canMove(first.state, 'sent');
        if (isNew) {
          const moves = parts.map((payment) => {
            return { payment, to: ['sent'], evidence: {}, ...marked } as const;
          });
          await movePayments(transaction, moves, by, clock.now());
        }
        const shown = isNew ? parts.map((part) => ({ ...part, state: 'sent' as const, ...marked })) : parts;
        const payment = shown.find((part) => part.paymentId === paymentId) ?? first;
        return answer({ payment: toPaymentData(payment), parts: shown.map(toPaymentData) });
      }),
);

/**
 * PAYMENT_LAND: the bank statement names the order, so landed money is matched at once. Safe on several nodes: payments
 * locked by another node are skipped.
 */
export const handlePaymentLand = handleModule(
  PAYMENT_LAND,
  ({ db, clock }) =>
    async ({ provider, confirmedUntil, limit }, by) =>
      db.transaction().execute(async (transaction) => {
        const payments = await lockConfirmedUntil(
          transaction,
          provider,
          instantFromIso(confirmedUntil),
          limit,
        );
        const now = clock.now();
        const landedOn = kyivDateOf(now);
        await bookLanded(transaction, payments, now);
        const moves = payments.map((payment) => {
          return { payment, to: ['landed', 'matched'], evidence: { register: provider }, landedOn } as const;
        });
        await movePayments(transaction, moves, by, now);
        return answer({ landed: payments.filter(({ partNumber }) => partNumber === 1).length });
      }),
);

const maxRows = 50;

/** Each of the three conditions has its own index. */
async function findPayments(db: BillingDatabase, query: string): Promise<readonly Payment[]> {
  const { rows } = await typedSql(paymentColumns)`
    select ${paymentSelectList} from billing.payment
    where account_number = ${query} or order_id = ${query} or provider_reference = ${query}
    order by started_at desc, order_id, part_number limit ${maxRows}`.execute(db);
  return rows;
}

/** PAYMENT_FIND: search for operators. */
export const handlePaymentFind = handleModule(PAYMENT_FIND, ({ db }) => async ({ query }) => {
  const payments = await findPayments(db, tidyAccountNumber(query));
  const events = Map.groupBy(await listPaymentEvents(db, payments), ({ paymentId }) => paymentId);
  return answer({
    payments: payments.map((payment) => ({
      payment: toPaymentData(payment),
      refund:
        payment.refundAskedAt === null
          ? null
          : { askedAt: instantToIso(payment.refundAskedAt), reason: payment.refundReason ?? '' },
      canRefund: canAskRefund(payment),
      events: (events.get(payment.paymentId) ?? []).map(toEventRecord),
    })),
  });
});

/** Due now for energy, or for an act; undefined: the act is not owed. */
function dueFor(
  due: DueNow,
  actNumber: string | null,
): (Pick<DueAct, 'amount'> & { drawnOn: string | null }) | undefined {
  return actNumber === null
    ? { amount: due.energy, drawnOn: null }
    : due.acts.find((act) => act.actNumber === actNumber);
}

/** The limits of the kind of customer that the account is of. */
async function findLimits(db: BillingDatabase, accountNumber: string, now: Instant): Promise<PaymentLimits> {
  const { rows } = await typedSql({ isEntity: bool() })`
    select ${isOfEntity(accountNumber)} as "isEntity"`.execute(db);
  const { entity, person } = (await rulesAt(db, now)).payments;
  return rows[0]?.isEntity ? entity : person;
}

/**
 * PAYMENT_OPTIONS: bank details and QR codes for bank apps, with a purpose that identifies the payment (facts 4.2).
 * Refuses common.notFound for an unknown account and an act that is not owed.
 */
export const handlePaymentOptions = handleModule(
  PAYMENT_OPTIONS,
  ({ db, clock }) =>
    async ({ accountNumber, purpose, actNumber = null, sum }) => {
      if ((purpose === 'violationAct') !== (actNumber !== null)) return refuse('common.notFound');
      const now = clock.now();
      const [dueOfAccount, supplier, limits] = await Promise.all([
        findDueNow(db, accountNumber, kyivDateOf(now)),
        cachedSupplier(db),
        findLimits(db, accountNumber, now),
      ]);
      const due = dueOfAccount && dueFor(dueOfAccount, actNumber);
      if (dueOfAccount === undefined || due === undefined || supplier === undefined)
        return refuse('common.notFound');
      const { name: recipient, iban, edrpou, bank_name: bank } = supplier;
      const words = paymentPurpose({ accountNumber, actNumber, drawnOn: due.drawnOn, period: null });
      const amount = (sum === undefined ? undefined : parseMoney(sum)) ?? due.amount;
      const code = { recipient, iban, edrpou, amount, purpose: words, limits };
      const isOutsideLimits = amount > zeroMoney && !isPayableAmount(amount, limits);
      const url = supplierQr({ ...code, reference: accountNumber, madeAt: now });
      return answer({
        limits: { least: moneyToWire(limits.least), most: moneyToWire(limits.most) },
        transfer: { recipient, iban, bank, edrpou, purpose: words },
        openMonths:
          actNumber === null
            ? dueOfAccount.months.map((month) => ({ period: month.period, sum: moneyToWire(month.amount) }))
            : [],
        isOutsideLimits,
        qr: url === null ? null : { url, url002: supplierQr002(code) },
      });
    },
);
