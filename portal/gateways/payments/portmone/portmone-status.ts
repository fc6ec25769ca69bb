import * as z from 'zod/mini';
import {
  compareMoney,
  type Kopiykas,
  parseMoney,
  subtractMoney,
  sumMoney,
  zeroMoney,
} from '#domain/money.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { parseLocalDate } from '#domain/time/local-date.ts';
import type { ProviderStatus } from '../payment-gateway.ts';

const textField = z.optional(z.nullable(z.string().check(z.maxLength(300))));

/** A sum is a number or a text in the answers; it is never counted with as a number. Refunds may carry a minus. */
const sumField = z.union([
  z.string().check(z.regex(/^-?\d{1,12}([.,]\d{1,2})?$/)),
  z.number().check(z.refine((sum) => /^-?\d{1,12}(\.\d{1,2})?$/.test(String(sum)))),
]);

/** A try to pay, as `method=result` tells it. What names a card or a person is not read at all. */
const transactionSchema = z.object({
  shopOrderNumber: z.string(),
  shopBillId: z.optional(z.nullable(z.union([z.string().check(z.maxLength(64)), z.number()]))),
  /** PAYED, REJECTED and RETURN end a try; CREATED, PREAUTH, and what Portmone may add, leave it open. */
  status: z.string().check(z.maxLength(30)),
  billAmount: sumField,
  billCurrency: z.optional(z.nullable(z.string().check(z.regex(/^[A-Z]{3}$/)))),
  pay_date: textField,
  authCode: textField,
  rrn: textField,
  errorCode: z.optional(z.nullable(z.union([z.string().check(z.maxLength(60)), z.number()]))),
});

type PortmoneTransaction = z.infer<typeof transactionSchema>;

const transactionsSchema = z.array(transactionSchema).check(z.maxLength(200));

function sizeOf({ billAmount }: PortmoneTransaction): Kopiykas {
  const sum = parseMoney(String(billAmount).replace('-', ''));
  if (sum === undefined) throw new RangeError('a sum that is none');
  return sum;
}

/** "20.11.2026 12:00:00" by the Kyiv clock; null: it is not written so. */
function momentOf({ pay_date: text }: PortmoneTransaction): Instant | null {
  const match = /^(\d{2})\.(\d{2})\.(\d{4}) (\d{2}):(\d{2}):(\d{2})$/.exec(text ?? '');
  if (match === null) return null;
  const [, day, month, year, hour, minute, second] = match;
  const date = parseLocalDate(`${year}-${month}-${day}`);
  if (date === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  return (kyivInstant(date, Number(hour), Number(minute)) + Number(second) * 1000) as Instant;
}

function latestMoment(transactions: readonly PortmoneTransaction[]): Instant | null {
  const moments = transactions.map(momentOf).filter((moment) => moment !== null);
  return moments.length === 0 ? null : (Math.max(...moments) as Instant);
}

/** What the tries come to. A refused one is no refusal while another may still be paid on the same page. */
function outcomeOf(transactions: readonly PortmoneTransaction[]) {
  const of = (wanted: string) => transactions.filter(({ status }) => status === wanted);
  const sumOf = (some: readonly PortmoneTransaction[]) => sumMoney(some.map(sizeOf));
  const [paid, returned, refused] = [of('PAYED'), of('RETURN'), of('REJECTED')] as const;
  const open = transactions.filter((one) => ![...paid, ...returned, ...refused].includes(one));
  const [paidSum, returnedSum] = [sumOf(paid), sumOf(returned)] as const;
  if (returned.length > 0 && (paid.length === 0 || compareMoney(paidSum, returnedSum) <= 0)) {
    return { kind: 'returned', amount: returnedSum, decisive: returned } as const;
  }
  if (paid.length > 0) {
    const amount = subtractMoney(paidSum, returnedSum);
    return { kind: 'paid', amount, decisive: [...paid, ...returned] } as const;
  }
  if (open.length > 0) return { kind: 'waiting', amount: firstSum(open), decisive: open } as const;
  return { kind: 'refused', amount: firstSum(refused), decisive: refused } as const;
}

function firstSum([first]: readonly PortmoneTransaction[]): Kopiykas {
  return first === undefined ? zeroMoney : sizeOf(first);
}

/**
 * What Portmone's list of tries says of an order: 'unknown' for an empty one, 'nonsense' for what is no such list or is of
 * another order. Sums are told as they are: two payments of one order are the sum of both, and the billing compares.
 */
export function readTransactions(answer: unknown, orderId: string): ProviderStatus | 'unknown' | 'nonsense' {
  const parsed = transactionsSchema.safeParse(answer);
  if (!parsed.success) return 'nonsense';
  const transactions = parsed.data;
  if (transactions.length === 0) return 'unknown';
  if (transactions.some(({ shopOrderNumber }) => shopOrderNumber !== orderId)) return 'nonsense';
  const { kind, amount, decisive } = outcomeOf(transactions);
  const foreign = decisive.find(({ billCurrency }) => billCurrency && billCurrency !== 'UAH');
  const reference = decisive[0]?.shopBillId;
  return {
    orderId,
    kind,
    amount,
    // Orders are made in hryvnias, and answers need not name the currency.
    currency: foreign?.billCurrency ?? 'UAH',
    providerReference: reference === undefined || reference === null ? null : String(reference),
    saidAt: latestMoment(decisive),
    evidence: { transactions },
  };
}
