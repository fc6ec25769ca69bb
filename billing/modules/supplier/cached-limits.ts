import type { BillingDatabase } from '#billing/billing-database.ts';
import { type CorrectionLimits, defaultCorrectionLimits } from '#domain/ledger/correction-limits.ts';
import { parseMoney, zeroMoney } from '#domain/money.ts';
import {
  defaultOrderLimits,
  defaultPaymentLimits,
  type OrderLimits,
  type PaymentLimits,
} from '#domain/payments/payment-limits.ts';
import { cachedSupplier } from './cached-supplier.ts';

function field(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined;
}

function sumOf(limits: unknown, name: string) {
  const text = field(limits, name);
  return typeof text === 'string' ? parseMoney(text) : undefined;
}

/**
 * Between which sums an order may be paid: `rules.payments` of billing.supplier, `{ "least": "1.00", "most": "100000.00" }`,
 * over the defaults of the domain; what makes no sense counts as not said. Read at most every five seconds per database.
 */
export async function cachedPaymentLimits(db: BillingDatabase): Promise<PaymentLimits> {
  const supplier = await cachedSupplier(db);
  const own = field(supplier?.rules, 'payments');
  const limits = {
    least: sumOf(own, 'least') ?? defaultPaymentLimits.least,
    most: sumOf(own, 'most') ?? defaultPaymentLimits.most,
  };
  return limits.least > zeroMoney && limits.least <= limits.most ? limits : defaultPaymentLimits;
}

/** How many orders of an account may be under way and be begun in a day: `underWay` and `perDay` of the same rules. */
export async function cachedOrderLimits(db: BillingDatabase): Promise<OrderLimits> {
  const supplier = await cachedSupplier(db);
  const own = field(supplier?.rules, 'payments');
  const countOf = (name: keyof OrderLimits) => {
    const count = field(own, name);
    return typeof count === 'number' && Number.isInteger(count) && count > 0
      ? count
      : defaultOrderLimits[name];
  };
  return { underWay: countOf('underWay'), perDay: countOf('perDay') };
}

/**
 * Up to which sum an administrator corrects alone: `rules.corrections` of billing.supplier, `{ "billing": "1000.00",
 * "owner": "10000.00" }`, over the defaults of the domain; "0.00": never alone.
 */
export async function cachedCorrectionLimits(db: BillingDatabase): Promise<CorrectionLimits> {
  const own = field((await cachedSupplier(db))?.rules, 'corrections');
  const limitOf = (role: keyof CorrectionLimits) => {
    const limit = sumOf(own, role);
    return limit !== undefined && limit >= zeroMoney ? limit : defaultCorrectionLimits[role];
  };
  return { billing: limitOf('billing'), owner: limitOf('owner') };
}
