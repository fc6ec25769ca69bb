import type { Clock } from '#platform/clock.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { PaymentGateway } from '../payment-gateway.ts';
import { findBankOrder, openBankOrder } from './bank-order-store.ts';
import { isSignatureOf, pageKey } from './sandbox-signature.ts';
import { readReport, reportOf } from './sandbox-word.ts';

export const sandboxProvider = 'sandbox';

/** Header with the signature of the raw body. */
export const signatureHeader = 'x-sandbox-signature';

export interface SandboxOptions {
  readonly db: PortalDatabase;
  readonly clock: Clock;
  /** Known to the test bank and to us. */
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

/** The test bank as a provider: it stands in for those without credentials, never in production (product.md §8). */
export function createSandboxGateway({ db, clock, secret }: SandboxOptions): PaymentGateway {
  return {
    provider: sandboxProvider,
    async createPayment({ orderId, amount, accountNumber, returnUrl }) {
      const returnPath = pathOf(returnUrl);
      const order = await openBankOrder(
        db,
        { orderId, bankReference: newId(), amount, accountNumber, returnPath },
        clock.now(),
      );
      return {
        payUrl: `/sandbox-bank/${encodeURIComponent(orderId)}?key=${pageKey(secret, orderId)}`,
        providerReference: order.bankReference,
      };
    },
    async verifyCallback({ headers, body }) {
      if (!isSignatureOf(secret, body, headers[signatureHeader])) return undefined;
      return readReport(readJson(body));
    },
    async queryState(orderId) {
      const order = await findBankOrder(db, orderId);
      return order && readReport(reportOf(order));
    },
  };
}
