import type { BillingDatabase } from '#billing/billing-database.ts';
import { type DueDateTerms, defaultDueDateTerms } from '#domain/charges/due-date.ts';
import { defaultReactiveRates, type ReactiveRates } from '#domain/invoices/reactive.ts';
import { type CorrectionLimits, defaultCorrectionLimits } from '#domain/ledger/correction-limits.ts';
import { parseMoney, zeroMoney } from '#domain/money.ts';
import {
  defaultEntityPaymentLimits,
  defaultOrderLimits,
  defaultPaymentLimits,
  type OrderLimits,
  type PaymentLimits,
} from '#domain/payments/payment-orders.ts';
import { cachedReadingRules, findSupplier } from './supplier-store.ts';

type FoundSupplier = Awaited<ReturnType<typeof findSupplier>>;

/** Cache TTL: changes of the supplier are visible after at most this time. */
const CACHE_TTL_MS = 5_000;

const cache = new WeakMap<BillingDatabase, { readAt: number; supplier: Promise<FoundSupplier> }>();

/** The supplier of this installation, read at most every five seconds per database; undefined until one is loaded. */
export function cachedSupplier(db: BillingDatabase): Promise<FoundSupplier> {
  const known = cache.get(db);
  const now = performance.now();
  if (known !== undefined && now - known.readAt < CACHE_TTL_MS) return known.supplier;
  const supplier = findSupplier(db);
  cache.set(db, { readAt: now, supplier });
  const invalidate = () => {
    if (cache.get(db)?.supplier === supplier) cache.delete(db);
  };
  // A missing supplier is not cached.
  supplier.then((found) => found === undefined && invalidate(), invalidate);
  return supplier;
}

/** Access configuration of the supplier: `rules.access` of billing.supplier. */
interface AccessRules {
  /**
   * Required besides the account code: nothing, a code sent to the contract's phone, or the consent of the person who
   * already has the account.
   */
  readonly confirmation: 'none' | 'contractPhone' | 'firstHolder';
  /** Maximum age of a code in months; 0: unlimited. */
  readonly codeMonths: number;
}

const defaultAccessRules: AccessRules = { confirmation: 'none', codeMonths: 12 };

const confirmations: readonly unknown[] = ['none', 'contractPhone', 'firstHolder'];

const isConfirmation = (value: unknown): value is AccessRules['confirmation'] =>
  confirmations.includes(value);

/**
 * Access rules: `rules.access` of billing.supplier, `{ "confirmation": "contractPhone", "codeMonths": 12 }`, over the
 * defaults; invalid values are ignored. Read at most every five seconds per database.
 */
export async function cachedAccessRules(db: BillingDatabase): Promise<AccessRules> {
  const supplier = await cachedSupplier(db);
  const rules: unknown = supplier?.rules;
  const own: unknown = typeof rules === 'object' && rules !== null ? Reflect.get(rules, 'access') : undefined;
  if (typeof own !== 'object' || own === null) return defaultAccessRules;
  const confirmation: unknown = Reflect.get(own, 'confirmation');
  const months: unknown = Reflect.get(own, 'codeMonths');
  return {
    confirmation: isConfirmation(confirmation) ? confirmation : defaultAccessRules.confirmation,
    codeMonths:
      typeof months === 'number' && Number.isInteger(months) && months >= 0 && months <= 120
        ? months
        : defaultAccessRules.codeMonths,
  };
}

function field(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined;
}

/** A whole number above zero. */
function countOf(limits: unknown, name: string): number | undefined {
  const count = field(limits, name);
  return typeof count === 'number' && Number.isInteger(count) && count > 0 ? count : undefined;
}

function sumOf(limits: unknown, name: string) {
  const text = field(limits, name);
  return typeof text === 'string' ? parseMoney(text) : undefined;
}

/**
 * Minimum and maximum sum of an order: `rules.payments` of billing.supplier, `{ "least": "1.00", "most": "100000.00"
 * }`, over the domain defaults; invalid values are ignored. Read at most every five seconds per database.
 */
export async function cachedPaymentLimits(db: BillingDatabase): Promise<PaymentLimits> {
  const supplier = await cachedSupplier(db);
  return limitsOver(defaultPaymentLimits, field(supplier?.rules, 'payments'));
}

/** The same for orders of legal entities: `rules.payments.entity`. */
export async function cachedEntityPaymentLimits(db: BillingDatabase): Promise<PaymentLimits> {
  const supplier = await cachedSupplier(db);
  return limitsOver(defaultEntityPaymentLimits, field(field(supplier?.rules, 'payments'), 'entity'));
}

function limitsOver(usual: PaymentLimits, own: unknown): PaymentLimits {
  const limits = { least: sumOf(own, 'least') ?? usual.least, most: sumOf(own, 'most') ?? usual.most };
  return limits.least > zeroMoney && limits.least <= limits.most ? limits : usual;
}

/** Maximum number of open orders and of orders per day of an account: `underWay` and `perDay` of the same rules. */
export async function cachedOrderLimits(db: BillingDatabase): Promise<OrderLimits> {
  const supplier = await cachedSupplier(db);
  const own = field(supplier?.rules, 'payments');
  const limitOf = (name: keyof OrderLimits) => countOf(own, name) ?? defaultOrderLimits[name];
  return { underWay: limitOf('underWay'), perDay: limitOf('perDay') };
}

/**
 * Until when a bill is to be paid: `rules.bills` of billing.supplier, `{ "dueDay": 20, "minWorkingDays": 5 }`, over the
 * defaults of the domain, with the holidays of the rules of readings.
 */
export async function cachedDueDateTerms(db: BillingDatabase): Promise<DueDateTerms> {
  const [supplier, { holidays }] = await Promise.all([cachedSupplier(db), cachedReadingRules(db)]);
  const own = field(supplier?.rules, 'bills');
  return {
    dayOfMonth: countOf(own, 'dueDay') ?? defaultDueDateTerms.dayOfMonth,
    minWorkingDays: countOf(own, 'minWorkingDays') ?? defaultDueDateTerms.minWorkingDays,
    holidays: new Set(holidays),
  };
}

/**
 * Maximum sum that an administrator may correct alone: `rules.corrections` of billing.supplier, `{ "billing":
 * "1000.00", "owner": "10000.00" }`, over the domain defaults; "0.00": never alone.
 */
export async function cachedCorrectionLimits(db: BillingDatabase): Promise<CorrectionLimits> {
  const own = field((await cachedSupplier(db))?.rules, 'corrections');
  const limitOf = (role: keyof CorrectionLimits) => {
    const limit = sumOf(own, role);
    return limit !== undefined && limit >= zeroMoney ? limit : defaultCorrectionLimits[role];
  };
  return { billing: limitOf('billing'), owner: limitOf('owner') };
}

/**
 * The numbers of the formulas of reactive energy, in ten-thousandths: `rules.reactive` of billing.supplier, `{ "tgLimit": 2500 }`,
 * over the domain defaults. Read at most every five seconds per database.
 */
export async function cachedReactiveRates(db: BillingDatabase): Promise<ReactiveRates> {
  const own = field((await cachedSupplier(db))?.rules, 'reactive');
  const rateOf = (name: keyof ReactiveRates) => countOf(own, name) ?? defaultReactiveRates[name];
  return {
    generationFactor: rateOf('generationFactor'),
    surchargeFactor: rateOf('surchargeFactor'),
    tgLimit: rateOf('tgLimit'),
    cap: rateOf('cap'),
  };
}
