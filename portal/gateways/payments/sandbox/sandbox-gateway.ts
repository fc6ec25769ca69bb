import type { Clock } from '#platform/clock.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { type PaymentGateway, RefundRefused } from '../payment-gateway.ts';
import { type BankOrder, findBankOrder, openBankOrder, returnBankOrder } from './bank-order-store.ts';
import { isSignatureOf, pageKey, readReport, reportOf } from './sandbox-status.ts';

/** Header with the signature of the raw body. */
export const signatureHeader = 'x-sandbox-signature';

export interface SandboxOptions {
  /** Whom the test bank plays: 'liqpay', … */
  readonly provider: string;
  readonly db: PortalDatabase;
  readonly clock: Clock;
  /** Known to the test bank and to us; another for each provider. */
  readonly secret: Buffer;
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The path of an address, so that the test bank sends the payer nowhere else. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

function wordOf(order: BankOrder) {
  const reported = readReport(reportOf(order));
  if (reported === undefined) throw new Error(`the test bank has no words for ${order.orderId}`);
  return reported;
}

/** Page of an order at the test bank, below our own address. */
export function bankPagePath(provider: string, orderId: string, secret: Buffer): string {
  return `/sandbox-bank/${provider}/${encodeURIComponent(orderId)}?key=${pageKey(secret, orderId)}`;
}

/** The test bank in the part of a provider without credentials, never in production (product.md §8). */
export function createSandboxGateway({ provider, db, clock, secret }: SandboxOptions): PaymentGateway {
  return {
    provider,
    isSandbox: true,
    async createPayment({ orderId, amount, accountNumber, returnUrl }) {
      const returnPath = pathOf(returnUrl);
      const order = await openBankOrder(
        db,
        { provider, orderId, bankReference: newId(), amount, accountNumber, returnPath },
        clock.now(),
      );
      return {
        payUrl: bankPagePath(provider, orderId, secret),
        payFields: null,
        providerReference: order.bankReference,
      };
    },
    async verifyCallback({ headers, body }) {
      if (!isSignatureOf(secret, body, headers[signatureHeader])) return undefined;
      return readReport(readJson(body));
    },
    async queryState({ orderId }) {
      const order = await findBankOrder(db, { provider, orderId });
      return order && wordOf(order);
    },
    async refund({ orderId }) {
      const order = await returnBankOrder(db, { provider, orderId }, clock.now());
      if (order?.decision !== 'returned') throw new RefundRefused(provider, 'the order is not paid');
      return wordOf(order);
    },
  };
}
