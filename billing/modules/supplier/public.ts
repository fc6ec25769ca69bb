export { cachedAccessRules } from './cached-access-rules.ts';
export { cachedOrderLimits, cachedPaymentLimits } from './cached-payment-limits.ts';
export { cachedSupplier } from './cached-supplier.ts';
export { cachedReadingRules } from './reading-rules-store.ts';
export { findSupplier } from './supplier-store.ts';
