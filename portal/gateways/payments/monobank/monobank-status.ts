import * as z from 'zod/mini';
import { type Kopiykas, kopiykas } from '#domain/money.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import type { ProviderStatus } from '../payment-gateway.ts';
import { currencyLetters } from './currency-letters.ts';

const sumField = z.int().check(z.gte(0));

function isMoment(text: string): boolean {
  try {
    instantFromIso(text);
    return true;
  } catch {
    return false;
  }
}

/** A moment with its offset, e.g. "2026-11-20T10:00:00Z". */
export const momentField = z.string().check(z.refine(isMoment));

/** What a card number, a person or a wallet could be in is not read at all. */
const invoiceSchema = z.object({
  invoiceId: z.string().check(z.minLength(1), z.maxLength(64)),
  status: z.string().check(z.maxLength(30)),
  reference: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
  amount: sumField,
  ccy: z.int().check(z.gte(0), z.lte(999)),
  finalAmount: z.optional(z.nullable(sumField)),
  createdDate: z.optional(z.nullable(momentField)),
  modifiedDate: z.optional(z.nullable(momentField)),
  failureReason: z.optional(z.nullable(z.string().check(z.maxLength(300)))),
  errCode: z.optional(z.nullable(z.string().check(z.maxLength(60)))),
  cancelList: z.optional(
    z.nullable(
      z.array(
        z.object({
          status: z.string(),
          amount: z.optional(z.nullable(sumField)),
          ccy: z.optional(z.nullable(z.int())),
          modifiedDate: z.optional(z.nullable(momentField)),
          extRef: z.optional(z.nullable(z.string())),
        }),
      ),
    ),
  ),
  paymentInfo: z.optional(
    z.nullable(
      z.object({
        rrn: z.optional(z.nullable(z.string())),
        approvalCode: z.optional(z.nullable(z.string())),
        tranId: z.optional(z.nullable(z.string())),
        fee: z.optional(z.nullable(z.int())),
      }),
    ),
  ),
});

type MonobankInvoice = z.infer<typeof invoiceSchema>;

/**
 * What ends an invoice, or its waiting: created, processing, and what the bank may add, wait. A hold waits too: the money is
 * blocked and not taken, and we never ask for one.
 */
const kindOfStatus: ReadonlyMap<string, ProviderStatus['kind']> = new Map([
  ['success', 'paid'],
  ['failure', 'refused'],
  ['reversed', 'returned'],
  ['expired', 'expired'],
]);

/**
 * What is left of a paid sum is what the bank says is left, and what went back is the rest: after a refund of a part either is
 * less than the order's.
 */
function amountOf({ status, amount, finalAmount }: MonobankInvoice): Kopiykas {
  if (status === 'success') return kopiykas(finalAmount ?? amount);
  const isPart = status === 'reversed' && finalAmount && finalAmount < amount;
  return kopiykas(isPart ? amount - finalAmount : amount);
}

/** An invoice of the bank in the words of the port (facts 5.2); undefined: it is none, or of no order. */
export function readInvoice(invoice: unknown): ProviderStatus | undefined {
  const parsed = invoiceSchema.safeParse(invoice);
  if (!parsed.success || !parsed.data.reference) return undefined;
  const { invoiceId, status, reference, ccy, modifiedDate } = parsed.data;
  return {
    orderId: reference,
    kind: kindOfStatus.get(status) ?? 'waiting',
    amount: amountOf(parsed.data),
    currency: currencyLetters(ccy),
    providerReference: invoiceId,
    saidAt: modifiedDate ? instantFromIso(modifiedDate) : null,
    evidence: parsed.data,
  };
}
