import { readLink, signLink, uuidBytes, uuidOfBytes } from '#portal/http/signed-link.ts';

/** What `secretFor` is asked for. */
export const receiptPurpose = 'payment-receipts';

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
export function signReceipt(secret: Uint8Array | string, { accountNumber, paymentId }: ReceiptOf): string {
  return signLink(secret, Buffer.concat([Buffer.from(accountNumber, 'latin1'), uuidBytes(paymentId)]));
}

/** The payment of a receipt; undefined: this server did not sign the token. */
export function readReceipt(secret: Uint8Array | string, token: string): ReceiptOf | undefined {
  const content = readLink(secret, token, contentBytes);
  return (
    content && {
      accountNumber: content.subarray(0, numberBytes).toString('latin1'),
      paymentId: uuidOfBytes(content.subarray(numberBytes)),
    }
  );
}
