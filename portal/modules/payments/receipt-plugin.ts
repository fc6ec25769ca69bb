import type { FastifyPluginAsync } from 'fastify';
import { PAYMENT_GET } from '#billing/api/payments.ts';
import { SUPPLIER_GET } from '#billing/api/supplier.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import type { KeyRing } from '#platform/key-ring.ts';
import type { PaymentGateways } from '#portal/gateways/payments/all-gateways.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { readLink, signLink, uuidBytes, uuidOfBytes } from '#portal/http/session/signed-link.ts';
import { linkedPages } from '#portal/http/web/linked-pages.ts';
import { badReceiptPage, receiptPage } from './receipt-page.template.ts';

const ringOf = (links: KeyRing) => links.derive('payment-receipts');

/** The payment that a receipt is of. */
interface ReceiptOf {
  readonly accountNumber: string;
  readonly paymentId: string;
}

/** Ten digits as they are, for leading zeros count, and the payment. */
const numberBytes = 10;
const contentBytes = numberBytes + 16;

/** The path of the page that proves a receipt, or of its route. */
export function receiptPath(token: string): string {
  return `/receipt/${token}`;
}

/** The signed token of a receipt. */
export function signReceipt(links: KeyRing, { accountNumber, paymentId }: ReceiptOf): string {
  return signLink(ringOf(links), Buffer.concat([Buffer.from(accountNumber, 'latin1'), uuidBytes(paymentId)]));
}

/** The payment of a receipt; undefined: this server did not sign the token. */
function readReceipt(links: KeyRing, token: string): ReceiptOf | undefined {
  const content = readLink(ringOf(links), token, contentBytes);
  return (
    content && {
      accountNumber: content.subarray(0, numberBytes).toString('latin1'),
      paymentId: uuidOfBytes(content.subarray(numberBytes)),
    }
  );
}

const missing = { status: 404, html: badReceiptPage() } as const;
/** Before the provider has spoken there is no receipt. */
const unpaid: readonly string[] = ['started', 'sent', 'failed', 'expired'];

/** GET /receipt/<token>: what the code on a receipt of a payment leads to; it proves the receipt. */
export function receiptPlugin(
  services: Pick<PortalServices, 'billing' | 'keys' | 'config' | 'errorLog' | 'clock'>,
  gateways: PaymentGateways,
): FastifyPluginAsync {
  return linkedPages(services, {
    path: receiptPath(':token'),
    methods: ['GET'],
    answer: async (token, { reference }) => {
      const of = readReceipt(services.keys.links, token);
      if (of === undefined) return missing;
      const context = { reference, actor: 'portal' };
      const [found, supplier] = await Promise.all([
        services.billing.call(PAYMENT_GET, of, context),
        services.billing.call(SUPPLIER_GET, {}, context),
      ]);
      if (!found.ok || unpaid.includes(found.data.payment.state)) return missing;
      const { orderId, orderSum, state, confirmedAt, provider } = found.data.payment;
      const html = receiptPage({
        orderId,
        orderSum,
        state,
        confirmedAt: confirmedAt === null ? undefined : instantFromIso(confirmedAt),
        supplier: supplier.ok ? supplier.data.name : '',
        isTest: gateways.get(provider)?.isSandbox ?? false,
      });
      return { status: 200, html };
    },
  });
}
