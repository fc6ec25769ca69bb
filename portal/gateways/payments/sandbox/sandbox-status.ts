import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { moneyFromWire, moneyToWire } from '#domain/money.ts';
import { instantFromIso, instantToIso } from '#domain/time/instant.ts';
import { isSameText } from '#platform/is-same-text.ts';
import type { KeyRing } from '#platform/key-ring.ts';
import type { ProviderStatus } from '../payment-gateway.ts';
import type { BankOrder } from './bank-order-store.ts';

/** The secret that a sandbox provider shares with us: each has its own, so that none speaks for another. */
export function sandboxSecret(links: KeyRing, provider: string): Buffer {
  return links.derive(`sandbox-bank:${provider}`).current.secret;
}

/** HMAC-SHA256 over the raw body, hexadecimal: how the test bank signs its reports. */
export function signBody(secret: Buffer, body: Buffer): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/** Whether the signature is that of the body; compared in constant time. */
export function isSignatureOf(secret: Buffer, body: Buffer, signature: unknown): boolean {
  return isSameText(signature, signBody(secret, body));
}

/** The key in the address of a pay page, so that nobody reaches the page of another's order by counting. */
export function pageKey(secret: Buffer, orderId: string): string {
  return createHmac('sha256', secret).update(`page:${orderId}`).digest('base64url').slice(0, 22);
}

/** Whether the key opens the page of the order; compared in constant time. */
export function isPageKey(secret: Buffer, orderId: string, key: unknown): boolean {
  return isSameText(key, pageKey(secret, orderId));
}

const reportSchema = z.object({
  orderId: z.string().check(z.minLength(1), z.maxLength(64)),
  status: z.enum(['paid', 'refused', 'waiting', 'returned']),
  amount: z.string().check(z.regex(/^\d{1,15}\.\d{2}$/)),
  currency: z.string().check(z.length(3)),
  bankReference: z.string().check(z.maxLength(64)),
  reportedAt: z.iso.datetime(),
});

/** What the test bank reports of an order, as it goes over the wire. */
export function reportOf(order: BankOrder): z.infer<typeof reportSchema> {
  return {
    orderId: order.orderId,
    status: order.decision,
    amount: moneyToWire(order.amount),
    currency: 'UAH',
    bankReference: order.bankReference,
    reportedAt: instantToIso(order.decidedAt),
  };
}

/** The report in the words of the port; undefined: it is none. */
export function readReport(report: unknown): ProviderStatus | undefined {
  const parsed = reportSchema.safeParse(report);
  if (!parsed.success) return undefined;
  const { orderId, status, amount, currency, bankReference, reportedAt } = parsed.data;
  return {
    orderId,
    kind: status,
    amount: moneyFromWire(amount),
    currency,
    providerReference: bankReference,
    reportedAt: instantFromIso(reportedAt),
    evidence: parsed.data,
  };
}
