import * as z from 'zod/mini';
import { moneyFromWire, moneyToWire } from '#domain/money.ts';
import { instantFromIso, instantToIso } from '#domain/time/instant.ts';
import type { ProviderStatus } from '../payment-gateway.ts';
import type { BankOrder } from './bank-order-store.ts';

const reportSchema = z.object({
  orderId: z.string().check(z.minLength(1), z.maxLength(64)),
  status: z.enum(['paid', 'refused', 'waiting', 'returned']),
  amount: z.string().check(z.regex(/^\d{1,15}\.\d{2}$/)),
  currency: z.string().check(z.length(3)),
  bankReference: z.string().check(z.maxLength(64)),
  saidAt: z.iso.datetime(),
});

/** What the test bank reports of an order, as it goes over the wire. */
export function reportOf(order: BankOrder): z.infer<typeof reportSchema> {
  return {
    orderId: order.orderId,
    status: order.decision,
    amount: moneyToWire(order.amount),
    currency: 'UAH',
    bankReference: order.bankReference,
    saidAt: instantToIso(order.decidedAt),
  };
}

/** The report in the words of the port; undefined: it is none. */
export function readReport(report: unknown): ProviderStatus | undefined {
  const parsed = reportSchema.safeParse(report);
  if (!parsed.success) return undefined;
  const { orderId, status, amount, currency, bankReference, saidAt } = parsed.data;
  return {
    orderId,
    kind: status,
    amount: moneyFromWire(amount),
    currency,
    providerReference: bankReference,
    saidAt: instantFromIso(saidAt),
    evidence: parsed.data,
  };
}
