import { PAYMENT_GET, PAYMENT_LIST, PAYMENT_OPTIONS, PAYMENT_RECEIPT_PDF } from '#billing/api/payments.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import {
  exportPayments,
  listPayments,
  paymentOptions,
  paymentReceipt,
  paymentState,
  startPayment,
} from '#contract/payments/payments.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { formatMoney, moneyFromWire } from '#domain/money.ts';
import { bankAppLinks } from '#domain/payments/bank-app-links.ts';
import { tableFile } from '#platform/tables/table-file.ts';
import type { PaymentGateways } from '#portal/gateways/payments/all-gateways.ts';
import { failFields, relay, relayRefusal, sendFile, succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { beginPayment } from './begin-payment.ts';
import { payWays } from './pay-ways.ts';
import {
  cursorOfPayment,
  listOwned,
  listOwnParts,
  movesOf,
  placeOfPayment,
  toPaymentDto,
} from './payment-dto.ts';
import { paymentsTable } from './payments-table.template.ts';
import { receiptPath, signReceipt } from './receipt-plugin.ts';

const usualPage = 50;
/** Of a file; a household has fewer in a lifetime. */
const maxRows = 10_000;

/** Between which sums something may be paid at once, in words. */
function outsideLimits({ least, most }: { readonly least: string; readonly most: string }): string {
  return formatMessage('payments.qrOutsideLimits', {
    least: formatMoney(moneyFromWire(least)),
    most: formatMoney(moneyFromWire(most)),
  });
}

/** Payments of an account: start, state, list, the list as a file (product.md §8). */
export function paymentRoutes({ config, db, keys }: PortalServices, gateways: PaymentGateways): Route[] {
  return [
    route(startPayment, (input, context) =>
      beginPayment(input, context, { db, gateways, publicUrl: config.publicUrl }),
    ),

    route(paymentState, async ({ account, paymentId }, { billing, session }) => {
      const result = await billing(PAYMENT_GET, { accountNumber: account, paymentId });
      if (!result.ok) return relayRefusal(result);
      const { payment, events, settles, advance } = result.data;
      const parts = await listOwnParts(db, session.identityId, account, result.data.parts);
      return succeed({
        payment: toPaymentDto(payment),
        parts: parts.map(toPaymentDto),
        events: movesOf(events),
        settles,
        advance,
      });
    }),

    route(paymentOptions, async ({ account, purpose, actNumber, sum }, { billing }) => {
      const asked = { accountNumber: account, purpose, actNumber, sum };
      return relay(await billing(PAYMENT_OPTIONS, asked), ({ qr, isOutsideLimits, ...options }) => ({
        ...options,
        providers: payWays(gateways),
        qrMessage: isOutsideLimits ? outsideLimits(options.limits) : null,
        qr: qr && { version: '003', ...qr, bankApps: bankAppLinks(qr.url) },
      }));
    }),

    route(paymentReceipt, async ({ account, paymentId }, { billing, session }) => {
      const mayShow = await listOwned(db, session.identityId);
      const sandboxes = [...gateways.values()].filter(({ isSandbox }) => isSandbox);
      const testProviders = sandboxes.map(({ provider }) => provider);
      const token = signReceipt(keys.links, { accountNumber: account, paymentId });
      const proofUrl = `${config.publicUrl}${receiptPath(token)}`;
      const asked = { accountNumber: account, paymentId, mayShow, testProviders, proofUrl };
      const result = await billing(PAYMENT_RECEIPT_PDF, asked);
      if (!result.ok) return relayRefusal(result);
      return sendFile(Buffer.from(result.data.content, 'base64'), result.data.fileName);
    }),

    route(listPayments, async (input, { billing }) => {
      const { token: _, account, cursor, limit = usualPage, ...filter } = input;
      const after = cursor === undefined ? undefined : placeOfPayment(cursor);
      if (cursor !== undefined && !after) return failFields([{ path: 'cursor', code: 'field.invalid' }]);
      return relay(
        await billing(PAYMENT_LIST, { accountNumber: account, limit, after, ...filter }),
        ({ payments, next, totals, settled }) => ({
          payments: payments.map(toPaymentDto),
          next: next && cursorOfPayment(next),
          totals,
          ...(input.withSettled && { settled }),
        }),
      );
    }),

    route(exportPayments, async ({ token: _, account, format, ...filter }, { billing }) => {
      const asked = { accountNumber: account, limit: maxRows, ...filter };
      const result = await billing(PAYMENT_LIST, asked);
      if (!result.ok) return relayRefusal(result);
      const { payments, totals } = result.data;
      const table = paymentsTable(payments, totals.sum);
      const name = fileNameOf('payments', account, filter.from ?? null, filter.to ?? null);
      const { content, fileName, contentType } = await tableFile(format, name, [table]);
      return sendFile(content, fileName, contentType);
    }),
  ];
}
