import type { KeyRing } from '#platform/key-ring.ts';
import { readLink, signLink, uuidBytes, uuidOfBytes } from '#portal/http/signed-link.ts';

const ringOf = (links: KeyRing) => links.derive('payment-receipts');

/** The payment that a receipt is of. */
export interface ReceiptOf {
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
export function readReceipt(links: KeyRing, token: string): ReceiptOf | undefined {
  const content = readLink(ringOf(links), token, contentBytes);
  return (
    content && {
      accountNumber: content.subarray(0, numberBytes).toString('latin1'),
      paymentId: uuidOfBytes(content.subarray(numberBytes)),
    }
  );
}
